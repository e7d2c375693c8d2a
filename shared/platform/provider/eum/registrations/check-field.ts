import type { FieldCondition, FieldDefinition } from './field-definitions';

/** Value of a field: a text, choices, or of an attachment the path of a file. */
export type FieldValue = string | string[];
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** Returns how a field behaves beside the values of the others. */
export function requirementOf(
  { requirement, condition }: Pick<FieldDefinition, 'requirement' | 'condition'>,
  values: FieldValues,
): 'REQUIRED' | 'OPTIONAL' | 'DISALLOWED' {
  if (requirement !== 'CONDITIONAL') return requirement;
  const rule = condition?.rules.find(({ conditions }) => conditions.every((one) => holds(one, values)));
  const behavior = rule?.behavior ?? condition?.otherwise;
  return behavior === 'REQUIRED' || behavior === 'DISALLOWED' ? behavior : 'OPTIONAL';
}

function holds({ path, operator, values: wanted = [] }: FieldCondition, values: FieldValues): boolean {
  const has = choicesOf(values[path] ?? []);
  const isOne = has.some((one) => wanted.includes(one));
  switch (operator) {
    case 'EQUALS':
    case 'IN':
      return isOne;
    case 'NOT_EQUALS':
    case 'NOT_IN':
      return has.length > 0 && !isOne;
    case 'HAS_VALUE':
      return has.length > 0;
    case 'NO_VALUE':
      return has.length === 0;
    default:
      return false;
  }
}

export const choicesOf = (value: FieldValue): string[] => (typeof value === 'string' ? [value] : value);

/**
 * Returns what is wrong with a value; `undefined` for a valid one. Files are not looked at.
 *
 * Lengths are counted in UTF-16 units, as AWS's own services do.
 */
export function faultOf(definition: FieldDefinition, value: FieldValue): string | undefined {
  const { type, options = [], maxChoices = 1 } = definition;
  if (type === 'SELECT') {
    const choices = choicesOf(value);
    const unknown = choices.find((choice) => !options.includes(choice));
    if (unknown !== undefined) return `"${unknown}" is none of: ${options.join(', ')}.`;
    return choices.length > maxChoices ? `At most ${maxChoices} of: ${options.join(', ')}.` : undefined;
  }
  if (typeof value !== 'string') return 'It takes one text, not a list.';
  return type === 'TEXT' ? faultOfText(definition, value) : undefined;
}

function faultOfText(
  { minLength = 1, maxLength = Infinity, pattern }: FieldDefinition,
  value: string,
): string | undefined {
  if (value.length < minLength) return `It has ${value.length} characters, and needs ${minLength}.`;
  if (value.length > maxLength) return `It has ${value.length} characters, ${maxLength} are allowed.`;
  if (pattern !== undefined && !matches(pattern, value)) return `It does not have the form ${pattern}.`;
  return undefined;
}

/** Returns true for a pattern that JavaScript cannot read: AWS checks it itself. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}
