import { MAX_CUSTOM_FIELD_OPTIONS, MAX_CUSTOM_FIELD_RENAMES, MAX_CUSTOM_TEXT_CHARACTERS } from '../../limits';
import { isTextUpTo } from './internal/is-text-up-to';
import type { Renames, SelectOptions } from './select-options';

/** New option or, with `from`, a new name for an option. */
export interface OptionChange {
  from?: string;
  to: string;
}

const OPTION_REFUSALS = [
  /** Empty, too long, or not a text that can be stored. */
  'invalidOption',
  /** `from` is not an option of the field. */
  'unknownOption',
  /** An earlier change has the same `from`. */
  'optionRenamedTwice',
  /** `to` is the name of another option after the changes. */
  'optionTaken',
  'tooManyOptions',
  'tooManyRenames',
] as const;

/** Refused change of options. */
export interface OptionRefusal {
  refused: (typeof OPTION_REFUSALS)[number];
  /** Index of the refused change. */
  index: number;
}

/** Returns the changes that change a name. The audit log records these. */
export const effectiveChanges = (changes: readonly OptionChange[]): OptionChange[] =>
  changes.filter(({ from, to }) => from !== to);

export const isOption = (name: string) => isTextUpTo(MAX_CUSTOM_TEXT_CHARACTERS, name);

/**
 * Changes the options of a select field, all at once: each `from` is a name before the changes, so that two options can
 * swap names.
 *
 * **Source:** rules 2.6, 8.2.
 */
export function changeOptions(
  field: SelectOptions,
  changes: readonly OptionChange[],
): { options: string[]; renames?: Renames[] } | OptionRefusal {
  const renamed = new Map<string, string>();
  const added: string[] = [];
  for (const [index, { from, to }] of changes.entries()) {
    if (!isOption(to)) return { refused: 'invalidOption', index };
    if (from === undefined) {
      added.push(to);
      continue;
    }
    if (!field.options.includes(from)) return { refused: 'unknownOption', index };
    if (renamed.has(from)) return { refused: 'optionRenamedTwice', index };
    renamed.set(from, to);
  }
  const taken = new Set(field.options.filter((name) => !renamed.has(name)));
  for (const [index, { to }] of changes.entries()) {
    if (taken.has(to)) return { refused: 'optionTaken', index };
    taken.add(to);
  }
  const last = changes.length - 1;
  if (taken.size > MAX_CUSTOM_FIELD_OPTIONS) return { refused: 'tooManyOptions', index: last };
  const names = Object.fromEntries(
    [...field.options.entries()].filter(([, name]) => (renamed.get(name) ?? name) !== name),
  );
  const isRenaming = Object.keys(names).length > 0;
  const renames = isRenaming
    ? [...(field.renames ?? []), { names, options: field.options.length }]
    : field.renames;
  const namesKept = renames?.reduce((sum, one) => sum + Object.keys(one.names).length, 0) ?? 0;
  if (namesKept > MAX_CUSTOM_FIELD_RENAMES) return { refused: 'tooManyRenames', index: last };
  const options = [...field.options.map((name) => renamed.get(name) ?? name), ...added];
  return { options, ...(renames && { renames: [...renames] }) };
}
