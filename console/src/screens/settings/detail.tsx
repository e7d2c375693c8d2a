import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { useSettings, type AccountSettings } from '../../api/account-lists';
import { fieldError } from '../../app/field-error';
import { FailedScreen } from '../../app/failed-screen';
import { LoadingScreen } from '../../app/loading-screen';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useConsoleChange } from '../../app/use-console-change';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';

export function Component() {
  const { can } = useAccount();
  const { data, error, refetch } = useSettings();
  if (data === undefined) {
    return error === null ? (
      <LoadingScreen />
    ) : (
      <FailedScreen title="Settings" error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <Screen title="Settings" description={data.name}>
      {can('account:admin') && <EditSettings settings={data} />}
      <Container
        header={<Header variant="h2">{can('account:admin') ? 'Set by an operator' : 'Settings'}</Header>}
      >
        <KeyValuePairs
          columns={3}
          items={[
            { label: 'Account', value: data.id },
            { label: 'Texts in a day', value: formatCount(data.dailyQuota) },
            { label: 'Legal hours', value: data.legalHours ? 'Kept' : 'Not kept' },
            { label: 'Adding contacts without a text', value: data.silentOptIn ? 'Allowed' : 'Not allowed' },
            { label: 'Content allowed besides', value: data.contentExemptions.join(', ') || 'Nothing' },
            { label: 'Countries', value: data.countries.join(', ') || 'All' },
            { label: 'Time zone', value: data.timeZone ?? 'UTC' },
            { label: 'Segments of a text at most', value: data.maxSegments },
            { label: 'Created', value: formatDateTime(data.createdAt) },
          ]}
        />
      </Container>
    </Screen>
  );
}

/** What an administrator may change. Empty fields take a setting back. */
function EditSettings({ settings }: { settings: AccountSettings }) {
  const [fields, setFields] = useState({
    name: settings.name,
    timeZone: settings.timeZone ?? '',
    helpText: settings.helpText ?? '',
    optOutText: settings.optOutText ?? '',
    maxSegments: String(settings.maxSegments),
    retentionDays: settings.retentionDays === 'none' ? '' : String(settings.retentionDays),
    approvalAbove: String(settings.approvalAbove ?? ''),
    capMessages: String(settings.marketingCap?.messages ?? ''),
    capHours: String(settings.marketingCap?.hours ?? ''),
    enforceOptInType: settings.enforceOptInType,
  });
  const set = (part: Partial<typeof fields>) => setFields((current) => ({ ...current, ...part }));
  const save = useConsoleChange({
    done: 'The settings are saved.',
    failed: 'The settings were not saved',
    changes: ['settings'],
  });
  const submit = () => {
    const { capMessages, capHours, retentionDays, approvalAbove, maxSegments } = fields;
    save.mutate({
      method: 'PATCH',
      path: 'settings',
      body: {
        name: fields.name,
        timeZone: fields.timeZone || null,
        helpText: fields.helpText || null,
        optOutText: fields.optOutText || null,
        maxSegments: Number(maxSegments),
        retentionDays: retentionDays === '' ? 'none' : Number(retentionDays),
        approvalAbove: approvalAbove === '' ? null : Number(approvalAbove),
        marketingCap:
          capMessages === '' || capHours === ''
            ? null
            : { messages: Number(capMessages), hours: Number(capHours) },
        enforceOptInType: fields.enforceOptInType,
      },
    });
  };
  type TextField = Exclude<keyof typeof fields, 'enforceOptInType'>;
  const input = (name: TextField, label: string, description?: string, type: 'text' | 'number' = 'text') => (
    <FormField label={label} description={description} errorText={fieldError(save.error, `/${name}`)}>
      <Input value={fields[name]} type={type} onChange={({ detail }) => set({ [name]: detail.value })} />
    </FormField>
  );
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={
            <Button variant="primary" loading={save.isPending} onClick={submit}>
              Save
            </Button>
          }
        >
          Account
        </Header>
      }
    >
      <SpaceBetween size="l">
        <ColumnLayout columns={2}>
          {input('name', 'Name')}
          {input('timeZone', 'Time zone', 'Such as America/Chicago. Empty: UTC.')}
          {input(
            'approvalAbove',
            'Approval above',
            'Campaigns to more recipients wait for a second person. Empty: never.',
            'number',
          )}
          {input('maxSegments', 'Segments of a text at most', 'Longer texts are refused.', 'number')}
          {input(
            'capMessages',
            'Marketing texts at most',
            'For each recipient, in the hours beside.',
            'number',
          )}
          {input('capHours', 'In so many hours', 'Empty: no limit.', 'number')}
          {input('retentionDays', 'Days that texts are kept', 'Empty: for good.', 'number')}
        </ColumnLayout>
        <FormField label="Answer to HELP" errorText={fieldError(save.error, '/helpText')}>
          <Textarea
            rows={2}
            value={fields.helpText}
            onChange={({ detail }) => set({ helpText: detail.value })}
          />
        </FormField>
        <FormField label="Answer to STOP" errorText={fieldError(save.error, '/optOutText')}>
          <Textarea
            rows={2}
            value={fields.optOutText}
            onChange={({ detail }) => set({ optOutText: detail.value })}
          />
        </FormField>
        <Checkbox
          checked={fields.enforceOptInType}
          onChange={({ detail }) => set({ enforceOptInType: detail.checked })}
        >
          Groups that ask for a confirmation take no member without one
        </Checkbox>
        {settings.keywordReplies === 'off' && (
          <Alert type="info">STOP and HELP are answered by the carrier or by AWS, not by this service.</Alert>
        )}
      </SpaceBetween>
    </Container>
  );
}
