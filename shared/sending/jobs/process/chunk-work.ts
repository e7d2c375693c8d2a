import type { Contact } from '../../../audience/contacts/contact';
import type { PageResults } from '../results/result';
import type { Campaign } from '../../../campaigns/record/campaign';
import type { Account } from '../../../accounts/account';
import type { CustomFieldSchema } from '../../../audience/custom-fields/custom-field-schema';
import type { TextVerdicts } from '../../compose/refuse-resolved-text';
import type { Pause } from '../../../platform/pause';
import type { Platform } from '../../../platform/platform';
import type { JobRecipient } from '../chunk';
import type { Job } from '../job';
import type { Progress } from '../results/progress';

export type ChunkDeps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'queues' | 'log'> & {
  pause?: Pause;
};

/** `undefined` when there is no contact; `unreadable` when it is stored in an unexpected form. */
export type ContactRead = Contact | undefined | 'unreadable';

/** Contacts that were read for the next send batches. */
export interface ContactsAhead {
  readAtMs: number;
  contacts: Map<number, ContactRead>;
}

/** The results of a page, and which writing of them this is; 0 when there are none yet. */
export interface KnownResults {
  results: PageResults;
  revision: number;
}

/** What a worker holds while it works on a chunk. `progress` is replaced as the work goes on. */
export interface ChunkWork {
  job: Job;
  /** Of a campaign's job, as read while the send batch under way was stored. */
  campaign: Campaign | undefined;
  account: Account;
  chunk: number;
  recipients: JobRecipient[];
  schema: CustomFieldSchema;
  registeredLinks: ReadonlySet<string>;
  /** What the rules said of the chunk's texts so far. */
  textVerdicts: TextVerdicts;
  isSenderActive: boolean;
  ratePerSecond: number | undefined;
  progress: Progress;
  /** First position not started when the lease was acquired. */
  freshFrom: number;
  contactsAhead: ContactsAhead | undefined;
  /** How long the last send batch took, in milliseconds. */
  lastSendBatchMs: number | undefined;
  /** How far ahead slots are reserved, once some were missed; milliseconds. */
  slotLeadMs: number | undefined;
  /** Results by page, as far as this worker has read or written them. */
  results: Map<number, KnownResults>;
}

export function recipientAt(work: ChunkWork, position: number): JobRecipient {
  const recipient = work.recipients[position];
  if (!recipient) throw new RangeError('No such position in the chunk');
  return recipient;
}
