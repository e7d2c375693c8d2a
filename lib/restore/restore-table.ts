import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { dueToLeave } from '../../shared/audience/consent/consent-writes';
import { readContact } from '../../shared/audience/contacts/contact';
import { findErasedPeople } from '../../shared/audience/contacts/erased-person';
import { updateExpression } from '../../shared/platform/store/expressions';
import { contactKey, groupKey, type Key, PARTITIONS } from '../../shared/platform/store/keys';
import type { Item } from '../../shared/platform/store/item';
import { Table } from '../../shared/platform/store/table';
import { noteCallee } from '../../shared/platform/aws/callee';
import { LoggedRefusals, refusalsOfLost } from './logged-refusals';

interface RestoreReport {
  put: number;
  deleted: number;
  /** Number of contacts and numbers that have refused since the restore point, and still do. */
  refusals: number;
}

/**
 * Partitions that are restored: those that people have set up. Records of messages sent, of questions and of consent
 * are not: otherwise messages would go out again, and proof of consent would be lost.
 */
const RESTORED: Array<{ partition: string; except?: string }> = [
  { partition: PARTITIONS.account, except: 'JOB#' },
  { partition: PARTITIONS.accountList },
  { partition: PARTITIONS.apiKey },
  { partition: PARTITIONS.contact, except: 'LOG#' },
  { partition: PARTITIONS.link, except: 'CLICK#' },
  { partition: PARTITIONS.linkDomain },
  { partition: PARTITIONS.numberOwner },
  { partition: PARTITIONS.segment },
];
const ITEMS_AT_ONCE = 100;

/**
 * Copies the state of a restored table over that of the table in use, which keeps its name, its stream and its
 * grants. No other writes are allowed meanwhile. Harmless to repeat.
 *
 * @param options.from the name of the restored table
 * @param options.to the name of the table in use
 * @param options.isDryRun only counts
 */
export async function restoreTable(options: {
  documents: DynamoDBDocumentClient;
  from: string;
  to: string;
  isDryRun: boolean;
  now: Date;
}): Promise<RestoreReport> {
  const { documents, from, to, isDryRun, now } = options;
  const target = new Table(documents, to);
  const report: RestoreReport = { put: 0, deleted: 0, refusals: 0 };
  const restoredKeys = new Set<string>();
  const leftGroups = new Map<string, { key: Key; count: number }>();
  const contactsLeft = new Set<string>();
  const logged = new LoggedRefusals();

  // 1. Restores the items.
  for await (const page of pagesOf(documents, from)) {
    const items = page.filter(isRestored);
    const known = await target.batchGet(items.map(({ pk, sk }) => ({ pk, sk })));
    const erased = await findErasedContacts(target, items);
    const refusedSince = await refusalsOfLost(target, items, known);
    const puts = items.flatMap((item, index) => {
      restoredKeys.add(keyText(item));
      const current = known[index];
      if (erased.has(item)) {
        countOut(leftGroups, item);
        return [];
      }
      const hardOptOut = current?.hardOptOut ?? refusedSince.get(item);
      if (hardOptOut && !item.hardOptOut) report.refusals++;
      return isRevoked(current)
        ? []
        : [
            {
              ...item,
              ...balancesOf(current),
              ...refusalOf(hardOptOut, item, now),
              ...holdsOf(current, item),
            },
          ];
    });
    if (!isDryRun) await target.batchPut(puts);
    report.put += puts.length;
    for (const item of puts.filter(isContact)) contactsLeft.add(keyText(item));
  }
  // 2. Takes people who were erased since the restore point out of their groups.
  if (!isDryRun) await subtractMembers(target, leftGroups);
  // 3. Deletes the items that were added since the restore point.
  for await (const page of pagesOf(documents, to)) {
    logged.collect(page);
    const items = page.filter(isRestored);
    const added = items.filter((item) => !restoredKeys.has(keyText(item)));
    const deleted = added.filter(({ hardOptOut }) => !hardOptOut);
    if (!isDryRun) await target.batchDelete(deleted);
    report.deleted += deleted.length;
    report.refusals += added.length - deleted.length;
    const gone = new Set(deleted);
    for (const item of items.filter(isContact)) if (!gone.has(item)) contactsLeft.add(keyText(item));
  }
  // 4. Keeps the opt-outs of numbers without a contact: of contacts that were added since, refused and are deleted.
  const remembered = await logged.withoutContact(target, (contact) => contactsLeft.has(keyText(contact)));
  if (!isDryRun) await target.batchPut(remembered);
  report.refusals += remembered.length;
  return report;
}

