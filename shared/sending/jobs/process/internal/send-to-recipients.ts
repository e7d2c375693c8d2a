import { findCaution } from '../../../../audience/consent/compliance-gate';
import type { AnswerTally } from '../../../../holds/answer-tally';
import type { Contact } from '../../../../audience/contacts/contact';
import type { ReservedSlots } from '../../../../senders/reserved-slots';
import { epochMs } from '../../../../platform/clock';
import { MEDIA_TIMEOUT_MS } from '../../../media/timeouts';
import type { SendOutcome, NotReady } from '../../../../platform/provider/port';
import { refuseTurn, TURN_REFUSALS } from '../../../gate';
import { decideSend, NOT_ASKED } from '../../../../messages/outcome';
import { sendToProvider } from '../../../send-to-provider';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';
import { readMarketing, takePlaceWithinCap, timesAt } from './campaign-turn';
import { claimRecipientKey } from './claim-recipient-key';
import { jobMessageId } from '../../results/job-message-id';
import type { Retry } from '../../results/progress';
import { NO_MEMBER } from '../../chunk';
import { readContacts } from './read-contacts';
import { composeText, mediaUrlOf, type RecipientText } from './recipient-text';
import type { PageResults, RecipientEnd, RecipientResult, SkipReason } from '../../results/result';

/** Recipient whose turn it is, with its history when it was tried before. */
export type Candidate = { position: number; retry: Retry | undefined };

/** Recipient whose message may be handed over now. */
export type Ready = Candidate & RecipientText;

/** Recipient of a campaign whose hours have not begun. */
export interface Waiting {
  position: number;
  untilMs: number;
}

/** Result of screening: recipients whose message may be handed over now, and those that end or wait without. */
export interface Screened {
  ready: Ready[];
  results: PageResults;
  retries: Retry[];
  waiting: Waiting[];
}

/** Outcome of one recipient: a result or a retry. */
type Outcome = { result: RecipientResult } | { retry: Retry };

/** Interval at which a recipient checks a key that another request holds. */
const BUSY_KEY_RETRY_MS = 5_000;
const BUSY_KEY_FOR_AT_MOST_MS = 10 * 60_000;

/**
 * Prepares the media files of candidates. That can take seconds, so it is done before they are screened and before
 * their slots are reserved: a STOP that arrives meanwhile still wins, and no slot passes unused.
 *
 * @returns reasons for which files are not ready, by the file's URL
 */
export async function prepareMedia(
  deps: Pick<ChunkDeps, 'provider'>,
  work: ChunkWork,
  candidates: Candidate[],
): Promise<Map<string, NotReady>> {
  const positionByUrl = new Map<string, number>();
  for (const { position } of candidates) {
    const mediaUrl = mediaUrlOf(work, position);
    if (mediaUrl !== undefined) positionByUrl.set(mediaUrl, position);
  }
  const missing = new Map<string, NotReady>();
  await Promise.all(
    [...positionByUrl].map(async ([mediaUrl, position]) => {
      const notReady = await deps.provider.prepare?.(
        { ...identityOf(work, position), mediaUrl },
        { timeoutMs: MEDIA_TIMEOUT_MS },
      );
      if (notReady) missing.set(mediaUrl, notReady);
    }),
  );
  return missing;
}

const identityOf = ({ job, chunk }: ChunkWork, position: number) => ({
  messageId: jobMessageId({ jobId: job.id, chunk, position }),
  jobId: job.id,
});

/**
 * Checks the gate again at send time, and the recipients' files, texts, keys and hours.
 *
 * @param options.missingMedia result of `prepareMedia`
 *
 * **Source:** rules 1.6, 2.7, 8.3; a STOP since acceptance wins.
 */
