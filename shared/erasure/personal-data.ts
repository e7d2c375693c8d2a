import { type Partition, PARTITIONS } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import { eraseAutomation, eraseEntered, erasePerson } from './internal/erase-automation';
import { eraseDelivery, eraseOutboxEntry } from './internal/erase-deliveries';
import { eraseKeyRecord } from './internal/erase-key-record';
import { eraseMessage } from './internal/erase-message';
import {
  eraseAuditEntry,
  eraseCampaign,
  eraseEvidence,
  eraseExport,
  eraseImport,
  eraseNote,
  eraseSegment,
} from './internal/erase-records';
import { eraseRejects } from './internal/erase-rejects';
import { eraseChunk, eraseDropped } from './internal/erase-recipients';
import type { Eraser } from './internal/eraser';
import { meetContact } from './internal/meet-contact';
import {
  type FindRetained,
  retainedClick,
  retainedConversation,
  retainedJob,
  retainedMessage,
  retainedNote,
  retainedTransfer,
} from './internal/retained';

/** Kind of item, and the personal data that it can hold. */
interface ItemKind {
  /** Prefix of the sort key. Absent: every other item of the partition. */
  sk?: string;
  /** Content of the item, or the reason why it is no personal data. */
  holds: string;
  /** Removes the personal data in the pass over the table. Absent: there is none, or `elsewhere` removes it. */
  erase?: Eraser;
  /** File that removes the personal data instead. */
  elsewhere?: string;
  /** Finds what retention applies to. Absent: the item stays, or expires by its own time to live. */
  retained?: FindRetained;
}

/**
 * Every kind of item in the table. Erasures and retention go by this list, and tests fail for an item that is not on
 * it, so that a new kind of item has to declare its personal data here.
 *
 * Places outside the table that hold personal data, and how it is removed:
 * - queues of messages, chunks, webhooks, erasures, transfers, campaigns and custom events: ids only
 * - bucket for files: uploads, rejected rows and exports; erase-files.ts deletes those with the number, S3 all after
 *   seven days
 * - event queue: numbers and texts for seconds; what arrives after the erasure is emptied by fan-out-events
 * - inbound and receipt queue: as the provider sent it, for seconds; a text from before the erasure is kept without
 *   number and text
 * - dead-letter queues: as their queue, for 14 days at most; erase-dead-letters.ts takes the person out of those of
 *   events, receipts and texts
 * - access logs of link domains behind CloudFront: tokens of messages and user agents, no address; deleted when they are
 *   counted, after a day at the latest
 * - queue of access logs: names of files
 * - media bucket: files under a hash, deleted after seven days
 * - event archive: no numbers, texts or names; hashes of numbers where a stage asks for them. Records that failed, and
 *   events that its stream refused, as they came, for 14 days
 * - logs: no numbers, texts or names
 *
 * **Source:** rules E2.
 */
