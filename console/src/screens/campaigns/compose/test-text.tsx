import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { unwrap } from '../../../api/client';
import type { Campaign } from '../../../api/schemas';
import { fieldError } from '../../../app/field-error';
import { useAccount } from '../../../app/session';
import { useChange } from '../../../app/use-change';

const REFUSALS: Record<number, string> = {
  33028: 'is not opted in to a group of the account: add it to one first',
  33029: 'has opted out',
  33023: 'was not sent: there are not enough credits',
  33117: 'was not sent: sending is paused',
  33003: 'is not a valid phone number: write it with its country code, such as +12065550123',
};

/** Form that sends the text to the user's own phone first. */
export function TestText({ campaign }: { campaign: Campaign }) {
  const { api } = useAccount();
  const [to, setTo] = useState('');
  const test = useChange({
    run: () =>
      unwrap(
        api.POST('/api/v1/campaigns/{id}/test', {
          params: { path: { id: campaign.id } },
          body: { to: [to.replaceAll(/[\s()-]/g, '')] },
        }),
      ),
    failed: 'The test was not sent',
    isQuiet: true,
  });
  const [result] = test.data?.results ?? [];
  return (
    <Container header={<Header variant="h2">Test to myself</Header>}>
      <SpaceBetween size="m">
        <FormField
          label="Your phone number"
          constraintText="With country code, such as +12065550123. It must be in one of the account’s groups, and costs credits like any text."
          errorText={fieldError(test.error, '/to') ?? test.error?.message}
        >
          <Input value={to} inputMode="tel" onChange={({ detail }) => setTo(detail.value)} />
        </FormField>
        <Button loading={test.isPending} disabled={to.trim() === ''} onClick={() => test.mutate(undefined)}>
          Send test
        </Button>
        {result !== undefined && 'code' in result && (
          <Alert type="error">
            {result.to} {REFUSALS[result.code] ?? `was refused (code ${result.code})`}.
          </Alert>
        )}
        {result !== undefined && 'status' in result && (
          <Alert type={result.status === 'failed' ? 'error' : 'success'}>
            {result.status === 'failed' ? `The text to ${result.to} failed.` : `Sent to ${result.to}.`}
            {result.warnings !== undefined &&
              ' A text from this number sounds like an opt-out: until that is decided, campaigns leave it out, but for emergencies.'}
          </Alert>
        )}
        {test.data?.warnings !== undefined && (
          <Alert type="warning" header="Worth knowing">
            <ul>
              {test.data.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </Alert>
        )}
      </SpaceBetween>
    </Container>
  );
}