async function* pagesOf(documents: DynamoDBDocumentClient, tableName: string): AsyncGenerator<Item[]> {
  const pages = paginateScan(
    { client: documents, pageSize: ITEMS_AT_ONCE },
    { TableName: tableName, ConsistentRead: true },
  );
  try {
    for await (const { Items = [] } of pages) yield Items as Item[];
  } catch (error) {
    throw noteCallee(error, `The table ${tableName}`);
  }
}

function isRestored({ pk, sk }: Key): boolean {
  return RESTORED.some(
    ({ partition, except }) => pk.startsWith(partition) && (except === undefined || !sk.startsWith(except)),
  );
}

const isContact = ({ sk }: Key) => sk === contactKey('', '').sk;

/** A key that was revoked is not restored. */
const isRevoked = (item: Item | undefined) => item?.revokedAt !== undefined;

/** Keeps the present balances of an account: credits belong to sent messages, which the restore does not undo. */
function balancesOf(account: Item | undefined): Partial<Item> {
  if (account?.sk !== 'ACCOUNT') return {};
  const { smsCredits, mmsCredits, hasCreditShards, creditShardFills, creditShardsHoldAtMost } = account;
  return {
    ...{ smsCredits, mmsCredits, creditShardFills, creditShardsHoldAtMost },
    ...(hasCreditShards === undefined ? {} : { hasCreditShards }),
  };
}

/** Keeps a refusal. The timer makes the contact leave the groups that the restored one is in. */
function refusalOf(hardOptOut: unknown, restored: Item, now: Date): Partial<Item> {
  if (!hardOptOut) return {};
  const refused: Item = { ...restored, hardOptOut };
  return { ...refused, ...dueToLeave(readContact(refused), now) };
}

/** Attributes for which a contact is held back. The list of reviews is not restored, nor are receipts taken again. */
const HELD_BY = ['likelyOptOut', 'hardFailures', 'setAsideAt', 'setAsideReason', 'lookedUp'];

/** Keeps a contact's present holds. */
function holdsOf(current: Item | undefined, restored: Item): Partial<Item> {
  const names = HELD_BY.filter((name) => current?.[name] !== undefined || restored[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, current?.[name]]));
}

const keyText = ({ pk, sk }: Key) => `${pk}\n${sk}`;

/**
 * Finds contacts of people who were erased after the backup: they stay erased, and their opt-outs stay under the hash.
 */
async function findErasedContacts(target: Table, items: Item[]): Promise<ReadonlySet<Item>> {
  const contacts = items.filter(
    ({ entity, phoneNumber }) => entity === 'contact' && phoneNumber !== undefined,
  );
  const people = await findErasedPeople(
    target,
    contacts.map((item) => ({ accountId: String(item.accountId), phoneNumber: String(item.phoneNumber) })),
  );
  return new Set(contacts.filter((item, index) => String(item.createdAt) <= (people[index]?.erasedAt ?? '')));
}

function countOut(leftGroups: Map<string, { key: Key; count: number }>, contact: Item): void {
  for (const groupId of Object.keys(contact.memberships ?? {})) {
    const key = groupKey(String(contact.accountId), groupId);
    leftGroups.set(keyText(key), { key, count: (leftGroups.get(keyText(key))?.count ?? 0) + 1 });
  }
}

async function subtractMembers(
  target: Table,
  leftGroups: ReadonlyMap<string, { key: Key; count: number }>,
): Promise<void> {
  for (const { key, count } of leftGroups.values()) {
    await target.update({
      Key: key,
      ...updateExpression({ add: { contactCount: -count } }),
      ConditionExpression: 'attribute_exists(pk)',
    });
  }
}
