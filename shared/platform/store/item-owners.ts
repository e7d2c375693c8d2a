import { CONTACT_SHARD_PREFIX, INBOX_PREFIX, type Partition, PARTITIONS, TEXTS_PREFIX } from './keys';

/** How the key of an item tells whose it is. */
type Owner =
  /** By the account's id, with which the key of the partition goes on. */
  | 'account'
  /** By an id of the account: one that was read from its own items, that an item says is the account's, or that is new. */
  | 'id'
  /** Not at all: the item is of several accounts, or of none. A use case that asks for it checks by itself. */
  | 'shared'
  /** It is nothing that a request about an account reads or writes. */
  | 'none';

/**
 * Every kind of item, and how a request about an account may reach it: `bindTable` holds each key to this. A new kind gets its
 * line here. `shared` is for what has no account in its key and no id either; the list of those is to stay short.
 */
const OWNERS: Readonly<Record<Partition, Owner>> = {
  account: 'account',
  audit: 'account',
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
  member: 'account',
  purse: 'account',
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

  // A user can be in several accounts; an address and a list of all are what make users unique.
  user: 'shared',
  operator: 'shared',
  userEmail: 'shared',
  userList: 'shared',
  // By the address that is invited, with the account in the other part of the key.
  invited: 'shared',
  // A link, its domain and a number are registered once for all accounts.
  link: 'shared',
  linkDomain: 'shared',
  numberOwner: 'shared',
  // By the number, at which the texts of an account take turns.
  pace: 'shared',
  // By a random token.
  linkToken: 'shared',
  // Written only; the relay takes what it finds.
  outbox: 'shared',
  webhookOutbox: 'shared',

  accountList: 'none',
  identity: 'none',
  media: 'none',
  serviceAudit: 'none',
  session: 'none',
  signIn: 'none',
};

/** Partitions of the indexes that requests about an account query; all go on with its id. */
export const INDEX_PREFIXES_OF_ACCOUNTS = [CONTACT_SHARD_PREFIX, TEXTS_PREFIX, INBOX_PREFIX];

/** The longest first: one prefix may begin with another. */
const KINDS = (Object.keys(PARTITIONS) as Partition[]).sort(
  (a, b) => PARTITIONS[b].length - PARTITIONS[a].length,
);

/** What lies in a partition, and how its key tells whose it is. */
export function ownerOf(pk: string): { kind: string; prefix: string; owner: Owner } {
  const kind = KINDS.find((one) => pk.startsWith(PARTITIONS[one]));
  return kind === undefined
    ? { kind: 'unknown', prefix: '', owner: 'none' }
    : { kind, prefix: PARTITIONS[kind], owner: OWNERS[kind] };
}
