import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Select, { type SelectProps } from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { useNumbers } from '../../api/account-lists';
import type { AccountSettings } from '../../api/account-settings';
import { fieldError } from '../../app/field-error';
import { useConsoleChange } from '../../app/use-console-change';
import { fieldsOf, type SettingsFields, settingsOf } from './account-fields';

const KEYWORD_REPLIES = [
  { value: '', label: 'As this installation is set' },
  { value: 'on', label: 'This service' },
  { value: 'off', label: 'The carrier or AWS' },
];

/** Form of the settings that an administrator may change. An empty field removes the setting. */
export function AccountForm({ settings }: { settings: AccountSettings }) {
  const [fields, setFields] = useState(() => fieldsOf(settings));
  const set = (part: Partial<SettingsFields>) => setFields((current) => ({ ...current, ...part }));
  const numbers = (useNumbers().data?.results ?? []).map(({ number }) => number);
  const save = useConsoleChange({
    done: 'The settings are saved.',
    failed: 'The settings were not saved',
    changes: ['settings'],
  });
  const submit = () => save.mutate({ method: 'PATCH', path: 'settings', body: settingsOf(fields) });
  type TextField = Exclude<keyof SettingsFields, 'enforceOptInType'>;
  const input = (name: TextField, label: string, description?: string, type: 'text' | 'number' = 'text') => (
    <FormField label={label} description={description} errorText={fieldError(save.error, `/${name}`)}>
      <Input value={fields[name]} type={type} onChange={({ detail }) => set({ [name]: detail.value })} />
    </FormField>
  );
  const choice = (name: TextField, label: string, description: string, options: SelectProps.Option[]) => (
    <FormField label={label} description={description} errorText={fieldError(save.error, `/${name}`)}>
      <Select
        selectedOption={options.find(({ value }) => value === fields[name]) ?? null}
        options={options}
        expandToViewport
        onChange={({ detail }) => set({ [name]: detail.selectedOption.value ?? '' })}
      />
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
          {choice(
            'defaultNumber',
            'Default number',
            'Sends the texts on joining of groups without a number.',
            [{ value: '', label: 'None' }, ...numbers.map((number) => ({ value: number, label: number }))],
          )}
          {input('countries', 'Countries', 'That texts may go to, such as US, CA. Empty: all.')}
          {input(
            'approvalAbove',
            'Approval above',
            'Campaigns to more recipients wait for a second person. Once set, only operators raise or clear it. Empty: never.',
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
          {choice('keywordReplies', 'STOP and HELP', 'Who answers them.', KEYWORD_REPLIES)}
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
      </SpaceBetween>
    </Container>
  );
}
