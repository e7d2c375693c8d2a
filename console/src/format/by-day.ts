/** Entries of one calendar day. */
interface DayOf<Entry> {
  day: string;
  entries: Entry[];
}

/** Divides entries in order into their days, by the clock that `dayOf` reads. */
export function daysOf<Entry extends { at: string }>(
  entries: readonly Entry[],
  dayOf: (iso: string) => string,
): DayOf<Entry>[] {
  const days: DayOf<Entry>[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.at);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
