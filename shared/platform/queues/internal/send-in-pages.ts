import { forEachAtOnce } from '../../at-once';

/** Most entries that SQS and EventBridge take in one call. */
const ENTRIES_OF_A_CALL = 10;
const CALLS_AT_ONCE = 8;

/**
 * Sends items in calls of up to ten, several at a time. A call that fails does not keep the others from theirs.
 *
 * @param send returns the positions within its page that were not accepted
 * @returns indexes of the items that were not accepted, in order
 * @throws the first error when every call failed
 */
export async function sendInPages<Item>(
  items: readonly Item[],
  send: (page: Item[]) => Promise<number[]>,
): Promise<number[]> {
  const starts = Array.from(
    { length: Math.ceil(items.length / ENTRIES_OF_A_CALL) },
    (_, page) => page * ENTRIES_OF_A_CALL,
  );
  const failed: number[] = [];
  const errors: unknown[] = [];
  await forEachAtOnce(starts, CALLS_AT_ONCE, async (start) => {
    const page = items.slice(start, start + ENTRIES_OF_A_CALL);
    try {
      failed.push(...(await send(page)).map((position) => start + position));
    } catch (error) {
      errors.push(error);
      failed.push(...page.map((_, position) => start + position));
    }
  });
  if (errors.length > 0 && errors.length === starts.length) throw errors[0];
  return failed.sort((a, b) => a - b);
}
