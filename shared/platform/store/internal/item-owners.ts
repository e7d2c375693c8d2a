import { CONTACT_SHARD_PREFIX, INBOX_PREFIX, type Partition, PARTITIONS, TEXTS_PREFIX } from '../keys';

/** Way in which the key of an item tells its account. */
type Owner =
  /** The key contains the account's id after the partition's prefix. */
  | 'account'
  /**
   * The key contains an id of the account: one that was read from the account's own items, that an item names as the
   * account's, or that is new.
   */
  | 'id'
  /**
   * The key does not tell: the item belongs to several accounts or to none. A use case that reads it checks the account
   * itself.
   */
  | 'shared'
  /** Requests about an account never access the item. */
  | 'none';

/**
 * Rules for how a request about an account may access each kind of item: `bindTable` checks each key by them. Every new
 * kind needs a line here. `shared` is for items with neither an account nor an id in their key; keep that list short.
 */
const OWNERS: Readonly<Record<Partition, Owner>> = {
  account: 'account',
  audit: 'account',
  automation: 'account',
  campaign: 'account',
  contact: 'account',
  erasedPerson: 'account',
  export: 'account',
  idempotency: 'account',
  import: 'account',
  invitation: 'account',
  inbound: 'account',
  jobList: 'account',
  marketingCap: 'account',
  outage: 'account',
  member: 'account',
  messageList: 'account',
  creditShard: 'account',
  quota: 'account',
  rateWindow: 'account',
  review: 'account',
  segment: 'account',
  statistics: 'account',
  transfer: 'account',

  apiKey: 'id',
  campaignRun: 'id',
  click: 'id',
  delivery: 'id',
  endpointQueue: 'id',
  erasure: 'id',
  importRejects: 'id',
  job: 'id',
  keyUse: 'id',
  message: 'id',
  receipt: 'id',

  // A user can be in several accounts; the items by address and of the list of all users make users unique.
  user: 'shared',
  operator: 'shared',
  userEmail: 'shared',
  userList: 'shared',
  // The key is the invited address, with the account in the sort key.
  invited: 'shared',
  // A form is found by its public id.
  form: 'shared',
  // A link, its domain and a number are registered once for all accounts.
  link: 'shared',
  linkDomain: 'shared',
  numberOwner: 'shared',
  // The key is the number, whose slots the texts of an account share.
  pace: 'shared',
  // One for all accounts.
  serviceHold: 'shared',
  // The key is a random token.
  linkToken: 'shared',
  // Requests only write these; the relay processes every item that it finds.
  outbox: 'shared',
  webhookOutbox: 'shared',

  accountList: 'none',
  formPosts: 'none',
  identity: 'none',
  media: 'none',
  serviceAudit: 'none',
  session: 'none',
  signIn: 'none',
};

/** Prefixes of the index partitions that requests about an account query; the account's id follows each of them. */
export const INDEX_PREFIXES_OF_ACCOUNTS = [CONTACT_SHARD_PREFIX, TEXTS_PREFIX, INBOX_PREFIX];

/** Sorted by length, longest first: one prefix may begin with another. */
const KINDS = (Object.keys(PARTITIONS) as Partition[]).sort(
  (a, b) => PARTITIONS[b].length - PARTITIONS[a].length,
);

/** Returns the kind of items in a partition, and how its key tells their account. */
export function ownerOf(pk: string): { kind: string; prefix: string; owner: Owner } {
  const kind = KINDS.find((one) => pk.startsWith(PARTITIONS[one]));
  return kind === undefined
    ? { kind: 'unknown', prefix: '', owner: 'none' }
    : { kind, prefix: PARTITIONS[kind], owner: OWNERS[kind] };
}
