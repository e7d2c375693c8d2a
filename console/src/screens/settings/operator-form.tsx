import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Multiselect from '@cloudscape-design/components/multiselect';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { AccountSettings } from '../../api/account-settings';
import { fieldError } from '../../app/field-error';
import { useConsoleChange } from '../../app/use-console-change';
import { formatDateTime } from '../../format/dates';
import { EXEMPTIONS } from './exemptions';

const BUCKETS: Record<string, string> = {
  message: 'Single texts',
  broadcast: 'Broadcasts',
  batch: 'Batches',
  contactApiWrite: 'Changes of contacts',
  contactApiRead: 'Reading contacts',
  read: 'Other reading',
  campaignWrite: 'Changes of campaigns, segments, imports and settings',
  replay: 'Repetitions of a request with its idempotency key',
};

/** Form of the settings of an account that its administrators may not change. */
export function OperatorForm({ settings }: { settings: AccountSettings }) {
  const [dailyQuota, setDailyQuota] = useState(String(settings.dailyQuota));
  const [freeTexts, setFreeTexts] = useState(String(settings.freeTexts));
  const [approvalAbove, setApprovalAbove] = useState(String(settings.approvalAbove ?? ''));
  const [silentOptIn, setSilentOptIn] = useState(settings.silentOptIn);
  const [legalHours, setLegalHours] = useState(settings.legalHours);
  const [contentExemptions, setContentExemptions] = useState(settings.contentExemptions);
  const [rateLimits, setRateLimits] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(settings.rateLimits).map(([name, limit]) => [name, String(limit)])),
  );
  const save = useConsoleChange({
    done: 'The settings are saved.',
    failed: 'The settings were not saved',
    changes: ['settings'],
  });
  const submit = () => {
    const changed = Object.keys(rateLimits).filter(
      (name) => Number(rateLimits[name]) !== settings.rateLimits[name],
    );
    save.mutate({
      method: 'PATCH',
      path: `operator/accounts/${settings.id}/settings`,
      body: {
        ...{ dailyQuota: Number(dailyQuota), freeTexts: Number(freeTexts) },
        ...{ silentOptIn, legalHours, contentExemptions },
        approvalAbove: approvalAbove === '' ? null : Number(approvalAbove),
        ...(changed.length > 0 && {
          rateLimits: Object.fromEntries(changed.map((name) => [name, Number(rateLimits[name])])),
        }),
      },
    });
  };
  return (
    <Container
      header={
        <Header
          variant="h2"
          description="Administrators of the account see it, and cannot change it."
          actions={
            <Button
              variant="primary"
              ariaLabel="Save what operators set"
              loading={save.isPending}
              disabled={[dailyQuota, freeTexts].includes('') || Object.values(rateLimits).includes('')}
              onClick={submit}
            >
              Save
            </Button>
          }
        >
          Set by operators
        </Header>
      }
    >
      <SpaceBetween size="l">
        <KeyValuePairs
          columns={3}
          items={[
            { label: 'Account', value: settings.id },
            { label: 'Created', value: formatDateTime(settings.createdAt) },
          ]}
        />
        <ColumnLayout columns={2}>
          <FormField
            label="Recipients in a day, at most"
            description="Of broadcasts, batches, campaigns and texts on joining, in a day by UTC."
            errorText={fieldError(save.error, '/dailyQuota')}
          >
            <Input value={dailyQuota} type="number" onChange={({ detail }) => setDailyQuota(detail.value)} />
          </FormField>
          <FormField
            label="Free texts in a day, at most"
            description="On joining, to confirm, and answers to HELP, in a day by UTC. Answers to STOP always go out."
            errorText={fieldError(save.error, '/freeTexts')}
          >
            <Input value={freeTexts} type="number" onChange={({ detail }) => setFreeTexts(detail.value)} />
          </FormField>
          <FormField
            label="Recipients without an approval, at most"
            description="Campaigns to more wait for a second person. Administrators can lower it. Empty: none waits."
            errorText={fieldError(save.error, '/approvalAbove')}
          >
            <Input
              value={approvalAbove}
              type="number"
              onChange={({ detail }) => setApprovalAbove(detail.value)}
            />
          </FormField>
          <FormField
            label="Content allowed besides"
            description="Content rules that do not apply to this account."
            errorText={fieldError(save.error, '/contentExemptions')}
          >
            <Multiselect
              selectedOptions={EXEMPTIONS.filter(({ value }) => contentExemptions.includes(value))}
              options={EXEMPTIONS}
              placeholder="None"
              expandToViewport
              onChange={({ detail }) =>
                setContentExemptions(detail.selectedOptions.map(({ value }) => value as string))
              }
            />
          </FormField>
        </ColumnLayout>
        <Checkbox
          checked={legalHours}
          description="The hours that the law of each recipient’s state or country allows."
          onChange={({ detail }) => setLegalHours(detail.checked)}
        >
          Marketing campaigns keep to the legal hours
        </Checkbox>
        <Checkbox
          checked={silentOptIn}
          description="For contacts who consented elsewhere: they get no text on joining a group."
          onChange={({ detail }) => setSilentOptIn(detail.checked)}
        >
          Programs may add contacts to groups without a text
        </Checkbox>
        <ExpandableSection headerText="Requests a minute, at most">
          <ColumnLayout columns={2}>
            {Object.keys(rateLimits).map((name) => (
              <FormField
                key={name}
                label={BUCKETS[name] ?? name}
                errorText={fieldError(save.error, `/rateLimits/${name}`)}
              >
                <Input
                  value={rateLimits[name] ?? ''}
                  type="number"
                  onChange={({ detail }) => setRateLimits((before) => ({ ...before, [name]: detail.value }))}
                />
              </FormField>
            ))}
          </ColumnLayout>
        </ExpandableSection>
      </SpaceBetween>
    </Container>
  );
}
