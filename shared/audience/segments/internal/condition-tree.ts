/** Condition whose comparisons are leaves: as it is written, or as it has been read. */
export type ConditionTree<Leaf> =
  | { all: ConditionTree<Leaf>[] }
  | { any: ConditionTree<Leaf>[] }
  | { not: ConditionTree<Leaf> }
  | Leaf;

/** Returns the condition with each comparison replaced by `change`. */
export function mapLeaves<Leaf extends { field: unknown }>(
  condition: ConditionTree<Leaf>,
  change: (leaf: Leaf) => ConditionTree<Leaf>,
): ConditionTree<Leaf> {
  if ('all' in condition) return { all: condition.all.map((part) => mapLeaves(part, change)) };
  if ('any' in condition) return { any: condition.any.map((part) => mapLeaves(part, change)) };
  return 'not' in condition ? { not: mapLeaves(condition.not, change) } : change(condition);
}
