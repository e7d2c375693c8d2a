import type { SelectProps } from '@cloudscape-design/components/select';
import { type FieldOption, type FilterField, LAST_TEXT_WORDS } from './filter-fields';
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

/**
 * Returns the fields as the options of a select. Where the account does not keep the time of the last text, that one
 * cannot be chosen.
 */
export function fieldOptions(fields: readonly FilterField[]): SelectProps.Options {
  const options = fields.map(({ field, label, group, words = [] }) => ({
    ...{ value: field, label, group },
    filteringTags: words,
  }));
  const isKept = fields.some(({ field }) => field === 'lastTextedAt');
  const clickAt = options.findIndex(({ value }) => value === 'lastClickedAt');
  return inGroups(isKept || clickAt === -1 ? options : options.toSpliced(clickAt, 0, LAST_TEXT_OFF));
}

const LAST_TEXT_OFF = {
  ...{ value: 'lastTextedAt', label: 'Last text', group: 'Contact' as const },
  description: 'Not kept for this account. An operator turns it on.',
  filteringTags: LAST_TEXT_WORDS,
  disabled: true,
};

/** Returns the verbs as the options of a select. */
export const verbOptions = (verbs: readonly Verb[]): SelectProps.Option[] =>
  verbs.map(({ id, words, hint }) => ({
    value: id,
    label: words,
    ...(hint !== undefined && { description: hint }),
  }));
