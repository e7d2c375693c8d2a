import type { Account } from '../../../accounts/account';
import type { CustomFieldSchema } from '../../../audience/custom-fields/custom-field-schema';
import type { TextVerdicts } from '../../refuse-resolved-text';
import type { Pause } from '../../../platform/pause';
import type { Platform } from '../../../platform/platform';
import type { JobRecipient } from '../accept/chunk';
import type { Job } from '../job';
import type { Progress } from './progress';
import type { ContactsAhead } from './read-contacts';
import type { KnownResults } from '../results/result-store';

export type ChunkDeps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'log'> & { pause?: Pause };

/** What a worker holds while it works on a chunk. `progress` is replaced as the work goes on. */
export interface ChunkWork {
  job: Job;
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
  /** From here on nobody had begun when this worker took the lease. */
  freshFrom: number;
  contactsAhead: ContactsAhead | undefined;
  /** How long the last handful took, from one beginning to the next. */
  lastHandfulMs: number | undefined;
  /** How far ahead slots are reserved, once some were missed; milliseconds. */
  slotLeadMs: number | undefined;
  /** Results by group, as far as this worker has read or written them. */
  results: Map<number, KnownResults>;
}

export function recipientAt(work: ChunkWork, position: number): JobRecipient {
  const recipient = work.recipients[position];
  if (!recipient) throw new RangeError('No such position in the chunk');
  return recipient;
}
