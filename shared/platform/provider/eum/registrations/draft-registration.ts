import { choicesOf, faultOf, type FieldValue, type FieldValues, requirementOf } from './check-field';
import type { FieldDefinition } from './field-definitions';
import type { RegistrationType } from './registration-types';
import { doubtOn } from './internal/doubts';
import { type Known, knownFields, type RegistrationFacts } from './internal/known-fields';

export type { RegistrationFacts };

/** Field of a draft. */
export interface DraftField {
  path: string;
  title: string;
  isRequired: boolean;
  /** `doubtful`: valid, but often denied. `empty`: not needed, and without a value. */
  state: 'filled' | 'doubtful' | 'missing' | 'invalid' | 'empty';
  value?: FieldValue;
  /** Origin of the value. */
  from?: string;
  /** Advice of a field that is doubtful, missing or invalid. */
  advice?: string;
}

/**
 * Fills the fields of a form from what the account has, and checks them. Values of the operator come first.
 *
 * @param options.facts absent: the values are all that there is
 * @param options.values an empty value leaves a field out that the account would fill
 * @param options.faultOfFile returns what is wrong with the file of an attachment
 */
export function draftRegistration(options: {
  type: RegistrationType;
  definitions: readonly FieldDefinition[];
  facts?: RegistrationFacts;
  values: FieldValues;
  faultOfFile: (file: string) => string | undefined;
}): DraftField[] {
  const { type, definitions, facts, values, faultOfFile } = options;
  const known = new Map<string, Known>([
    ...Object.entries(facts ? knownFields(type, facts) : {}),
    ...Object.entries(values).map(([path, value]) => [path, { value, from: 'the values' }] as const),
  ]);
  const all = Object.fromEntries(
    definitions.flatMap(({ path }) => {
      const found = known.get(path);
      return found && !isEmpty(found.value) ? [[path, found.value]] : [];
    }),
  ) as FieldValues;
  return definitions.map((definition) => {
    const { path, title } = definition;
    const behavior = requirementOf(definition, all);
    const field = { path, title, isRequired: behavior === 'REQUIRED' };
    const found = known.get(path);
    if (found === undefined || isEmpty(found.value)) {
      if (!field.isRequired) return { ...field, state: 'empty' };
      return { ...field, state: 'missing', advice: whatToGive(definition) };
    }
    const filled = { ...field, ...found };
    const fault = behavior === 'DISALLOWED' ? DISALLOWED : faultIn(definition, found.value, faultOfFile);
    if (fault !== undefined) return { ...filled, state: 'invalid', advice: fault };
    const doubt = doubtOn(path, { values: all, brand: facts?.brand });
    return doubt === undefined
      ? { ...filled, state: 'filled' }
      : { ...filled, state: 'doubtful', advice: doubt };
  });
}

/** Draft as `registration submit` takes it. */
interface DraftFile {
  type: RegistrationType;
  account: string;
  /** Opt-in form that it was filled from. */
  form?: string;
  fields: FieldValues;
}

/** Builds the file of a draft. */
export const draftFileOf = (
  fields: readonly DraftField[],
  of: { type: RegistrationType; account: string; form: string | undefined },
): DraftFile => ({
  ...{ type: of.type, account: of.account, ...(of.form !== undefined && { form: of.form }) },
  fields: Object.fromEntries(
    fields.flatMap(({ path, value }) => (value === undefined ? [] : [[path, value]])),
  ),
});

const isEmpty = (value: FieldValue): boolean => choicesOf(value).every((one) => one === '');

const DISALLOWED = 'AWS does not take it beside the other values: leave it out.';

const faultIn = (
  definition: FieldDefinition,
  value: FieldValue,
  faultOfFile: (file: string) => string | undefined,
): string | undefined =>
  faultOf(definition, value) ??
  (definition.type === 'ATTACHMENT' && typeof value === 'string' ? faultOfFile(value) : undefined);

function whatToGive({
  type,
  options = [],
  minLength = 1,
  maxLength,
  maxChoices = 1,
}: FieldDefinition): string {
  switch (type) {
    case 'ATTACHMENT':
      return 'Give the path of a picture (PNG or JPEG), such as one of the page of `form evidence`.';
    case 'SELECT':
      return `Give ${maxChoices > 1 ? `up to ${maxChoices}` : 'one'} of: ${options.join(', ')}.`;
    case 'TEXT':
      return maxLength === undefined
        ? 'Give a text.'
        : `Give a text of ${lengths(minLength, maxLength)} characters.`;
  }
}

const lengths = (least: number, most: number) => (least === most ? most : `${least} to ${most}`);

/** Returns true for a draft that AWS takes: nothing required is missing, and nothing is invalid. */
export const isComplete = (fields: readonly DraftField[]): boolean =>
  fields.every(({ state }) => state !== 'missing' && state !== 'invalid');
