import { hasEnded } from '../../../campaigns/record/campaign';
import { partitionOf } from '../../../erasure/personal-data';
import type { Item } from '../../../platform/store/item';
import type { Partition } from '../../../platform/store/keys';
import { failUnattempted, readDelivery, toDeliveryItem } from '../../../webhooks/delivery';
import { failedItem } from '../../../webhooks/queue-entries';
import {
  accountAttribute,
  accountInKey,
  accountInSortKey,
  belongsToNoAccount,
  type FindOwner,
  jobInKey,
  ownerOfCampaignRun,
  ownerOfClick,
  ownerOfDelivery,
  ownerOfOutboxEntry,
  ownerOfQueueEntry,
  ownerOfReceipt,
  ownerOfRejects,
} from './owner';

/** Rule for items of a kind when their account is exported or deleted. */
export interface ItemRule {
  /** Prefix of the sort key. Absent: every other item of the partition. */
  sk?: string;
  owner: FindOwner;
  /** Returns the items for the export; absent: the item unchanged. */
  exported?: (item: Item, now: Date) => Item[];
  /** Reason why the item is left out of an export. */
  leftOut?: string;
  /**
   * Returns true while the item waits for work that a move or a deletion would interrupt. Absent: while it is in the
   * index `due`.
   */
  isUnderWay?: (item: Item) => boolean;
  /** Reason why the item stays when the account is deleted. */
  keptAfterDeletion?: string;
}

const BOOKS = 'the books of the account: who changed what, what was sent and what it had left';
const never = () => false;

/**
 * Every kind of item in the table, as in the list for erasures. A new kind of item declares its owner here; tests fail
 * for an item that is not on the list.
 */
export const ITEM_RULES: Readonly<Record<Partition, readonly ItemRule[]>> = {
  account: [
    { sk: 'ACCOUNT', owner: accountInKey('account'), keptAfterDeletion: BOOKS },
    { sk: 'APIKEY#', owner: accountInKey('account'), leftOut: 'keys are made anew' },
    { sk: 'ENDPOINT#', owner: accountInKey('account'), exported: withoutSecrets },
    { sk: 'DELETEDGROUP#', owner: accountInKey('account'), isUnderWay: () => true },
    { owner: accountInKey('account') },
  ],
  accountList: [{ owner: accountInSortKey, keptAfterDeletion: BOOKS }],
  apiKey: [{ owner: accountAttribute, leftOut: 'keys are made anew' }],
  audit: [{ owner: accountInKey('audit'), keptAfterDeletion: BOOKS }],
  automation: [
    { sk: 'aut_', owner: accountInKey('automation'), isUnderWay: isStarted },
    { owner: accountInKey('automation'), isUnderWay: never },
  ],
  campaign: [
    // The campaigns that carry texts of automations are under way with these.
    { sk: 'aut_', owner: accountInKey('campaign'), isUnderWay: never },
    { owner: accountInKey('campaign'), isUnderWay: isLaunched },
  ],
  campaignRun: [{ owner: ownerOfCampaignRun }],
  click: [{ owner: ownerOfClick }],
  contact: [{ owner: accountInKey('contact') }],
  delivery: [{ owner: ownerOfDelivery, exported: asFailed }],
  endpointQueue: [
    { sk: 'FAILED#', owner: ownerOfQueueEntry },
    { owner: ownerOfQueueEntry, leftOut: 'work of a worker', isUnderWay: never },
  ],
  erasedPerson: [{ owner: accountInKey('erasedPerson') }],
  erasure: [{ owner: accountAttribute, isUnderWay: isErasureOfPerson, exported: withoutDeletion }],
  export: [{ owner: accountInKey('export'), leftOut: 'its file is in the bucket of the stack' }],
  feedback: [{ owner: accountInKey('feedback') }],
  form: [{ owner: accountAttribute }],
  formPosts: [{ owner: belongsToNoAccount }],
  idempotency: [{ owner: accountInKey('idempotency') }],
  identity: [{ owner: belongsToNoAccount }],
  import: [{ owner: accountInKey('import'), leftOut: 'its files are in the bucket of the stack' }],
  importRejects: [{ owner: ownerOfRejects, leftOut: 'its files are in the bucket of the stack' }],
  inbound: [{ owner: accountInKey('inbound') }],
  invitation: [{ owner: accountInKey('invitation'), leftOut: 'users are those of a stack' }],
  invited: [{ owner: accountAttribute, leftOut: 'users are those of a stack' }],
  job: [{ sk: 'JOB', owner: accountAttribute }, { owner: jobInKey('job') }],
  jobList: [{ owner: accountInKey('jobList') }],
  keyUse: [{ owner: accountAttribute, leftOut: 'keys are made anew' }],
  link: [{ owner: accountAttribute }],
  linkDomain: [{ owner: accountAttribute }],
  linkToken: [{ owner: accountAttribute }],
  marketingCap: [{ owner: accountInKey('marketingCap') }],
  media: [{ owner: belongsToNoAccount }],
  member: [{ owner: accountInKey('member'), leftOut: 'users are those of a stack' }],
  message: [{ owner: accountAttribute }],
  numberOwner: [{ owner: accountAttribute, exported: asOnlyOwner }],
  operator: [{ owner: belongsToNoAccount }],
  outbox: [{ owner: ownerOfOutboxEntry, leftOut: 'hints at work', isUnderWay: never }],
  outage: [{ owner: accountInKey('outage'), leftOut: 'it holds for as long as an outage' }],
  pace: [{ owner: belongsToNoAccount }],
  creditShard: [{ owner: accountInKey('creditShard'), keptAfterDeletion: BOOKS }],
  quota: [{ owner: accountInKey('quota') }],
  rateWindow: [{ owner: accountInKey('rateWindow'), leftOut: 'it holds for a minute' }],
  receipt: [{ owner: ownerOfReceipt }],
  region: [{ owner: belongsToNoAccount }],
  review: [{ owner: accountInKey('review') }],
  segment: [{ owner: accountInKey('segment') }],
  serviceAudit: [{ owner: belongsToNoAccount }],
  serviceHold: [{ owner: belongsToNoAccount }],
  session: [{ owner: belongsToNoAccount }],
  signIn: [{ owner: belongsToNoAccount }],
  statistics: [{ owner: accountInKey('statistics'), keptAfterDeletion: BOOKS }],
  transfer: [
    { sk: 'WAITING#', owner: accountInKey('transfer'), leftOut: 'work of a worker', isUnderWay: () => true },
    { owner: accountInKey('transfer'), leftOut: 'work of a worker', isUnderWay: never },
  ],
  user: [
    { sk: 'ACCOUNT#', owner: accountInSortKey, leftOut: 'users are those of a stack' },
    { owner: belongsToNoAccount },
  ],
  userEmail: [{ owner: belongsToNoAccount }],
  userList: [{ owner: belongsToNoAccount }],
  webhookOutbox: [{ owner: ownerOfOutboxEntry, leftOut: 'hints at work', isUnderWay: never }],
};

