import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import Select from '@cloudscape-design/components/select';
import { type ReactNode, useState } from 'react';
import { DayInput } from '../app/day-input';
import type { FieldOption, FilterField } from './filter-fields';
import { HiddenLabel } from './hidden-label';
import { isItemOf, problemOf, type Verb } from './rule-verbs';
import { inGroups } from './rule-options';

interface Props {
  field: FilterField;
  verb: Verb;
  values: readonly string[];
  /** Number of the rule, such as 2 or 3.1. */
  number: string;
  onChange: (values: string[]) => void;
}

/** Control for the value of a rule, by its verb. */
export function RuleValue(props: Props) {
  const { verb, values, number, onChange } = props;
  const [first = '', second = ''] = values;
  const named = (control: ReactNode, name = 'Value') => (
    <FormField
      label={<HiddenLabel>{`${name} of rule ${number}`}</HiddenLabel>}
      errorText={problemOf(verb, values)}
      stretch
    >
      {control}
    </FormField>
  );
  switch (verb.entry) {
    case 'none':
      return null;
    case 'text':
      return named(<Input value={first} onChange={({ detail }) => onChange([detail.value])} />);
    case 'number':
      return named(
        <Input value={first} inputMode="decimal" onChange={({ detail }) => onChange([detail.value])} />,
      );
    case 'days':
      return named(
        <div className="rule-days">
          <Input value={first} inputMode="numeric" onChange={({ detail }) => onChange([detail.value])} />
          <span>{first.trim() === '1' ? 'day' : 'days'}</span>
        </div>,
      );
    case 'date':
      return named(<DayInput value={first} onChange={(day) => onChange([day])} />);
    case 'between':
      return (
        <div className="rule-between">
          {named(<DayInput value={first} onChange={(day) => onChange([day, second])} />, 'First day')}
          {named(<DayInput value={second} onChange={(day) => onChange([first, day])} />, 'Last day')}
        </div>
      );
    case 'yesNo':
      return named(
        <Select
          selectedOption={YES_NO.find(({ value }) => value === first) ?? null}
          options={YES_NO}
          placeholder="Choose"
          expandToViewport
          onChange={({ detail }) => onChange([detail.selectedOption.value ?? ''])}
        />,
      );
    case 'texts':
    case 'numbers':
      return named(<List {...props} />);
  }
}

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** Choice of several values: those of the field, and others that are typed where it may have them. */
function List({ field, verb, values, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const { options: known, isOpen = known === undefined, unknown } = field;
  const optionOf = (value: string): FieldOption =>
    known?.find((option) => option.value === value) ?? { value, label: unknown ?? value };
  const others = values.filter((value) => !known?.some((option) => option.value === value)).map(optionOf);
  const has = (text: string) => text.toLowerCase().includes(typed.trim().toLowerCase());
  const found = [...(known ?? []), ...others].filter(({ label }) => has(label));
  const text = typed.trim();
  const isNew = isOpen && text !== '' && isItemOf(verb.entry, text) && !values.includes(text);
  const isKnown = found.some(({ label }) => label.toLowerCase() === text.toLowerCase());
  const added = isNew && !isKnown ? [{ value: text, label: `Use “${text}”` }] : [];
  const chosen = values.map(optionOf);
  const nothing = known === undefined ? 'Type one or more' : 'Choose one or more';
  const control = (
    <Multiselect
      selectedOptions={chosen}
      options={[...added, ...inGroups(found)]}
      // The values stand in the control, as parts of its name: tokens are below it, and those inside are not.
      hideTokens
      placeholder={values.length === 0 ? nothing : writeChosen(chosen)}
      filteringType="manual"
      filteringPlaceholder={isOpen ? 'Find or type a value' : 'Find a value'}
      filteringAriaLabel={isOpen ? 'Find or type a value' : 'Find a value'}
      statusType="finished"
      empty={isOpen ? 'Type a value, then choose it.' : 'There is no such value.'}
      noMatch={isOpen ? 'Type a value, then choose it.' : 'There is no such value.'}
      keepOpen
      expandToViewport
      onLoadItems={({ detail }) => setTyped(detail.filteringText)}
      onChange={({ detail }) => onChange(detail.selectedOptions.flatMap(({ value }) => value ?? []))}
    />
  );
  return <div className={values.length === 0 ? undefined : 'rule-chosen'}>{control}</div>;
}

const MOST_NAMED = 3;

/** Writes the names of the first values, and how many others there are. */
function writeChosen(chosen: readonly FieldOption[]): string {
  const names = chosen.slice(0, MOST_NAMED).map(({ label }) => label);
  const others = chosen.length - names.length;
  return others === 0 ? names.join(', ') : `${names.join(', ')} and ${others} more`;
}
