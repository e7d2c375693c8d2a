import type { Contact } from '../contacts/contact';
import { resolveBody } from '../messages/prepare-body';
import type { SlotRun } from '../pacing/slot-run';
import { epochMs } from '../platform/clock';
import { FULL_PATIENCE_MS } from '../platform/media/patience';
import type { HandOver, NotReady } from '../platform/provider/port';
import { refuseTurn, TURN_REFUSALS } from '../sending/gate';
import { decideOutcome, NOT_ASKED } from '../sending/outcome';
import { sendToProvider } from '../sending/send-to-provider';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';
import { claimRecipientKey } from './claim-recipient-key';
import { jobMessageId } from './job-message-id';
import { recipientToken } from './link-token';
import type { Retry } from './progress';
import { readContacts } from './read-contacts';
import type { GroupResults, RecipientResult, SkipReason } from './result';

/** What is to be tried of a recipient, with its history when it has one. */
export type Candidate = { position: number; retry: Retry | undefined };

/** Recipients who may be handed over now, and those who end or wait without. */
export interface Screened {
  ready: Array<Candidate & { contact: Contact | undefined }>;
  results: GroupResults;
  retries: Retry[];
}

/** How long a recipient waits for another request that holds its key. */
const BUSY_KEY_RETRY_MS = 5_000;
const BUSY_KEY_FOR_AT_MOST_MS = 10 * 60_000;

/**
 * Gets the files of candidates ready. That takes its time, so it comes before they are screened and before their slots
 * are reserved: a STOP that comes meanwhile still wins, and no slot passes by unused.
 *
 * @returns what was not to be had, by the file's URL
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
        { patienceMs: FULL_PATIENCE_MS },
      );
      if (notReady) missing.set(mediaUrl, notReady);
    }),
  );
  return missing;
}

/** All of a job are MMS, or none. */
export const isMms = (work: ChunkWork) => mediaUrlOf(work, 0) !== undefined;

const mediaUrlOf = (work: ChunkWork, position: number) =>
  recipientAt(work, position).mediaUrl ?? work.job.mediaUrl;

const identityOf = ({ job, chunk }: ChunkWork, position: number) => ({
  messageId: jobMessageId({ jobId: job.id, chunk, position }),
  jobId: job.id,
});

/**
 * The gate again, at send time, their files, and the recipients' keys.
 *
 * @param options.missingMedia as `prepareMedia` found it
 *
 * **Source:** contract 1.6, 8.3; a STOP since acceptance wins.
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
  const screened: Screened = { ready: [], results: new Map(), retries: [] };
  const nowMs = epochMs(deps.clock);
  await Promise.all(
    candidates.map(async (candidate, index) => {
      const { position } = candidate;
      const contact = contacts[index];
      const refusal = refusalOf(work, { position, contact });
      if (refusal) {
        screened.results.set(position, { ...refusal, atMs: nowMs });
        return;
      }
      const notReady = missingMedia.get(mediaUrlOf(work, position) ?? '');
      if (notReady) {
        const outcome = toOutcome(notReady, begun(candidate.retry, position, nowMs), nowMs);
        if ('result' in outcome) screened.results.set(position, outcome.result);
        else screened.retries.push(outcome.retry);
        return;
      }
      switch (await claimRecipientKey(deps, work, position)) {
        case 'claimed':
          screened.ready.push({ ...candidate, contact });
          break;
        case 'consumed':
          screened.results.set(position, skipped('key_consumed', nowMs));
          break;
        case 'busy': {
          const sinceMs = candidate.retry?.sinceMs ?? nowMs;
          if (nowMs - sinceMs > BUSY_KEY_FOR_AT_MOST_MS) {
            screened.results.set(position, skipped('key_in_use', nowMs));
          } else {
            screened.retries.push({
              position,
              sinceMs,
              attempts: candidate.retry?.attempts ?? 0,
              notBeforeMs: nowMs + BUSY_KEY_RETRY_MS,
            });
          }
          break;
        }
      }
    }),
  );
  screened.ready.sort((a, b) => a.position - b.position);
  return screened;
}

function refusalOf(
  work: ChunkWork,
  { position, contact }: { position: number; contact: Contact | undefined },
): Omit<RecipientResult, 'atMs'> | undefined {
  const { account, isSenderActive } = work;
  const { to } = recipientAt(work, position);
  const reason = refuseTurn({ purpose: 'send', to, account, isSenderActive, contact });
  switch (reason) {
    case undefined:
      return undefined;
    case 'opted_out':
    case 'not_opted_in':
      return { status: 'skipped', reason };
    default:
      return { status: 'failed', errorType: reason, errorMessage: TURN_REFUSALS[reason] };
  }
}

export function skipped(reason: SkipReason, atMs: number): RecipientResult {
  return { status: 'skipped', reason, atMs };
}

/** What became of one hand-over: an end, or another try. */
export type Outcome = { result: RecipientResult } | { retry: Retry };

