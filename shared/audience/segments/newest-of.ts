/** Returns the newest `count` contacts, by their ids, which sort by age. */
export const newestOf = <Contact extends { id: string }>(
  contacts: readonly Contact[],
  count: number,
): Contact[] => contacts.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, count);
