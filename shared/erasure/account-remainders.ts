import { type Partition, clicksPk, jobKey, PARTITIONS, receiptsPk } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import { readDelivery } from '../webhooks/delivery';

/** Item that the deletion of its account leaves to a pass over the table. */
interface Remainder {
  accountId: string;
  /** Partitions whose items are deleted with this item, before it. */
  parts?: string[];
}

/** @returns `undefined` for an item that names no account, or that ends by itself */
type FindRemainder = (item: Item) => Remainder | undefined;

/** Finds the account in a key in which its id follows the partition's name. */
const accountInKey =
  (partition: Partition): FindRemainder =>
  ({ pk }) => ({ accountId: pk.slice(PARTITIONS[partition].length).split('#')[0] ?? '' });

const accountAttribute: FindRemainder = ({ accountId }) =>
  typeof accountId === 'string' ? { accountId } : undefined;

const job: FindRemainder = (item) => {
  const { id: jobId, sk, chunkCount = 0 } = item as Item & { id?: string; chunkCount?: number };
  if (sk !== 'JOB' || typeof item.accountId !== 'string' || jobId === undefined) return undefined;
  const chunks = Array.from({ length: chunkCount }, (_, index) => receiptsPk(jobId, index + 1));
  return { accountId: item.accountId, parts: [...chunks, clicksPk(jobId), jobKey(jobId).pk] };
};

/**
 * Finds the account of the items that no key of an account leads to, or not always: those under hashes, tokens, the
 * provider's ids and phones without a contact, and those of jobs, numbers and endpoints that the account no longer lists.
 * The deletion of an account finds all others by keys.
 *
 * The worker of erasures may delete items of each kind in this list.
 */
export const REMAINDERS: Readonly<Partial<Record<Partition, FindRemainder>>> = {
  automation: accountInKey('automation'),
  click: (item) => accountAttribute(item) ?? accountInKey('click')(item),
  contact: accountInKey('contact'),
  delivery: (item) => ({ accountId: readDelivery(item).accountId }),
  endpointQueue: accountAttribute,
  erasedPerson: accountInKey('erasedPerson'),
  // One that is running ends by itself, also the task of the deletion.
  erasure: (item) => (item.status === 'completed' ? accountAttribute(item) : undefined),
  feedback: accountInKey('feedback'),
  idempotency: accountInKey('idempotency'),
  importRejects: accountAttribute,
  inbound: accountInKey('inbound'),
  job,
  linkToken: accountAttribute,
  marketingCap: accountInKey('marketingCap'),
  message: accountAttribute,
  numberOwner: accountAttribute,
  outage: accountInKey('outage'),
  outbox: ofEntry,
  quota: accountInKey('quota'),
  rateWindow: accountInKey('rateWindow'),
  webhookOutbox: ofEntry,
};

/** Finds the account that an entry, or the event in it, names. */
function ofEntry({ entry }: Item): Remainder | undefined {
  const { accountId, event } = (entry ?? {}) as {
    accountId?: unknown;
    event?: { detail?: { accountId?: unknown } };
  };
  const id = accountId ?? event?.detail?.accountId;
  return typeof id === 'string' ? { accountId: id } : undefined;
}
