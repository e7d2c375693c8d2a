import { array, number, object, string } from 'valibot';
import type { Account } from '../../../../accounts/account';
import { MARKETING_COUNTED_HOURS, MAX_MARKETING_CAP_MESSAGES } from '../../../../limits';
import { defineItem, type ValueOf } from '../../../../platform/store/define-item';
import { marketingCapKey } from '../../../../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../../../../platform/store/retry-on-conflict';
import type { Table } from '../../../../platform/store/table';

/**
 * Recent messages of marketing campaigns that were handed over to a contact or are being handed over now. They are
 * counted even when the account has no cap, so that a new or a longer cap takes effect at once.
 */
const capItem = defineItem({
  entity: 'marketingCap',
  key: ({ accountId, contactId }: { accountId: string; contactId: string }) =>
    marketingCapKey(accountId, contactId),
  value: object({
    /** Messages of the last 30 days, oldest first; only the newest when there are very many. */
    messages: array(object({ id: string(), atMs: number() })),
    /** Increases by one with each write: a writer must have read the previous revision. */
    revision: number(),
  }),
});
export type CountedMarketing = ValueOf<typeof capItem>;

interface CapPlace {
  accountId: string;
  contactId: string;
  messageId: string;
}

const HOUR_MS = 60 * 60 * 1000;
const COUNTED_MS = MARKETING_COUNTED_HOURS * HOUR_MS;

/**
 * Reads the marketing messages of some contacts, in their order, with one eventually consistent request. `undefined`
 * for a contact without any.
 */
export async function readCountedMarketing(
  table: Table,
  { accountId, contactIds }: { accountId: string; contactIds: string[] },
): Promise<Array<CountedMarketing | undefined>> {
  const keys = contactIds.map((contactId) => capItem.key({ accountId, contactId }));
  const items = await table.batchGet(keys, { eventuallyConsistent: true });
  return items.map(capItem.readIfAny);
}

/** Removes messages that were not handed over from the counts, as far as they are counted. Idempotent. */
export async function returnTakenPlaces(
  table: Table,
  places: CapPlace[],
  options: { nowMs: number },
): Promise<void> {
  const counted = (await table.batchGet(places.map(capItem.key))).map(capItem.readIfAny);
  const taken = places.filter((place, index) => isCounted(counted[index], place));
  await Promise.all(taken.map(async (place) => returnCapPlace(table, place, options)));
}

const isCounted = (counted: CountedMarketing | undefined, { messageId }: CapPlace): boolean =>
  counted?.messages.some(({ id }) => id === messageId) ?? false;

/**
 * Counts a marketing message of a contact before it is handed over. Idempotent for one message.
 *
 * @param options.cap of the account; absent: every message has a place
 * @param options.known result of `readCountedMarketing`
 * @returns false when the contact has had as many messages as the cap allows
 *
 * **Source:** rules E4.6.
 */
export async function takeCapPlace(
  table: Table,
  place: CapPlace,
  options: { cap: Account['marketingCap']; known: CountedMarketing | undefined; nowMs: number },
): Promise<boolean> {
  const { cap, nowMs } = options;
  const take = (counted: CountedMarketing | undefined) => {
    const others = (counted?.messages ?? []).filter(({ id }) => id !== place.messageId);
    if (cap && countWithin(others, { cap, nowMs }) >= cap.messages) return false;
    const messages = [...others, { id: place.messageId, atMs: nowMs }];
    return writeMessages(table, place, { messages, revision: counted?.revision ?? 0, nowMs });
  };
  if ((await take(options.known)) === true) return true;
  // The earlier read may be old, or the cap is reached: a place may be free by now.
  return retryOnConflict(table.waits, async () => take(await readCounted(table, place)));
}

function countWithin(
  messages: CountedMarketing['messages'],
  { cap, nowMs }: { cap: NonNullable<Account['marketingCap']>; nowMs: number },
): number {
  return messages.filter(({ atMs }) => atMs > nowMs - cap.hours * HOUR_MS).length;
}

async function returnCapPlace(table: Table, place: CapPlace, { nowMs }: { nowMs: number }): Promise<void> {
  await retryOnConflict(table.waits, async () => {
    const counted = await readCounted(table, place);
    if (!counted || !isCounted(counted, place)) return true;
    const messages = counted.messages.filter(({ id }) => id !== place.messageId);
    return writeMessages(table, place, { messages, revision: counted.revision, nowMs });
  });
}

const readCounted = async (table: Table, place: CapPlace): Promise<CountedMarketing | undefined> =>
  capItem.readIfAny(await table.get(capItem.key(place)));

async function writeMessages(
  table: Table,
  place: CapPlace,
  written: CountedMarketing & { nowMs: number },
): Promise<true | typeof CONFLICT> {
  const { revision, nowMs } = written;
  const recent = written.messages.filter(({ atMs }) => atMs > nowMs - COUNTED_MS);
  const messages = recent.slice(-MAX_MARKETING_CAP_MESSAGES);
  const result = await table.put({
    Item: {
      ...capItem.item(place, { messages, revision: revision + 1 }),
      expiresAtEpochSeconds: Math.ceil((nowMs + COUNTED_MS) / 1000),
    },
    ...(revision === 0
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'revision = :read', ExpressionAttributeValues: { ':read': revision } }),
  });
  return result.written ? true : CONFLICT;
}
