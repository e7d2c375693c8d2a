/** Merges lists, each of which is sorted by place, the last place first. */
export async function* newestFirst<Entry extends { place: string }>(
  lists: Array<AsyncGenerator<Entry>>,
): AsyncGenerator<Entry> {
  const heads = await Promise.all(lists.map(async (list) => ({ list, head: await list.next() })));
  for (;;) {
    const newest = heads
      .flatMap((one) => (one.head.done ? [] : [{ one, entry: one.head.value }]))
      .sort((a, b) => (a.entry.place < b.entry.place ? 1 : -1))[0];
    if (!newest) return;
    yield newest.entry;
    newest.one.head = await newest.one.list.next();
  }
}
