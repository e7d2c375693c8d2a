/** Returns items in the order of a value, which is text or a number. */
export function sortItems<T>(
  items: readonly T[],
  { by, isDescending }: { by: (item: T) => string | number; isDescending: boolean },
): T[] {
  const sorted = items.toSorted((a, b) => compare(by(a), by(b)));
  return isDescending ? sorted.toReversed() : sorted;
}

/** Returns the sorting value of a time. Where there is none comes first. */
export const timeOf = (at: string | null | undefined): number =>
  at === undefined || at === null ? 0 : Date.parse(at);

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
