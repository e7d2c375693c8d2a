import type { Partition } from '../../../platform/store/keys';

/**
 * Way in which the deletion of an account finds the items of a kind.
 *
 * - `keys`: all of them by keys, through `itemsByKeys`
 * - `pass`: all of them by the pass over the table that erasures share, through `REMAINDERS`
 * - `keysAndPass`: most of them by keys, and by the pass those that nothing leads to any more
 * - `kept`: not at all, as they stay
 * - `foreign`: not at all, as they belong to no account
 */
type HowFound = 'keys' | 'pass' | 'keysAndPass' | 'kept' | 'foreign';

/** Every kind of item in the table. A new kind declares here how the deletion of its account finds it. */
export const HOW_FOUND: Readonly<Record<Partition, HowFound>> = {
  account: 'keys',
  accountList: 'kept',
  apiKey: 'keys',
  audit: 'kept',
  automation: 'keysAndPass',
  campaign: 'keys',
  campaignRun: 'keys',
  // Those of jobs by keys; those of messages and links name the account.
  click: 'keysAndPass',
  // A phone without a contact or a conversation is in no index.
  contact: 'keysAndPass',
  creditShard: 'kept',
  // An endpoint that was removed is on no list.
  delivery: 'keysAndPass',
  endpointQueue: 'keysAndPass',
  erasedPerson: 'pass',
  erasure: 'pass',
  export: 'keys',
  feedback: 'pass',
  form: 'keys',
  formPosts: 'foreign',
  idempotency: 'pass',
  identity: 'foreign',
  import: 'keys',
  importRejects: 'keysAndPass',
  inbound: 'pass',
  invitation: 'keys',
  invited: 'keys',
  // A job whose entry or campaign has expired is on no list.
  job: 'keysAndPass',
  jobList: 'keys',
  keyUse: 'keys',
  link: 'keys',
  linkDomain: 'keys',
  linkToken: 'keysAndPass',
  marketingCap: 'pass',
  media: 'foreign',
  member: 'keys',
  // Messages of former releases are not in the index.
  message: 'keysAndPass',
  // An account that is closed has no number, but is still the last owner of those that it had.
  numberOwner: 'pass',
  operator: 'foreign',
  outage: 'pass',
  outbox: 'pass',
  pace: 'foreign',
  quota: 'pass',
  rateWindow: 'pass',
  receipt: 'keys',
  region: 'foreign',
  review: 'keys',
  segment: 'keys',
  serviceAudit: 'foreign',
  serviceHold: 'foreign',
  session: 'foreign',
  signIn: 'foreign',
  statistics: 'kept',
  transfer: 'keys',
  user: 'keys',
  userEmail: 'foreign',
  userList: 'foreign',
  webhookOutbox: 'pass',
};
