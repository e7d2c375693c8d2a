import { readSendId } from '../../../../automations/record/send-id';
import type { Contact } from '../../../../audience/contacts/contact';
import { resolveBody } from '../../../compose/prepare-body';
import { countParts } from '../../../../content/segments';
import type { NotReady } from '../../../../platform/provider/port';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';
import { recipientToken } from '../../link-token';

/** Text that one recipient of a job gets. */
export interface RecipientText {
  text: string;
  /** The body as accepted, with its merge tags. */
  accepted: string;
  /** Number of parts that the provider counts. */
  parts: number;
  /** Set when a click or an answer is expected. */
  expectsFeedback: true | undefined;
}

/**
 * Returns true when the job sends MMS: either all of its messages are MMS or none. A recipient that was erased has no
 * media URL.
 */
export const isMms = ({ job, recipients }: ChunkWork) =>
  job.mediaUrl !== undefined || recipients.some(({ mediaUrl }) => mediaUrl !== undefined);

export const mediaUrlOf = (work: ChunkWork, position: number) =>
  recipientAt(work, position).mediaUrl ?? work.job.mediaUrl;

/**
 * Composes the text of a recipient with the values of the contact.
 *
 * @returns with `refusal` when the text may not be handed over
 */
export function composeText(
  deps: Pick<ChunkDeps, 'clock'>,
  work: ChunkWork,
  { position, contact }: { position: number; contact: Contact | undefined },
): RecipientText & { refusal?: NotReady | undefined } {
  const { job, account, schema, registeredLinks } = work;
  const mediaUrl = mediaUrlOf(work, position);
  const { body = job.body ?? '', eventData = {} } = recipientAt(work, position);
  const { text, linkIds, refusal } = resolveBody({
    body,
    isMms: mediaUrl !== undefined,
    contact,
    schema,
    account,
    registeredLinks,
    trackingToken: trackingTokenOf(work, position),
    now: deps.clock.now(),
    hasDefaults: job.kind === 'campaign',
    eventData: readSendId(job.campaignId) && eventData,
    verdicts: work.textVerdicts,
  });
  const expectsFeedback = linkIds.length > 0 ? job.expectsFeedback : undefined;
  return { text, accepted: body, parts: countParts({ body: text, mediaUrl }), expectsFeedback, refusal };
}

/** Returns the recipient's link token; empty when no body has a tracking link. */
function trackingTokenOf({ job, chunk }: ChunkWork, position: number): string {
  const { linkToken: token, linkKey: key } = job;
  return token === undefined ? '' : recipientToken({ token, key }, { chunk, position });
}