export async function screenRecipients(
  deps: ChunkDeps,
  work: ChunkWork,
  options: { candidates: Candidate[]; missingMedia: ReadonlyMap<string, NotReady> },
): Promise<Screened> {
  const { candidates, missingMedia } = options;
  const contacts = await readContacts(deps, work, {
    positions: candidates.map(({ position }) => position),
    isFirstTry: candidates.every(({ retry }) => retry === undefined),
  });
  const marketing = await readMarketing(deps, work, contacts);
  const screened: Screened = { ready: [], results: new Map(), retries: [], waiting: [] };
  const nowMs = epochMs(deps.clock);
  const timeOf = timesAt(work, nowMs);
  await Promise.all(
    candidates.map(async (candidate, index) => {
      const contact = contacts[index];
      const one =
        contact === 'unreadable'
          ? toOutcome(NOT_ASKED, { candidate, nowMs, random: deps.table.waits.random() })
          : await screenRecipient(deps, work, { candidate, contact, missingMedia, marketing, timeOf, nowMs });
      if ('ready' in one) screened.ready.push(one.ready);
      else if ('retry' in one) screened.retries.push(one.retry);
      else if ('waiting' in one) screened.waiting.push(one.waiting);
      else screened.results.set(candidate.position, one.result);
    }),
  );
  screened.ready.sort((a, b) => a.position - b.position);
  return screened;
}

async function screenRecipient(
  deps: ChunkDeps,
  work: ChunkWork,
  options: {
    candidate: Candidate;
    contact: Contact | undefined;
    missingMedia: ReadonlyMap<string, NotReady>;
    marketing: Awaited<ReturnType<typeof readMarketing>>;
    timeOf: ReturnType<typeof timesAt>;
    nowMs: number;
  },
): Promise<{ ready: Ready } | { waiting: Waiting } | Outcome> {
  const { candidate, contact, nowMs } = options;
  const { position, retry } = candidate;
  const tried = { candidate, nowMs, random: deps.table.waits.random() };
  const refusal = refusalOf(work, { position, contact });
  if (refusal) return { result: { ...refusal, atMs: nowMs } };
  const caution = findCaution(work.campaign, contact);
  if (caution) return { result: skipped(caution, nowMs) };
  const time = contact ? options.timeOf(contact) : { kind: 'now' as const };
  if (time.kind === 'expired') return { result: skipped('expired', nowMs) };
  if (time.kind === 'wait') return { waiting: { position, untilMs: time.dueAtMs } };
  const notReady = options.missingMedia.get(mediaUrlOf(work, position) ?? '');
  if (notReady) return toOutcome(notReady, tried);
  const text = tryToComposeText(deps, work, { position, contact });
  if (!text) return toOutcome(NOT_ASKED, tried);
  if (text.refusal) return withText(toOutcome(text.refusal, tried), text);
  switch (await claimRecipientKey(deps, work, position)) {
    case 'claimed':
      return (await takePlaceWithinCap(deps, work, { ...options, position }))
        ? { ready: { ...candidate, ...text } }
        : { result: skipped('frequency_cap', nowMs) };
    case 'completed':
      return { result: skipped('key_consumed', nowMs) };
    case 'busy': {
      const history = retry ?? firstTry(position, nowMs);
      return nowMs - history.sinceMs > BUSY_KEY_FOR_AT_MOST_MS
        ? { result: skipped('key_in_use', nowMs) }
        : { retry: { ...history, notBeforeMs: nowMs + BUSY_KEY_RETRY_MS } };
    }
  }
}

/**
 * Composes the text; `undefined` when that failed: the rest of the send batch goes on, and the recipient is tried
 * again.
 */
function tryToComposeText(
  deps: ChunkDeps,
  work: ChunkWork,
  options: { position: number; contact: Contact | undefined },
): ReturnType<typeof composeText> | undefined {
  try {
    return composeText(deps, work, options);
  } catch (error) {
    const { messageId } = identityOf(work, options.position);
    deps.log.error('The text of a recipient could not be made', error, { messageId });
    return undefined;
  }
}

export function refusalOf(
  work: ChunkWork,
  { position, contact }: { position: number; contact: Contact | undefined },
): RecipientEnd | undefined {
  const { account, isSenderActive, job } = work;
  const { to } = recipientAt(work, position);
  const isServed = work.member !== NO_MEMBER;
  const reason = refuseTurn({
    purpose: 'send',
    to,
    acceptedAt: job.createdAt,
    account,
    isSenderActive: isSenderActive || !isServed,
    contact,
  });
  if (reason === undefined && !isServed) return { status: 'failed', ...NO_SENDER_FOR_COUNTRY };
  switch (reason) {
    case undefined:
      return undefined;
    case 'opted_out':
    case 'not_opted_in':
    case 'erased':
      return { status: 'skipped', reason };
    default:
      return { status: 'failed', errorType: reason, errorMessage: TURN_REFUSALS[reason] };
  }
}

