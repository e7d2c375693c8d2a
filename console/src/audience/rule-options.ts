import type { SelectProps } from '@cloudscape-design/components/select';
import type { FieldOption, FilterField } from './filter-fields';
import type { Verb } from './rule-verbs';

/** Returns options under their headings, in the order in which the headings first occur. */
export function inGroups(options: readonly FieldOption[]): SelectProps.Options {
  const groups = new Map<string, FieldOption[]>();
  for (const option of options)
    groups.set(option.group ?? '', [...(groups.get(option.group ?? '') ?? []), option]);
  return [...groups].flatMap(([label, members]): SelectProps.Options =>
    label === '' ? members : [{ label, options: members }],
  );
}

/** Returns the fields as the options of a select; the time of the last text is disabled where the account does not keep it. */
export function fieldOptions(fields: readonly FilterField[]): SelectProps.Options {
  const options = inGroups(fields.map(({ field, label, group }) => ({ value: field, label, group })));
  return fields.some(({ field }) => field === 'lastTextedAt') ? options : [...options, LAST_TEXT_OFF];
}

const LAST_TEXT_OFF: SelectProps.Option = {
  value: 'lastTextedAt',
  label: 'Last text',
  description: 'This account does not keep it. An operator turns it on.',
  disabled: true,
};

/** Returns the verbs as the options of a select. */
export const verbOptions = (verbs: readonly Verb[]): SelectProps.Option[] =>
  verbs.map(({ id, words, hint }) => ({
    value: id,
    label: words,
    ...(hint !== undefined && { description: hint }),
  }));
