import { array, number, object, string } from 'valibot';
import { defineItem } from '../../../platform/store/define-item';
import { marketingCapKey } from '../../../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../../../platform/store/retry-on-conflict';
import type { Table } from '../../../platform/store/table';

/** The messages of marketing campaigns that a contact was handed lately, or is being handed now. */
const capItem = defineItem({
  entity: 'marketingCap',
  key: ({ accountId, contactId }: { accountId: string; contactId: string }) =>
    marketingCapKey(accountId, contactId),
  value: object({
    messages: array(object({ id: string(), atMs: number() })),
    /** Counts writes: a writer must have read the one before. */
    revision: number(),
  }),
});

interface CapPlace {
  accountId: string;
  contactId: string;
  messageId: string;
}

/** How many messages in how many hours. */
export interface MarketingCap {
  messages: number;
  hours: number;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * Takes a place within the cap for a message, before it is handed over. Repeated for the same message it stays one
 * place.
 *
 * @returns false when the contact has had as many as are allowed
 *
 * **Source:** rules E4.6.
 */
export async function takeCapPlace(
  table: Table,
  place: CapPlace,
  { cap, nowMs }: { cap: MarketingCap; nowMs: number },
): Promise<boolean> {
  const windowMs = cap.hours * HOUR_MS;
  return retryOnConflict(table.waits, async () => {
    const item = capItem.readIfAny(await table.get(capItem.key(place)));
    const recent = (item?.messages ?? []).filter(({ atMs }) => atMs > nowMs - windowMs);
    const others = recent.filter(({ id }) => id !== place.messageId);
    if (others.length >= cap.messages) return false;
    const messages = [...others, { id: place.messageId, atMs: nowMs }];
    return writeMessages(table, place, { messages, revision: item?.revision ?? 0, windowMs, nowMs });
  });
}

/** Gives the place of a message back that was not handed over. Does nothing for one that has none. */
export async function returnCapPlace(
  table: Table,
  place: CapPlace,
  { cap, nowMs }: { cap: MarketingCap; nowMs: number },
): Promise<void> {
  const windowMs = cap.hours * HOUR_MS;
  await retryOnConflict(table.waits, async () => {
    const item = capItem.readIfAny(await table.get(capItem.key(place)));
    const messages = item?.messages.filter(({ id }) => id !== place.messageId);
    if (!item || messages?.length === item.messages.length) return true;
    return writeMessages(table, place, {
      messages: messages ?? [],
      revision: item.revision,
      windowMs,
      nowMs,
    });
  });
}

async function writeMessages(
  table: Table,
  place: CapPlace,
  written: {
    messages: Array<{ id: string; atMs: number }>;
    revision: number;
    windowMs: number;
    nowMs: number;
  },
): Promise<true | typeof CONFLICT> {
  const { messages, revision, windowMs, nowMs } = written;
  const result = await table.put({
    Item: {
      ...capItem.item(place, { messages, revision: revision + 1 }),
      expiresAtEpochSeconds: Math.ceil((nowMs + windowMs) / 1000),
    },
    ...(revision === 0
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'revision = :read', ExpressionAttributeValues: { ':read': revision } }),
  });
  return result.written ? true : CONFLICT;
}
