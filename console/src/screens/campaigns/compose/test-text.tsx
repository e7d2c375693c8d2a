import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { MAX_TEST_NUMBERS } from '../../../../../shared/limits';
import { unwrap } from '../../../api/client';
import type { Campaign, CampaignTest } from '../../../api/schemas';
import { fieldError } from '../../../app/field-error';
import { useAccount } from '../../../app/session';
import { useChange } from '../../../app/use-change';
import { useTestList } from './use-test-list';

const REFUSALS: Record<number, string> = {
  33028: 'is not opted in to a group of the account: add it to one first',
  33029: 'has opted out',
  33023: 'was not sent: there are not enough credits',
  33117: 'was not sent: sending is paused',
  33112: 'is not on the test list of the account: a sender or an administrator puts it there',
  33003: 'is not a valid phone number: write it with its country code, such as +12065550123',
};

/**
 * Form that sends the text first to some phones: of the account's test list, or another one. Users who may not launch have
 * the test list alone.
 */
export function TestText({ campaign }: { campaign: Campaign }) {
  const { api, can } = useAccount();
  const mayLaunch = can('campaigns:launch');
  const list = useTestList();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const other = typed.replaceAll(/[\s()-]/g, '');
  const to = [...new Set([...chosen, ...(other === '' ? [] : [other])])];
  const test = useChange({
    run: () =>
      unwrap(
        api.POST('/api/v1/campaigns/{id}/test', { params: { path: { id: campaign.id } }, body: { to } }),
      ),
    failed: 'The test was not sent',
    isQuiet: true,
  });
  const isTooMany = to.length > MAX_TEST_NUMBERS;
  const options = list.phones.map(({ name, phoneNumber }) => ({
    value: phoneNumber,
    label: name ?? phoneNumber,
    ...(name !== undefined && { description: phoneNumber }),
  }));
  const error = fieldError(test.error, '/to') ?? test.error?.message;
  return (
    <Container header={<Header variant="h2">Test first</Header>}>
      <SpaceBetween size="m">
        {list.isSet && (
          <FormField
            label="Phones of the test list"
            errorText={isTooMany ? `A test goes to ${MAX_TEST_NUMBERS} phones at most.` : undefined}
          >
            <Multiselect
              selectedOptions={options.filter(({ value }) => chosen.includes(value))}
              options={options}
              placeholder="Choose phones"
              empty="No one is in the group of the test list."
              statusType={list.isLoading ? 'loading' : 'finished'}
              filteringType="auto"
              expandToViewport
              onChange={({ detail }) => setChosen(detail.selectedOptions.flatMap(({ value }) => value ?? []))}
            />
          </FormField>
        )}
        {!mayLaunch && !list.isSet && (
          <Alert type="info">
            There is no test list. An administrator names one in the settings; then you can send the text to
            its phones first.
          </Alert>
        )}
        {mayLaunch && (
          <FormField
            label={list.isSet ? 'Another phone number' : 'Your phone number'}
            constraintText={[
              'With country code, such as +12065550123. It must be in one of the account’s groups.',
              'Each phone costs credits like any text.',
              ...(!list.isSet && can('account:admin')
                ? ['In the settings, “Test list” names a group of phones to choose from.']
                : []),
            ].join(' ')}
            errorText={error}
          >
            <Input value={typed} inputMode="tel" onChange={({ detail }) => setTyped(detail.value)} />
          </FormField>
        )}
        {(mayLaunch || list.isSet) && (
          <Button
            loading={test.isPending}
            disabled={to.length === 0 || isTooMany}
            onClick={() => test.mutate(undefined)}
          >
            Send test
          </Button>
        )}
        <Results of={test.data} />
      </SpaceBetween>
    </Container>
  );
}

function Results({ of }: { of: CampaignTest | undefined }) {
  if (of === undefined) return null;
  return (
    <>
      {of.results.map((result) =>
        'code' in result ? (
          <Alert key={result.to} type="error">
            {result.to} {REFUSALS[result.code] ?? `was refused (code ${result.code})`}.
          </Alert>
        ) : (
          <Alert key={result.to} type={result.status === 'failed' ? 'error' : 'success'}>
            {result.status === 'failed' ? `The text to ${result.to} failed.` : `Sent to ${result.to}.`}
            {result.warnings !== undefined &&
              ' A text from this number sounds like an opt-out: until that is decided, campaigns leave it out, but for emergencies.'}
          </Alert>
        ),
      )}
      {of.warnings !== undefined && (
        <Alert type="warning" header="Worth knowing">
          <ul>
            {of.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}
