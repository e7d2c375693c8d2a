import { forEachAtOnce } from '../../at-once';
import { type Pause, realPause } from '../../pause';

/** Most entries that SQS and EventBridge take in one call. */
const ENTRIES_OF_A_CALL = 10;
/** Most bytes that the entries of one call may have together. */
const BYTES_OF_A_CALL = 256 * 1024;
const CALLS_AT_ONCE = 8;
/**
 * Longest pauses before refused items go again, in milliseconds; each is shortened at random by up to a half. What is
 * refused after the last one is left to the caller, which sends it again later.
 */
const LONGEST_PAUSES_MS = [100, 400];

/** Item that a call that went through did not accept. */
export interface Refusal {
  /** Position of the item within its page. */
  position: number;
  /** True when the same item may be accepted a moment later, as after throttling. */
  isTransient: boolean;
}

interface SendInPages<Item> {
  /** Sends one page. */
  send: (page: Item[]) => Promise<Refusal[]>;
  /** Bytes that an item counts for in its call; absent where the items are always small. */
  bytesOf?: (item: Item) => number;
  pause?: Pause | undefined;
}

/**
 * Sends items in calls of up to ten items and 256 KB, several at a time. Of a page only what was refused, and may be
 * accepted a moment later, is sent again: up to twice, after a pause. A call that fails does not keep the others from
 * theirs, and is not repeated: the SDK has repeated it.
 *
 * @returns indexes of the items that were not accepted, in order
 * @throws the first error when every call failed
 */
export async function sendInPages<Item>(
  items: readonly Item[],
  options: SendInPages<Item>,
): Promise<number[]> {
  const pages = toPages(items, options);
  const failed: number[] = [];
  const errors: unknown[] = [];
  await forEachAtOnce(pages, CALLS_AT_ONCE, async ({ start, page }) => {
    try {
      failed.push(...(await sendPage(page, options)).map((position) => start + position));
    } catch (error) {
      errors.push(error);
      failed.push(...page.map((_, position) => start + position));
    }
  });
  if (errors.length > 0 && errors.length === pages.length) throw errors[0];
  return failed.sort((a, b) => a - b);
}

function toPages<Item>(
  items: readonly Item[],
  { bytesOf = () => 0 }: SendInPages<Item>,
): Array<{ start: number; page: Item[] }> {
  const pages: Array<{ start: number; page: Item[]; bytes: number }> = [];
  for (const [index, item] of items.entries()) {
    const bytes = bytesOf(item);
    const last = pages.at(-1);
    if (last && last.page.length < ENTRIES_OF_A_CALL && last.bytes + bytes <= BYTES_OF_A_CALL) {
      last.page.push(item);
      last.bytes += bytes;
    } else pages.push({ start: index, page: [item], bytes });
  }
  return pages;
}

/** @returns positions that were not accepted. @throws the error of the first call */
async function sendPage<Item>(
  page: Item[],
  { send, pause = realPause }: SendInPages<Item>,
): Promise<number[]> {
  let refusals = await send(page);
  for (const longestMs of LONGEST_PAUSES_MS) {
    const again = refusals.filter(({ isTransient }) => isTransient).map(({ position }) => position);
    if (again.length === 0) break;
    await pause(longestMs * (1 - Math.random() / 2));
    const items = again.map((position) => page[position] as Item);
    const refusedAgain = await send(items).catch(() => refuseAll(items));
    refusals = [
      ...refusals.filter(({ isTransient }) => !isTransient),
      ...refusedAgain.map((refusal) => ({ ...refusal, position: again[refusal.position] as number })),
    ];
  }
  return refusals.map(({ position }) => position);
}

/** Refuses what a failed repetition contained; the rest of its page was accepted. */
const refuseAll = (items: unknown[]): Refusal[] =>
  items.map((_, position) => ({ position, isTransient: false }));
