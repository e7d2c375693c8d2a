import {
  CONTACT_SHARD_PREFIX,
  INBOX_PREFIX,
  MESSAGES_PREFIX,
  type Partition,
  PARTITIONS,
  TEXTS_PREFIX,
} from '../keys';

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

// Names for the values, which each bundle has dozens of times.
const ACCOUNT: Owner = 'account';
const ID: Owner = 'id';
const SHARED: Owner = 'shared';
const NONE: Owner = 'none';

/**
 * Rules for how a request about an account may access each kind of item: `bindTable` checks each key by them. Every new
 * kind needs a line here. `shared` is for items with neither an account nor an id in their key; keep that list short.
 */
const OWNERS: Readonly<Record<Partition, Owner>> = {
  account: ACCOUNT,
  audit: ACCOUNT,
  automation: ACCOUNT,
  campaign: ACCOUNT,
  contact: ACCOUNT,
  erasedPerson: ACCOUNT,
  export: ACCOUNT,
  idempotency: ACCOUNT,
  import: ACCOUNT,
  invitation: ACCOUNT,
  feedback: ACCOUNT,
  inbound: ACCOUNT,
  jobList: ACCOUNT,
  marketingCap: ACCOUNT,
  outage: ACCOUNT,
  member: ACCOUNT,
  creditShard: ACCOUNT,
  quota: ACCOUNT,
  rateWindow: ACCOUNT,
  review: ACCOUNT,
  segment: ACCOUNT,
  statistics: ACCOUNT,
  transfer: ACCOUNT,

  apiKey: ID,
  campaignRun: ID,
  click: ID,
  delivery: ID,
  endpointQueue: ID,
  erasure: ID,
  importRejects: ID,
  job: ID,
  keyUse: ID,
  message: ID,
  receipt: ID,

  // A user can be in several accounts; the items by address and of the list of all users make users unique.
  user: SHARED,
  operator: SHARED,
  userEmail: SHARED,
  userList: SHARED,
  // The key is the invited address, with the account in the sort key.
  invited: SHARED,
  // A form is found by its public id.
  form: SHARED,
  // A link, its domain and a number are registered once for all accounts.
  link: SHARED,
  linkDomain: SHARED,
  numberOwner: SHARED,
  // The key is the number, whose slots the texts of an account share.
  pace: SHARED,
  // It belongs to no account.
  region: SHARED,
  // One for all accounts.
  serviceHold: SHARED,
  // The key is a random token.
  linkToken: SHARED,
  // Requests only write these; the relay processes every item that it finds.
  outbox: SHARED,
  webhookOutbox: SHARED,

  accountList: NONE,
  formPosts: NONE,
  identity: NONE,
  media: NONE,
  serviceAudit: NONE,
  session: NONE,
  signIn: NONE,
};

/** Prefixes of the index partitions that requests about an account query; the account's id follows each of them. */
export const INDEX_PREFIXES_OF_ACCOUNTS = [CONTACT_SHARD_PREFIX, INBOX_PREFIX, TEXTS_PREFIX, MESSAGES_PREFIX];

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