export const ITEM_KINDS: Readonly<Record<Partition, readonly ItemKind[]>> = {
  account: [
    {
      holds:
        'nothing of a person: settings, numbers, groups, keywords, saved replies and opt-in forms with their texts, fields, links, keys and endpoints, as the account tells them to everyone',
    },
  ],
  accountList: [{ holds: 'nothing: names of accounts' }],
  apiKey: [{ holds: 'nothing: a hash' }],
  audit: [
    {
      holds: 'what something was changed to, ids, and the addresses of the users of the console',
      erase: eraseAuditEntry,
    },
  ],
  automation: [
    {
      sk: 'PERSON#',
      holds: 'number of a person on their way, with the data of the event',
      erase: erasePerson,
    },
    { sk: 'ENTERED#', holds: 'number of a person who entered', erase: eraseEntered },
    { sk: 'COUNTS#', holds: 'nothing: counts' },
    { sk: 'JOB#', holds: 'nothing: ids of jobs' },
    { sk: 'LOOK', holds: 'nothing: a place in the contact book' },
    { sk: 'CREATIONS', holds: 'nothing: a count' },
    {
      holds: 'names, filters, and texts before their merge tags are resolved, as the account typed them',
      erase: eraseAutomation,
    },
  ],
  campaign: [
    {
      holds: 'a name, a filter, and a text before its merge tags are resolved, as the account typed them',
      erase: eraseCampaign,
    },
  ],
  campaignRun: [{ holds: 'nothing: ids of jobs and contacts, and counts' }],
  click: [
    {
      holds: 'nothing: times and counts; it names the message, which names the person no more',
      retained: retainedClick,
    },
  ],
  contact: [
    {
      sk: 'CONTACT',
      holds: 'number, profile, memberships, opt-out',
      erase: meetContact,
      elsewhere: 'erase-contact.ts',
    },
    {
      sk: 'LOG#',
      holds: 'consent of a number, with evidence',
      erase: eraseEvidence,
      elsewhere: 'erase-contact.ts',
    },
    { sk: 'HELP', holds: 'when a number was answered', elsewhere: 'erase-contact.ts' },
    { sk: 'AWAY', holds: 'when a number got the away reply', elsewhere: 'erase-contact.ts' },
    {
      sk: 'CONVERSATION',
      holds: 'a number, its last text by id, and the user who looks after it',
      elsewhere: 'erase-contact.ts',
      retained: retainedConversation,
    },
    {
      sk: 'NOTE#',
      holds: 'a number, and what users noted about the person',
      erase: eraseNote,
      elsewhere: 'erase-contact.ts',
      retained: retainedNote,
    },
  ],
  delivery: [{ holds: 'number and text in the payload; answers of the receiver', erase: eraseDelivery }],
  endpointQueue: [{ holds: 'nothing: ids of events' }],
  erasedPerson: [{ holds: 'a keyed hash of the number, with the opt-out that outlives the erasure' }],
  erasure: [{ holds: 'number and name, until the erasure has ended', elsewhere: 'end-erasure.ts' }],
  export: [
    { holds: 'a filter; for its file see erase-files.ts', erase: eraseExport, retained: retainedTransfer },
  ],
  feedback: [{ holds: 'nothing: the provider’s id of a message' }],
  form: [{ holds: 'nothing: the account of a form' }],
  formPosts: [{ holds: 'nothing: times by form, and by a keyed hash of a network, for an hour' }],
  idempotency: [
    {
      holds: 'number and text of a message, name and filter of a campaign in the answer; a hash of the key',
      erase: eraseKeyRecord,
    },
  ],
  identity: [{ holds: 'nothing: who a user of the console is for the issuer' }],
  import: [
    {
      holds:
        'names of columns, samples of rejected rows, values in warnings, a sentence on consent; for its files see erase-files.ts',
      erase: eraseImport,
      retained: retainedTransfer,
    },
  ],
  importRejects: [{ holds: 'rows that were rejected, until the import has ended', erase: eraseRejects }],
  inbound: [{ holds: 'nothing: the ids of a text' }],
  invitation: [{ holds: 'nothing of a contact: e-mail addresses of people invited to the console' }],
  invited: [{ holds: 'nothing of a contact: e-mail addresses of people invited to the console' }],
  job: [
    {
      sk: 'JOB',
      holds: 'nothing of a person: a text to others, before its merge tags are resolved',
      retained: retainedJob,
    },
    { sk: 'CHUNK#', holds: 'numbers, texts and files of recipients', erase: eraseChunk },
    { sk: 'PROGRESS#', holds: 'nothing: positions and counts' },
    {
      sk: 'RESULT#',
      holds: 'texts of recipients, by position',
      elsewhere: 'erase-recipients.ts, with the chunk',
    },
    { sk: 'DROPPED#', holds: 'numbers', erase: eraseDropped },
  ],
  jobList: [{ holds: 'nothing: ids of jobs' }],
  keyUse: [{ holds: 'nothing: when an API key was last used' }],
  link: [{ holds: 'nothing: links of the account' }],
  linkDomain: [{ holds: 'nothing: domains of the account' }],
  linkToken: [{ holds: 'nothing: it names the message or job' }],
  marketingCap: [{ holds: 'nothing: ids of messages and of the contact' }],
  media: [{ holds: 'nothing: the hash of a file’s address; gone after seven days, with the file' }],
  member: [{ holds: 'nothing: ids of users' }],
  message: [{ holds: 'numbers, text, file', erase: eraseMessage, retained: retainedMessage }],
  numberOwner: [{ holds: 'nothing: numbers of accounts' }],
  operator: [{ holds: 'nothing: ids of users of the console' }],
  outbox: [
    { holds: 'number and text in events, and values that a client reported', erase: eraseOutboxEntry },
  ],
  outage: [{ holds: 'nothing: how often the provider answered' }],
  pace: [{ holds: 'nothing: numbers of accounts' }],
  creditShard: [{ holds: 'nothing: credits' }],
  quota: [{ holds: 'nothing: a count' }],
  rateWindow: [{ holds: 'nothing: a count' }],
  receipt: [{ holds: 'nothing: ids, and what the carrier says of the delivery' }],
  review: [{ holds: 'numbers of people who likely refused', elsewhere: 'request-erasure.ts' }],
  segment: [{ holds: 'a name and a filter, as the account typed them', erase: eraseSegment }],
  serviceAudit: [
    { holds: 'nothing of a person who is texted: ids, and the addresses of the users of the console' },
  ],
  region: [{ holds: 'nothing: which region sends, and times' }],
  serviceHold: [{ holds: 'nothing: why messages wait' }],
  session: [{ holds: 'nothing: a hash, and the id of a user' }],
  signIn: [{ holds: 'nothing of a contact: when a network signed in, by a keyed hash of its address' }],
  user: [{ holds: 'nothing of a person who is texted: a user of the console, whom "user remove" removes' }],
  userEmail: [{ holds: 'nothing of a person who is texted: the e-mail address of a user' }],
  userList: [{ holds: 'nothing: ids of users' }],
  statistics: [{ holds: 'nothing: counts' }],
  transfer: [{ holds: 'nothing: ids of imports and exports' }],
  webhookOutbox: [{ holds: 'nothing: ids of endpoints' }],
};

/** Longest prefix first, because one partition may be a prefix of another. */
const BY_PREFIX = (Object.keys(PARTITIONS) as Partition[]).sort(
  (a, b) => PARTITIONS[b].length - PARTITIONS[a].length,
);

/** @returns `undefined` when the key has the prefix of no partition */
export function partitionOf({ pk }: Pick<Item, 'pk'>): Partition | undefined {
  return BY_PREFIX.find((name) => pk.startsWith(PARTITIONS[name]));
}

/** @returns `undefined` for an item that is not on the list */
export function kindOf(item: Pick<Item, 'pk' | 'sk'>): ItemKind | undefined {
  const { sk } = item;
  const partition = partitionOf(item);
  if (partition === undefined) return undefined;
  return ITEM_KINDS[partition].find((kind) => kind.sk === undefined || sk.startsWith(kind.sk));
}
