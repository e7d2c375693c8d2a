import type { LeafInput } from '../../audience/segments/audience';
import { foldText } from '../../audience/segments/condition';

/** Comparisons that no contact, and that every contact, matches. */
const NO_CONTACT: LeafInput = { field: 'phoneNumber', op: 'exists', value: false };
const EVERY_CONTACT: LeafInput = { field: 'phoneNumber', op: 'exists', value: true };

/** Fields that hold a name. */
export const NAME_FIELDS = ['firstName', 'lastName'] as const;
type NameField = (typeof NAME_FIELDS)[number];

/** Comparison of a field with one name, in the folded form in which filters compare. */
export interface NameComparison {
  field: NameField;
  /** `contains` also stands for `startsWith`. */
  op: 'equals' | 'contains';
  name: string;
}

/** Predicates that decide whether a part of a filter names a person who was erased. */
interface Naming {
  /** Returns true when the text contains the number, the e-mail address or the full name. */
  isNamedIn: (text: string) => boolean;
  /** Returns true when the comparison is with the first or last name of a person, and matches no other contact. */
  isOnlyName: (comparison: NameComparison) => boolean;
}

/**
 * Removes people from a comparison: names are taken out of a list, and any other comparison becomes one that no contact
 * matches. `notEquals` negates `equals`, so it becomes one that every contact matches.
 *
 * @returns the same comparison when it names none of them
 *
 * **Source:** rules E2, E3.
 */
export function eraseLeaf(leaf: LeafInput, naming: Naming): LeafInput {
  const { field, op, value } = leaf;
  const isNamed = (one: unknown) => {
    if (typeof one !== 'string' && typeof one !== 'number') return false;
    const comparison = comparisonOf({ field, op, name: String(one) });
    return naming.isNamedIn(String(one)) || (comparison !== undefined && naming.isOnlyName(comparison));
  };
  if (!Array.isArray(value)) {
    if (!isNamed(value)) return leaf;
    return op === 'notEquals' ? EVERY_CONTACT : NO_CONTACT;
  }
  const kept = value.filter((one) => !isNamed(one));
  if (kept.length === value.length) return leaf;
  const isOneEnough = op === 'in' || op === 'containsAny';
  return isOneEnough && kept.length > 0 ? { ...leaf, value: kept } : NO_CONTACT;
}

function comparisonOf(leaf: { field: string; op: string; name: string }): NameComparison | undefined {
  const field = NAME_FIELDS.find((one) => one === leaf.field);
  if (!field) return undefined;
  const name = foldText(leaf.name);
  switch (leaf.op) {
    case 'equals':
    case 'notEquals':
    case 'in':
      return { field, op: 'equals', name };
    case 'startsWith':
    case 'contains':
      return { field, op: 'contains', name };
    default:
      return undefined;
  }
}

export function isLeaf(value: object): value is LeafInput {
  const { field, op } = value as Partial<LeafInput>;
  return typeof field === 'string' && typeof op === 'string' && 'value' in value;
}
