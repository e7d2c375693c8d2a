import { readDelivery } from '../../../webhooks/delivery';
import { type Partition, PARTITIONS } from '../../../platform/store/keys';
import type { Item } from '../../../platform/store/item';
import { readJobMessageId } from '../../../sending/jobs/results/job-message-id';

/** Owner of an item: an account, or something that belongs to an account. */
export type Owner =
  | { accountId: string }
  | { jobId: string }
  | { campaignId: string }
  | { endpointId: string }
  | { importId: string };

export type FindOwner = (item: Item) => Owner | undefined;

/** Returns the first part of the key after the partition's name. */
const firstPart = (partition: Partition, { pk }: Item): string =>
  pk.slice(PARTITIONS[partition].length).split('#')[0] ?? '';

/** Finds the account in a key in which its id follows the partition's name. */
export const accountInKey =
  (partition: Partition): FindOwner =>
  (item) => ({ accountId: firstPart(partition, item) });

export const accountInSortKey: FindOwner = ({ sk }) => ({ accountId: sk.slice(PARTITIONS.account.length) });

export const accountAttribute: FindOwner = ({ accountId }) =>
  typeof accountId === 'string' ? { accountId } : undefined;

export const jobInKey =
  (partition: Partition): FindOwner =>
  (item) => ({ jobId: firstPart(partition, item) });

/**
 * Finds the job of a receipt. Receipts are stored under their job; formerly each was stored under its message, whose id
 * contains the job.
 */
export const ownerOfReceipt: FindOwner = (item) => {
  const id = firstPart('receipt', item);
  const jobId = id.startsWith('brc_') ? id : readJobMessageId(id)?.jobId;
  return jobId === undefined ? undefined : { jobId };
};

const RECENT = 'RECENT';
export const ownerOfCampaignRun: FindOwner = (item) => {
  const [id, accountId = ''] = item.pk.slice(PARTITIONS.campaignRun.length).split('#');
  return id === RECENT ? { accountId } : { campaignId: id ?? '' };
};

/**
 * Finds the owner of clicks, which have an attribute for their account, and of counters, which have it, or their job,
 * in the key.
 */
export const ownerOfClick: FindOwner = (item) => {
  const id = firstPart('click', item);
  if (id.startsWith('acc_')) return { accountId: id };
  return id.startsWith('brc_') ? { jobId: id } : accountAttribute(item);
};

export const ownerOfDelivery: FindOwner = (item) => ({ accountId: readDelivery(item).accountId });

/** Finds the owner of the state of a queue, which names its account, and of waiting or failed entries, which do not. */
export const ownerOfQueueEntry: FindOwner = (item) =>
  accountAttribute(item) ?? { endpointId: firstPart('endpointQueue', item) };

export const ownerOfRejects: FindOwner = (item) =>
  accountAttribute(item) ?? { importId: firstPart('importRejects', item) };

/** Finds the account that the entry, or the event in it, names. */
export const ownerOfOutboxEntry: FindOwner = ({ entry }) => {
  const { accountId, event } = (entry ?? {}) as {
    accountId?: unknown;
    event?: { detail?: { accountId?: unknown } };
  };
  const id = accountId ?? event?.detail?.accountId;
  return typeof id === 'string' ? { accountId: id } : undefined;
};

export const belongsToNoAccount: FindOwner = () => undefined;
