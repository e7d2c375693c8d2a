import type { WaitingEntry } from '../queue-entries';

/** Groups entries whose deliveries are loaded together: at most `most` deliveries, unless one entry has more. */
export function groupEntries(entries: WaitingEntry[], most: number): WaitingEntry[][] {
  const groups: WaitingEntry[][] = [];
  let size = most;
  for (const entry of entries) {
    if (size + entry.eventIds.length > most) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(entry);
    size += entry.eventIds.length;
  }
  return groups;
}

export function inSlices<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
