import {
  accountKey,
  automationSendsPk,
  campaignsPk,
  ENDPOINT_PREFIX,
  importsPk,
  jobKey,
  type Partition,
} from '../../platform/store/keys';
import { partitionOf } from '../../erasure/personal-data';
import type { Item } from '../../platform/store/item';
import type { Platform } from '../../platform/platform';
import type { Table } from '../../platform/store/table';
import { readWholeTable } from './internal/read-whole-table';
import { isUnderWay, type ItemRule, ruleOf } from './internal/item-rules';
import type { Owner } from './internal/owner';

/** Item of the requested account, with its rule. */
export interface AccountItem {
  item: Item;
  rule: ItemRule;
  partition: Partition;
}

/** Thrown for an item of the table without a rule: an export or deletion would be incomplete. */
class ItemWithoutRuleError extends Error {
  override readonly name = 'ItemWithoutRuleError';
}

/**
 * Reads all items of an account in one pass over the whole table, for an export.
 *
 * @throws ItemWithoutRuleError for an item that a later release has stored
 */
export async function* itemsOfAccount(
  deps: Pick<Platform, 'table' | 'clock'>,
  accountId: string,
): AsyncGenerator<AccountItem> {
  const isOwn = await ownershipOf(deps.table, accountId);
  for await (const item of readWholeTable(deps)) {
    const found = withRule(item);
    if (await isOwn(found.rule.owner(item))) yield found;
  }
}

/**
 * Adds to an item of the table what its kind says.
 *
 * @throws ItemWithoutRuleError for an item that a later release has stored
 */
export function withRule(item: Item): AccountItem {
  const partition = partitionOf(item);
  const rule = ruleOf(item);
  if (partition === undefined || rule === undefined) {
    throw new ItemWithoutRuleError(`The table has a kind of item that is not known: ${kindText(item)}`);
  }
  return { item, rule, partition };
}

/** Leaves out the rest of the key, which may be a phone number. */
const kindText = ({ pk, sk }: Item) => `${pk.split('#')[0]} ${sk.split('#')[0]}`;

/**
 * Finds the account of items that do not name it, through the job, campaign, import or endpoint that they belong to.
 */
async function ownershipOf(
  table: Table,
  accountId: string,
): Promise<(owner: Owner | undefined) => Promise<boolean>> {
  const campaignIds = new Set([
    ...(await sortKeysOf(table, campaignsPk(accountId))),
    ...(await sortKeysOf(table, automationSendsPk(accountId))),
  ]);
  const importIds = await sortKeysOf(table, importsPk(accountId));
  const endpointIds = await sortKeysOf(table, accountKey(accountId).pk, ENDPOINT_PREFIX);
  const jobs = new Map<string, boolean>();
  const isOwnJob = async (jobId: string): Promise<boolean> => {
    const known = jobs.get(jobId);
    if (known !== undefined) return known;
    const isOwn = (await table.get(jobKey(jobId)))?.accountId === accountId;
    jobs.set(jobId, isOwn);
    return isOwn;
  };
  return async (owner) => {
    if (owner === undefined) return false;
    if ('accountId' in owner) return owner.accountId === accountId;
    if ('jobId' in owner) return isOwnJob(owner.jobId);
    if ('campaignId' in owner) return campaignIds.has(owner.campaignId);
    if ('endpointId' in owner) return endpointIds.has(owner.endpointId);
    return importIds.has(owner.importId);
  };
}

async function sortKeysOf(table: Table, pk: string, prefix = ''): Promise<ReadonlySet<string>> {
  const items = await table.queryAll({
    KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ...(prefix !== '' && { ':prefix': prefix }) },
    ProjectionExpression: 'sk',
    ConsistentRead: true,
  });
  return new Set(items.map(({ sk }) => sk.slice(prefix.length)));
}

/** Numbers of items of an account that still wait for work, by partition. */
export type UnderWay = Partial<Record<Partition, number>>;

export function countUnderWay(underWay: UnderWay, { item, rule, partition }: AccountItem): void {
  if (isUnderWay(rule, item)) underWay[partition] = (underWay[partition] ?? 0) + 1;
}

/** Returns for example `1 campaign, 3 message`; empty when nothing waits. */
export const describeUnderWay = (underWay: UnderWay): string =>
  Object.entries(underWay)
    .map(([partition, count]) => `${count} ${partition}`)
    .join(', ');