/**
 * Hands one recipient's message to the provider.
 *
 * @param options.slots when it may leave, for a number with a rate; it is not sent when all of them are missed
 */
export async function handOverRecipient(
  deps: ChunkDeps,
  work: ChunkWork,
  options: Screened['ready'][number] & { slots: SlotRun | undefined },
): Promise<Outcome> {
  const { position, retry, slots } = options;
  const { job } = work;
  const answered = (answer: HandOver): Outcome => {
    const nowMs = epochMs(deps.clock);
    return toOutcome(answer, begun(retry, position, nowMs), nowMs);
  };
  const recipient = recipientAt(work, position);
  const accepted = recipient.body ?? job.body ?? '';
  let text: string;
  try {
    const resolved = resolveRecipientBody(deps, work, { ...options, accepted });
    ({ text } = resolved);
    if (resolved.refusal) return withText(answered(resolved.refusal), { text, accepted });
  } catch (error) {
    // The others of the handful go on, and so does this one: the provider has not been asked.
    deps.log.error('A recipient was not handed over', error);
    return answered(NOT_ASKED);
  }
  if (slots && !(await slots.take())) {
    const nowMs = epochMs(deps.clock);
    return { retry: { ...begun(retry, position, nowMs), notBeforeMs: nowMs } };
  }
  const answer = await sendToProvider(deps, {
    ...identityOf(work, position),
    to: recipient.to,
    from: job.from,
    body: text,
    mediaUrl: mediaUrlOf(work, position),
  });
  return withText(answered(answer), { text, accepted });
}

/** Only bodies with a tracking link need one. */
function trackingTokenOf({ job, chunk }: ChunkWork, position: number): string {
  const { linkToken: token, linkKey: key } = job;
  return token === undefined ? '' : recipientToken({ token, key }, { chunk, position });
}

function resolveRecipientBody(
  deps: Pick<ChunkDeps, 'clock'>,
  work: ChunkWork,
  options: { position: number; contact: Contact | undefined; accepted: string },
) {
  const { account, schema, registeredLinks } = work;
  const { position, contact, accepted } = options;
  return resolveBody({
    body: accepted,
    isMms: mediaUrlOf(work, position) !== undefined,
    contact,
    schema,
    account,
    registeredLinks,
    trackingToken: trackingTokenOf(work, position),
    now: deps.clock.now(),
    verdicts: work.textVerdicts,
  });
}

/** A recipient that has ended keeps its text, where that is not the one that was accepted. */
function withText(outcome: Outcome, { text, accepted }: { text: string; accepted: string }): Outcome {
  if (!('result' in outcome) || text === accepted) return outcome;
  return { result: { ...outcome.result, body: text } };
}

function begun(retry: Retry | undefined, position: number, nowMs: number): Retry {
  return retry ?? { position, attempts: 0, notBeforeMs: nowMs, sinceMs: nowMs };
}

function toOutcome(answer: HandOver, tried: Retry, nowMs: number): Outcome {
  const attempts = tried.attempts + 1;
  const outcome = decideOutcome(answer, { attempts, sinceMs: tried.sinceMs, nowMs, random: Math.random() });
  switch (outcome.kind) {
    case 'sent':
      return { result: { status: 'sent', atMs: nowMs, providerMessageId: outcome.providerMessageId } };
    case 'failed': {
      const { errorType, errorMessage } = outcome;
      return { result: { status: 'failed', errorType, errorMessage, atMs: nowMs } };
    }
    case 'again':
      return { retry: { ...tried, attempts, notBeforeMs: outcome.atMs } };
  }
}
