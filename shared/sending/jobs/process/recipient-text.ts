import type { Contact } from '../../../audience/contacts/contact';
import { resolveBody } from '../../compose/prepare-body';
import { countParts } from '../../../content/segments';
import type { NotReady } from '../../../platform/provider/port';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';
import { recipientToken } from '../link-token';

/** What one recipient of a job is sent. */
export interface RecipientText {
  text: string;
  /** The text as accepted, with its tags. */
  accepted: string;
  /** How many parts the provider counts. */
  parts: number;
}

/** All of a job are MMS, or none. A recipient who was erased has no file any more. */
export const isMms = ({ job, recipients }: ChunkWork) =>
  job.mediaUrl !== undefined || recipients.some(({ mediaUrl }) => mediaUrl !== undefined);

export const mediaUrlOf = (work: ChunkWork, position: number) =>
  recipientAt(work, position).mediaUrl ?? work.job.mediaUrl;

/**
 * The text of a recipient with the values of the contact.
 *
 * @returns with `refusal`, when it may not be handed over
 */
export function composeText(
  deps: Pick<ChunkDeps, 'clock'>,
  work: ChunkWork,
  { position, contact }: { position: number; contact: Contact | undefined },
): RecipientText & { refusal?: NotReady | undefined } {
  const { job, account, schema, registeredLinks } = work;
  const mediaUrl = mediaUrlOf(work, position);
  const accepted = recipientAt(work, position).body ?? job.body ?? '';
  const { text, refusal } = resolveBody({
    body: accepted,
    isMms: mediaUrl !== undefined,
    contact,
    schema,
    account,
    registeredLinks,
    trackingToken: trackingTokenOf(work, position),
    now: deps.clock.now(),
    verdicts: work.textVerdicts,
  });
  return { text, accepted, parts: countParts({ body: text, mediaUrl }), refusal };
}

/** Only bodies with a tracking link need one. */
function trackingTokenOf({ job, chunk }: ChunkWork, position: number): string {
  const { linkToken: token, linkKey: key } = job;
  return token === undefined ? '' : recipientToken({ token, key }, { chunk, position });
}
