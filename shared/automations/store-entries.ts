import { forEachAtOnce } from '../platform/at-once';
import { commit, type Commit, type Part, required } from '../platform/store/commit';
import { automationShardOf } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import type { Table } from '../platform/store/table';
import { propertiesOf } from '../platform/is-record';
import type { AutomationPlan } from './record/automation';
import { CountChanges } from './record/counts';
import { enteredItem, type Person } from './record/person';

const DAY_MS = 24 * 60 * 60 * 1000;
/** People of a transaction, each with up to three writes. */
const PEOPLE_AT_ONCE = 25;
const TRANSACTIONS_AT_ONCE = 4;

/** Entry of one person, decided and not stored yet. */
export interface DecidedEntry {
  person: Person;
  /** Item of the person. */
  item: Item;
  /** Marks of the entry, which are refused when the person has entered as often as they may. */
  marks: Array<Part<'entered'>>;
  /** Adds the person to the counts of the version. */
  count: (counts: CountChanges) => void;
}

/** Entries that were stored, and those that could not be tried. Who is in neither has entered as often as they may. */
interface StoredEntries<One> {
  /** Also those that were stored before, by the same cause. */
  entered: One[];
  failed: Array<{ entry: One; error: unknown }>;
}

/**
 * Stores the entries of different people into one version of an automation, many in a transaction. When one of them is
 * refused, or the transaction fails, each is tried alone. May be repeated.
 */
export async function storeEntries<One extends DecidedEntry>(
  table: Table,
  entries: One[],
): Promise<StoredEntries<One>> {
  const stored: StoredEntries<One> = { entered: [], failed: [] };
  await forEachAtOnce(batchesOf(entries), TRANSACTIONS_AT_ONCE, async (batch) => {
    if (batch.length > 1 && (await areAllStored(table, batch))) {
      stored.entered.push(...batch);
      return;
    }
    for (const entry of batch) {
      try {
        const result = await storeAll(table, [entry]);
        if (result.committed || isSameEntry(result, entry)) stored.entered.push(entry);
      } catch (error) {
        stored.failed.push({ entry, error });
      }
    }
  });
  return stored;
}

/** Groups entries by what a transaction can hold: people of one shard, whose counts are one item. */
function batchesOf<One extends DecidedEntry>(entries: One[]): One[][] {
  const batches: One[][] = [];
  const open = new Map<number, One[]>();
  for (const entry of entries) {
    const shard = automationShardOf(entry.person.phoneNumber);
    const batch = open.get(shard);
    if (batch && batch.length < PEOPLE_AT_ONCE) batch.push(entry);
    else {
      const begun = [entry];
      open.set(shard, begun);
      batches.push(begun);
    }
  }
  return batches;
}

async function areAllStored(table: Table, batch: DecidedEntry[]): Promise<boolean> {
  try {
    return (await storeAll(table, batch)).committed;
  } catch {
    // Each is tried alone, and says why it fails.
    return false;
  }
}

async function storeAll(table: Table, batch: DecidedEntry[]): Promise<Commit<'entered' | 'repeated'>> {
  const [first] = batch;
  if (!first) return { committed: true };
  const counts = new CountChanges();
  for (const { count } of batch) count(counts);
  const parts = batch.flatMap(({ item, marks }): Array<Part<'entered' | 'repeated'>> => [
    ...marks,
    {
      write: { Put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' } },
      onFail: 'repeated',
    },
  ]);
  const { person } = first;
  const shard = automationShardOf(person.phoneNumber);
  return commit(table, [...parts, ...required([counts.write({ ...person, shard })])]);
}

/** Returns true when the refused entry is the one that is stored. */
const isSameEntry = (
  { refusal, found }: { refusal: 'entered' | 'repeated'; found?: object | undefined },
  { person }: DecidedEntry,
): boolean => refusal === 'repeated' || propertiesOf(found)['entry'] === person.entry;

/** Builds the mark of the entry; it is refused when the person has entered as often as they may. */
export function entryLimit({ entry }: AutomationPlan, entered: Entered): Array<Part<'entered'>> {
  if (entry === 'always') return [];
  return [markEntry(entered, entry === 'once' ? {} : { days: entry.onceInDays })];
}

interface Entered {
  person: Person;
  now: Date;
}

/** Builds a mark with the time and cause of an entry. It is refused while there is one, for some days or for ever. */
export function markEntry(
  { person, now }: Entered,
  { days, key }: { days?: number | undefined; key?: string | undefined },
): Part<'entered'> {
  const { enteredAt: at, contactId, entry } = person;
  const since = days === undefined ? '' : new Date(now.getTime() - days * DAY_MS).toISOString();
  return {
    write: {
      Put: {
        Item: {
          ...enteredItem.item({ ...person, ...(key !== undefined && { key }) }, { at, contactId, entry }),
          ...(days !== undefined && {
            expiresAtEpochSeconds: Math.ceil((now.getTime() + (days + 1) * DAY_MS) / 1000),
          }),
        },
        // A contact that was deleted and made anew is another person.
        ConditionExpression: 'attribute_not_exists(pk) OR contactId <> :contactId OR #at <= :since',
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: { ':contactId': contactId, ':since': since },
      },
    },
    onFail: 'entered',
  };
}
