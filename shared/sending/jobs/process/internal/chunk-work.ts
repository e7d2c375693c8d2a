import type { Contact } from '../../../../audience/contacts/contact';
import type { PageResults } from '../../results/result';
import type { SenderTurn } from '../../../../senders/number';
import type { Campaign } from '../../../../campaigns/record/campaign';
import type { LimitedCountry } from '../../../../budgets/country-limit';
import type { TakenTexts } from '../../../../budgets/take-texts';
import type { Account } from '../../../../accounts/account';
import type { CustomFieldSchema } from '../../../../audience/custom-fields/custom-field-schema';
import type { TextVerdicts } from '../../../compose/refuse-resolved-text';
import type { Pause } from '../../../../platform/pause';
import type { LineType } from '../../../../platform/provider/port';
import type { Platform } from '../../../../platform/platform';
import type { JobRecipient } from '../../chunk';
import type { Job } from '../../job';
import type { Progress } from '../../results/progress';

export type ChunkDeps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'queues' | 'log'> & {
  pause?: Pause;
};

/** Contact as read: `undefined` when there is none, `unreadable` when it is stored in an unexpected form. */
export type ContactRead = Contact | undefined | 'unreadable';

/** Contacts that were read for the next send batches. */
interface ContactsAhead {
  readAtMs: number;
  contacts: Map<number, ContactRead>;
}

/** Results of a page with the revision in which they are stored; 0 when there are none yet. */
export interface KnownResults {
  results: PageResults;
  revision: number;
}

/** State that a worker holds while it works on a chunk. `progress` is replaced as the work goes on. */
export interface ChunkWork extends SenderTurn {
  job: Job;
  /**
   * The job's campaign as last read, when the chunk was opened or after a send batch was stored; `undefined` for other
   * jobs.
   */
  campaign: Campaign | undefined;
  account: Account;
  chunk: number;
  /** Identity from which messages leave: the job's number, or of a job on a sender its member's or a stand-in's. */
  from: string;
  /** Identity that the chunk belongs to; only for a job on a sender. */
  member: string | undefined;
  recipients: JobRecipient[];
  schema: CustomFieldSchema;
  registeredLinks: ReadonlySet<string>;
  /** Verdicts of the content rules on the chunk's texts so far. */
  textVerdicts: TextVerdicts;
  progress: Progress;
  /** First position not started when the lease was acquired. */
  freshFrom: number;
  contactsAhead: ContactsAhead | undefined;
  /** Look-ups of the current send batch, by position: a read of the contact may not have them yet. */
  lookUps: Map<number, { lineType: LineType; at: string }>;
  /** Duration of the last send batch, in milliseconds. */
  lastSendBatchMs: number | undefined;
  /** Lead with which slots are reserved once some were missed, in milliseconds. */
  slotLeadMs: number | undefined;
  /** Texts that the worker has taken from limits of countries and not used, by country. */
  heldTexts: Map<LimitedCountry, TakenTexts>;
  /** Results by page, as far as this worker has read or written them. */
  results: Map<number, KnownResults>;
}

export function recipientAt(work: ChunkWork, position: number): JobRecipient {
  const recipient = work.recipients[position];
  if (!recipient) throw new RangeError('No such position in the chunk');
  return recipient;
}
