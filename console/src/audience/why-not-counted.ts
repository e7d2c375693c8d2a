import type { Condition } from '../api/schemas';
import type { FilterField } from './filter-fields';

/** Error code of a group that is not there. */
const GROUP_NOT_FOUND = 33031;

/**
 * Writes why a rule is not counted, as far as it names groups that were deleted. Nothing but the id is known of such a group:
 * beside the rule, which shows which one it is, there is no room for that.
 *
 * @param options.code error code of the answer; absent: it has none
 * @param options.fields fields with the groups of the account
 * @param options.isTotal true for all rules together
 */
export function whyNotCounted(
  condition: Condition,
  { code, fields, isTotal }: { code: number | undefined; fields: readonly FilterField[]; isTotal: boolean },
): string {
  const known = fields.find(({ field }) => field === 'groups')?.options ?? [];
  const isKnown = (id: string) => known.some(({ value }) => value === id);
  const deleted = code === GROUP_NOT_FOUND ? groupsIn(condition).filter((id) => !isKnown(id)) : [];
  if (deleted.length === 0) return 'Not counted';
  const isOne = deleted.length === 1;
  if (!isTotal) return `Not counted: names ${isOne ? 'a deleted group' : `${deleted.length} deleted groups`}`;
  return `Not counted: the ${isOne ? 'group' : 'groups'} ${deleted.join(' and ')} ${isOne ? 'was' : 'were'} deleted. Choose ${isOne ? 'another' : 'others'}, or remove the rule.`;
}

/** Returns the ids of the groups that a condition names, each once. */
function groupsIn(condition: Condition): string[] {
  if ('all' in condition) return distinct(condition.all.flatMap(groupsIn));
  if ('any' in condition) return distinct(condition.any.flatMap(groupsIn));
  if ('not' in condition) return groupsIn(condition.not);
  const { field, value } = condition;
  return field === 'groups' && Array.isArray(value) ? distinct(value.map(String)) : [];
}

const distinct = (ids: string[]) => [...new Set(ids)];
