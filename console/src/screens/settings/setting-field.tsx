import Checkbox from '@cloudscape-design/components/checkbox';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import Select, { type SelectProps } from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import TimeInput from '@cloudscape-design/components/time-input';
import type { ReactNode } from 'react';
import {
  type AccountSetting,
  type AccountSettingName,
  EACH_SETTING,
  SETTING_TEXTS,
} from '../../../../shared/accounts/account-settings';
import { useGroups, useNumbers } from '../../api/account-lists';
import { fieldError } from '../../app/field-error';
import { WeekdaysField } from '../../app/weekdays-field';
import { EXEMPTIONS } from './exemptions';
import type { DraftOf, DraftValue } from './settings-draft';

const KEYWORD_REPLIES = [
  { value: '', label: 'As this installation is set' },
  { value: 'on', label: 'This service' },
  { value: 'off', label: 'The carrier or AWS' },
];
const BUCKETS: Record<string, string> = {
  message: 'Single texts',
  broadcast: 'Broadcasts',
  batch: 'Batches',
  contactApiWrite: 'Changes of contacts',
  contactApiRead: 'Reading contacts',
  read: 'Other reading',
  events: 'Reported events',
  campaignWrite: 'Changes of campaigns, segments, imports and settings',
  replay: 'Repetitions of a request with its idempotency key',
};

interface FieldProps<Draft> {
  title: string;
  value: Draft;
  onChange: (value: Draft) => void;
}
type Field<Draft> = (props: FieldProps<Draft>) => ReactNode;

function TextField({ value, onChange }: FieldProps<string>) {
  return <Input value={value} onChange={({ detail }) => onChange(detail.value)} />;
}

function LongTextField({ value, onChange }: FieldProps<string>) {
  return <Textarea rows={2} value={value} onChange={({ detail }) => onChange(detail.value)} />;
}

function NumberField({ value, onChange }: FieldProps<string>) {
  return <Input value={value} type="number" onChange={({ detail }) => onChange(detail.value)} />;
}

function Choice({ value, onChange, options }: FieldProps<string> & { options: SelectProps.Option[] }) {
  return (
    <Select
      selectedOption={options.find((option) => option.value === value) ?? null}
      options={options}
      expandToViewport
      onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
    />
  );
}

function SenderField(props: FieldProps<string>) {
  const numbers = (useNumbers().data?.results ?? []).map(({ number }) => ({ value: number, label: number }));
  return <Choice {...props} options={[{ value: '', label: 'None' }, ...numbers]} />;
}

function GroupField(props: FieldProps<string>) {
  const groups = (useGroups().data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <Choice {...props} options={[{ value: '', label: 'None' }, ...groups]} />;
}

function CategoriesField({ value, onChange }: FieldProps<string[]>) {
  return (
    <Multiselect
      selectedOptions={EXEMPTIONS.filter((option) => value.includes(option.value))}
      options={EXEMPTIONS}
      placeholder="None"
      expandToViewport
      onChange={({ detail }) => onChange(detail.selectedOptions.flatMap((option) => option.value ?? []))}
    />
  );
}

/** Two numbers beside each other: a cap has both or none. */
function CapField({ title, value, onChange }: FieldProps<DraftOf['cap']>) {
  const part = (name: 'messages' | 'hours', label: string) => (
    <Input
      ariaLabel={label}
      placeholder={name}
      value={value[name]}
      type="number"
      onChange={({ detail }) => onChange({ ...value, [name]: detail.value })}
    />
  );
  return (
    <ColumnLayout columns={2}>
      {part('messages', title)}
      {part('hours', `${title}, in so many hours`)}
    </ColumnLayout>
  );
}

/** Begin, end and days beside each other: hours have a begin and an end, or none. */
function HoursField({ title, value, onChange }: FieldProps<DraftOf['hours']>) {
  const part = (name: 'from' | 'to', label: string) => (
    <TimeInput
      ariaLabel={label}
      format="hh:mm"
      placeholder={name === 'from' ? '09:00' : '17:00'}
      value={value[name]}
      onChange={({ detail }) => onChange({ ...value, [name]: detail.value })}
    />
  );
  return (
    <ColumnLayout columns={3}>
      {part('from', `${title}, from`)}
      {part('to', `${title}, until`)}
      <WeekdaysField
        ariaLabel={`${title}, on`}
        value={value.days}
        onChange={(days) => onChange({ ...value, days })}
      />
    </ColumnLayout>
  );
}

/** Fields by the kind of their setting; a flag and rate limits have their own frames. */
const FIELDS: { [K in Exclude<AccountSetting['kind'], 'flag' | 'rates'>]: Field<DraftOf[K]> } = {
  text: TextField,
  timeZone: TextField,
  countries: TextField,
  budgets: TextField,
  emails: TextField,
  count: NumberField,
  retention: NumberField,
  onOff: (props) => <Choice {...props} options={KEYWORD_REPLIES} />,
  sender: SenderField,
  group: GroupField,
  categories: CategoriesField,
  cap: CapField,
  hours: HoursField,
};

/** Field of a form for a setting of the account, as its kind needs it. */
export function SettingField({
  name,
  isForOperators,
  value,
  error,
  onChange,
}: {
  name: AccountSettingName;
  isForOperators: boolean;
  value: DraftValue;
  error: unknown;
  onChange: (value: DraftValue) => void;
}) {
  const setting = EACH_SETTING[name];
  const texts = SETTING_TEXTS[name];
  const { title, hint } = (isForOperators ? texts.forOperators : undefined) ?? texts;
  const props = { title, value, onChange };
  if (setting.kind === 'flag') {
    return (
      <Checkbox
        checked={value === true}
        description={hint}
        onChange={({ detail }) => onChange(detail.checked)}
      >
        {title}
      </Checkbox>
    );
  }
  if (setting.kind === 'rates') {
    return <RateFields {...(props as FieldProps<DraftOf['rates']>)} name={name} error={error} />;
  }
  const isLong = setting.kind === 'text' && setting.isLong;
  const Control = (isLong ? LongTextField : FIELDS[setting.kind]) as Field<DraftValue>;
  return (
    <FormField label={title} description={hint} errorText={fieldError(error, `/${name}`)}>
      <Control {...props} />
    </FormField>
  );
}

function RateFields({
  title,
  name,
  value,
  error,
  onChange,
}: FieldProps<DraftOf['rates']> & { name: string; error: unknown }) {
  return (
    <ExpandableSection headerText={title}>
      <ColumnLayout columns={2}>
        {Object.entries(value).map(([bucket, limit]) => (
          <FormField
            key={bucket}
            label={BUCKETS[bucket] ?? bucket}
            errorText={fieldError(error, `/${name}/${bucket}`)}
          >
            <NumberField
              title={bucket}
              value={limit}
              onChange={(changed) => onChange({ ...value, [bucket]: changed })}
            />
          </FormField>
        ))}
      </ColumnLayout>
    </ExpandableSection>
  );
}