const NO_SENDER_FOR_COUNTRY = {
  errorType: 'no_sender_for_country',
  errorMessage: 'No Active member of the sender serves the country of the recipient.',
};

export function skipped(reason: SkipReason, atMs: number): RecipientResult {
  return { status: 'skipped', reason, atMs };
}

/**
 * Hands one recipient's message to the provider.
 *
 * @param options.slots slots at which it may be sent, for a number with a rate; not sent when all of them are missed
 * @param options.untilMs latest time for the hand-over, epoch milliseconds
 * @param options.tally counts the answer
 */
export async function sendToRecipient(
  deps: ChunkDeps,
  work: ChunkWork,
  options: { ready: Ready; slots: ReservedSlots | undefined; untilMs: number; tally: AnswerTally },
): Promise<Outcome> {
  const { ready, slots, untilMs, tally } = options;
  const { position, retry, text, parts, expectsFeedback } = ready;
  if ((slots && !(await slots.take(parts))) || epochMs(deps.clock) > untilMs) {
    const nowMs = epochMs(deps.clock);
    return { retry: { ...(retry ?? firstTry(position, nowMs)), notBeforeMs: nowMs } };
  }
  const answer = await sendToProvider(deps, {
    ...identityOf(work, position),
    to: recipientAt(work, position).to,
    from: work.from,
    body: text,
    mediaUrl: mediaUrlOf(work, position),
    protection: work.protection,
    expectsFeedback,
  });
  tally.add(answer);
  const random = deps.table.waits.random();
  const outcome = toOutcome(answer, { candidate: ready, nowMs: epochMs(deps.clock), random });
  return withText(withIdentity(outcome, work), ready);
}

/** Adds the identity that was used for a sender to a result. */
function withIdentity(outcome: Outcome, { member, from }: ChunkWork): Outcome {
  if (!('result' in outcome) || member === undefined) return outcome;
  return { result: { ...outcome.result, sentFrom: from } };
}

/** Adds the sent text to a result when it differs from the accepted body. */
function withText(outcome: Outcome, { text, accepted }: RecipientText): Outcome {
  if (!('result' in outcome) || text === accepted) return outcome;
  return { result: { ...outcome.result, body: text } };
}

export function firstTry(position: number, nowMs: number): Retry {
  return { position, attempts: 0, notBeforeMs: nowMs, sinceMs: nowMs };
}

/**
 * Derives a recipient's result or retry from the provider's answer.
 *
 * @param options.random in [0, 1), spreads retries
 */
function toOutcome(
  answer: SendOutcome,
  { candidate, nowMs, random }: { candidate: Candidate; nowMs: number; random: number },
): Outcome {
  const tried = candidate.retry ?? firstTry(candidate.position, nowMs);
  const attempts = tried.attempts + 1;
  const outcome = decideSend(answer, { attempts, sinceMs: tried.sinceMs, nowMs, random, of: 'job' });
  const told = {
    atMs: nowMs,
    ...(answer.providerRequestId !== undefined && { providerRequestId: answer.providerRequestId }),
    ...(answer.providerReason !== undefined && { providerReason: answer.providerReason }),
    ...(attempts > 1 && { attempts, sinceMs: tried.sinceMs }),
  };
  switch (outcome.kind) {
    case 'sent':
      return { result: { ...told, status: 'sent', providerMessageId: outcome.providerMessageId } };
    case 'failed': {
      const { errorType, errorMessage } = outcome;
      return { result: { ...told, status: 'failed', errorType, errorMessage } };
    }
    case 'unknown':
      return { result: { ...told, status: 'unknown' } };
    case 'givenUp':
      return { result: { ...told, status: 'skipped', reason: 'expired' } };
    case 'retry':
      return { retry: { ...tried, attempts, notBeforeMs: outcome.atMs } };
  }
}