/** @returns `undefined` for an item that is not on the list */
export function ruleOf(item: Pick<Item, 'pk' | 'sk'>): ItemRule | undefined {
  const partition = partitionOf(item);
  if (partition === undefined) return undefined;
  return ITEM_RULES[partition].find(({ sk }) => sk === undefined || item.sk.startsWith(sk));
}

/** Returns true while a worker, the timer or a user still has work to do for an item. */
export function isUnderWay(rule: ItemRule, item: Item): boolean {
  return rule.isUnderWay ? rule.isUnderWay(item) : isDue(item);
}

const isDue = ({ gsi1pk }: Item) => gsi1pk !== undefined;

/** Excludes a retention that is still to be applied, because interrupting it does no harm, and a deletion of the account. */
function isErasureOfPerson(item: Item): boolean {
  return (item.kind ?? 'person') === 'person' && isDue(item);
}

/** Leaves out the deletion of the account, which is for this table only. */
function withoutDeletion(item: Item): Item[] {
  return item.kind === 'deletion' ? [] : [item];
}

/** Excludes drafts and automations that are stopped and have let everyone go. */
function isStarted(item: Item): boolean {
  return isDue(item) || ['running', 'paused', 'awaitingApproval'].includes(String(item.status));
}

/** Excludes drafts, which wait for no worker. */
function isLaunched({ status }: Item): boolean {
  return status !== 'draft' && !hasEnded({ status } as Parameters<typeof hasEnded>[0]);
}

/** Disables an endpoint without its secrets: it delivers nothing until it has a secret that its receiver knows. */
function withoutSecrets(item: Item, now: Date): Item[] {
  const { disabledReason = 'operator', disabledAt = now.toISOString() } = item;
  return [{ ...item, status: 'disabled', disabledReason, disabledAt, secrets: [] }];
}

/** Marks a pending delivery as failed. The stack in which it waits delivers it; elsewhere it is kept for a replay. */
function asFailed(item: Item): Item[] {
  const delivery = readDelivery(item);
  if (delivery.status !== 'pending') return [item];
  const failed = failUnattempted(delivery);
  return [toDeliveryItem(failed), failedItem(failed)];
}

/**
 * Removes previous owners of a number, which are not exported along. A number that was removed is left out: it has no
 * owner elsewhere.
 */
function asOnlyOwner({ previous: _previous, ...owner }: Item): Item[] {
  return owner.removedAt === undefined ? [owner] : [];
}
