import { readDelivery } from '../../webhooks/delivery';
import { type Partition, PARTITIONS } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';
import { readJobMessageId } from '../../sending/jobs/results/job-message-id';

/** Whose an item is: an account's, or that of something that belongs to one. */
export type Owner =
  | { accountId: string }
  | { jobId: string }
  | { campaignId: string }
  | { endpointId: string }
  | { importId: string };

export type FindOwner = (item: Item) => Owner | undefined;

/** The first part of the key after the partition's name. */
const firstPart = (partition: Partition, { pk }: Item): string =>
  pk.slice(PARTITIONS[partition].length).split('#')[0] ?? '';

/** The partition's name is followed by the account's id. */
export const accountInKey =
  (partition: Partition): FindOwner =>
  (item) => ({ accountId: firstPart(partition, item) });

export const accountInSortKey: FindOwner = ({ sk }) => ({ accountId: sk.slice(PARTITIONS.account.length) });

export const accountAttribute: FindOwner = ({ accountId }) =>
  typeof accountId === 'string' ? { accountId } : undefined;

export const jobInKey =
  (partition: Partition): FindOwner =>
  (item) => ({ jobId: firstPart(partition, item) });

/** Receipts lie under their job; before, each lay under its message, whose id says the job. */
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

/** Clicks themselves name their account; counters have it, or their job, in the key. */
export const ownerOfClick: FindOwner = (item) => {
  const id = firstPart('click', item);
  if (id.startsWith('acc_')) return { accountId: id };
  return id.startsWith('brc_') ? { jobId: id } : accountAttribute(item);
};

export const ownerOfDelivery: FindOwner = (item) => ({ accountId: readDelivery(item).accountId });

/** The state of a queue names its account; what waits or has failed in it does not. */
export const ownerOfQueueEntry: FindOwner = (item) =>
  accountAttribute(item) ?? { endpointId: firstPart('endpointQueue', item) };

export const ownerOfRejects: FindOwner = (item) =>
  accountAttribute(item) ?? { importId: firstPart('importRejects', item) };

/** The entry names the account, or the event in it does. */
export const ownerOfOutboxEntry: FindOwner = ({ entry }) => {
  const { accountId, event } = (entry ?? {}) as {
    accountId?: unknown;
    event?: { detail?: { accountId?: unknown } };
  };
  const id = accountId ?? event?.detail?.accountId;
  return typeof id === 'string' ? { accountId: id } : undefined;
};

export const belongsToNoAccount: FindOwner = () => undefined;
