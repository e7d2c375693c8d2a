import { newestFirst } from '../lists/newest-first';
import { MESSAGE_INDEX, messagesPks, TEXT_INDEX, textsPk } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { type Message, readMessage } from './message';

/** Key of a message in an index by age. */
interface Indexed {
  /** Place in the list, by time. */
  place: string;
  key: { pk: string; sk: string };
}

/** Message with its place in a list by time. */
export interface PlacedMessage {
  place: string;
  message: Message;
}

interface Page {
  /** Place at which the list begins, which is not in it; absent: at the newest message. */
  before: string | undefined;
  /** Most messages that are read at once: those of a page. */
  atOnce: number;
}

const INDEXES = {
  [TEXT_INDEX]: { pk: 'gsi3pk', sk: 'gsi3sk' },
  [MESSAGE_INDEX]: { pk: 'gsi4pk', sk: 'gsi4sk' },
} as const;

/** Lists the single messages to a phone and the texts from it, newest first. */
export const newestOfPhone = (
  table: Table,
  { accountId, phoneNumber, ...page }: Page & { accountId: string; phoneNumber: string },
): AsyncGenerator<PlacedMessage> =>
  readIndexed(table, [keysOf(table, TEXT_INDEX, { pk: textsPk(accountId, phoneNumber), ...page })], page);

/** Lists the single messages of an account and the texts to it, newest first. */
export const newestOfAccount = (
  table: Table,
  { accountId, ...page }: Page & { accountId: string },
): AsyncGenerator<PlacedMessage> =>
  readIndexed(
    table,
    messagesPks(accountId).map((pk) => keysOf(table, MESSAGE_INDEX, { pk, ...page })),
    page,
  );

async function* keysOf(
  table: Table,
  index: keyof typeof INDEXES,
  { pk, before, atOnce }: Page & { pk: string },
): AsyncGenerator<Indexed> {
  const names = INDEXES[index];
  const entries = table.query({
    IndexName: index,
    KeyConditionExpression: `${names.pk} = :pk${before === undefined ? '' : ` AND ${names.sk} < :before`}`,
    ExpressionAttributeValues: { ':pk': pk, ...(before !== undefined && { ':before': before }) },
    ScanIndexForward: false,
    Limit: atOnce,
  });
  for await (const entry of entries) {
    yield { place: String(entry[names.sk]), key: { pk: entry.pk, sk: entry.sk } };
  }
}

/** Reads the messages of keys. The indexes are eventually consistent: a message that is gone is left out. */
async function* readIndexed(
  table: Table,
  lists: Array<AsyncGenerator<Indexed>>,
  { atOnce }: Page,
): AsyncGenerator<PlacedMessage> {
  const merged = newestFirst(lists);
  for (;;) {
    const some: Indexed[] = [];
    while (some.length < atOnce) {
      const next = await merged.next();
      if (next.done) break;
      some.push(next.value);
    }
    const items = await table.batchGet(some.map(({ key }) => key));
    for (const [index, { place }] of some.entries()) {
      const item = items[index];
      if (item) yield { place, message: readMessage(item) };
    }
    if (some.length < atOnce) return;
  }
}
