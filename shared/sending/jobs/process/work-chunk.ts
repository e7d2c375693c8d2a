import { readAccount } from '../../../accounts/account';
import { type Horizon, reserveSlots } from '../../../senders/reserve-slots';
import { SlotRun } from '../../../senders/slot-run';
import { isSlow } from '../../../senders/slow-number';
import { epochMs } from '../../../platform/clock';
import { accountKey, accountNumberKey, jobKey } from '../../../platform/store/keys';
import { MEDIA_TIMEOUT_MS } from '../../media/timeouts';
import { realPause } from '../../../platform/pause';
import { chunkDutyOf, returnCapPlaces } from './campaign-turn';
import { giveLeaseBack, LeaseLostError, saveProgress } from './chunk-lease';
import { turnEndMs } from './chunk-turn';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import { finishChunk } from './finish-chunk';
import {
  type Candidate,
  firstTry,
  sendToRecipient,
  prepareMedia,
  type Ready,
  type Screened,
  type Waiting,
  screenRecipients,
} from './send-to-recipients';
import { readJob } from '../job';
import { openChunk, senderOf } from './open-chunk';
import { parkChunk } from './park-chunk';
import { recoverInFlight } from './recover-in-flight';
import { releaseKeysOfFinished, settleRecipientKeys } from './recipient-keys';
import { isMms } from './recipient-text';
import { RESULT_PAGE_SIZE, pageOf, type PageResults } from '../results/result';
import { loadResults, saveResults } from './result-store';
import { settleUnknownsOfChunk } from './settle-unknown';
import { skipRemaining } from './skip-remaining';
import { withCounts } from './with-counts';
import type { Progress, Retry } from '../results/progress';

/** A worker waits this long at a stretch, and parks the chunk when it would have to wait longer. */
const LONGEST_WAIT_MS = 2_000;
/**
 * How far ahead a job reserves slots: single sends come next after those. Two workers take turns, each while the
 * other's slots are running, and have the first half to prepare themselves.
 */
const JOB_HORIZON: Horizon = { leadMs: 50, firstWithinMs: 250, lastWithinMs: 500 };
/** Every send batch costs three writes: those of slow numbers are larger, and single sends wait longer for them. */
const SLOW_JOB_HORIZON: Horizon = { ...JOB_HORIZON, lastWithinMs: 1_250 };
const horizonOf = ({ ratePerSecond }: ChunkWork) => (isSlow(ratePerSecond) ? SLOW_JOB_HORIZON : JOB_HORIZON);
/** A worker that was late for its slots reserves that much further ahead, and up to this. */
const LONGEST_LEAD_MS = 200;
const REFRESH_INTERVAL_MS = 2_000;

export interface ChunkTaskOptions {
  jobId: string;
  chunk: number;
  /** How long the worker may go on, in milliseconds; asked before each send batch. */
  remainingMs: () => number;
}

/** Time that a last send batch and parking may take. */
const RESERVE_MS = 20_000;

/** Works on a chunk, and then on those that the ends of chunks start, as long as the worker has time. */
export async function workChunks(deps: ChunkDeps, options: ChunkTaskOptions): Promise<void> {
  let chunk: number | undefined = options.chunk;
  while (chunk !== undefined && options.remainingMs() >= RESERVE_MS) {
    chunk = await workChunk(deps, { ...options, chunk });
  }
}

/**
 * Works on a chunk of a job until it is done, must wait, or the worker's time has run out. Idempotent: only the holder of
 * the lease does anything.
 *
 * Write-ahead: the recipients of a send batch are stored before the provider is called, their results after. A worker
 * that finds the first without the second ends them as `unknown` and never sends to them again.
 *
 * @returns the chunk that the end of this one started
 */
export async function workChunk(deps: ChunkDeps, options: ChunkTaskOptions): Promise<number | undefined> {
  const work = await openChunk(deps, options);
  if (!work) return undefined;
  if ('doneWithUnknowns' in work) {
    await settleUnknownsOfChunk(deps, { ...options, ...work.doneWithUnknowns });
    return undefined;
  }
  try {
    await recoverInFlight(deps, work);
    return await sendChunk(deps, work, options);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
    return undefined;
  }
}

async function sendChunk(
  deps: ChunkDeps,
  work: ChunkWork,
  options: ChunkTaskOptions,
): Promise<number | undefined> {
  let refreshedAtMs = epochMs(deps.clock);
  const pacedUntilMs = turnEndMs({ nowMs: refreshedAtMs, chunk: work.chunk });
  for (;;) {
    const nowMs = epochMs(deps.clock);
    if (nowMs - refreshedAtMs >= REFRESH_INTERVAL_MS) {
      await refreshWork(deps, work);
      refreshedAtMs = nowMs;
    }
    const duty = work.job.status === 'cancelled' ? 'skip' : chunkDutyOf(work.campaign);
    if (duty === 'skip') {
      await skipRemaining(deps, work);
      return finishChunk(deps, work);
    }
    if (duty === 'rest') {
      await giveLeaseBack(deps, work);
      return undefined;
    }
    const isPaced = work.ratePerSecond !== undefined;
    const reserveMs = isMms(work) ? RESERVE_MS + MEDIA_TIMEOUT_MS : RESERVE_MS;
    const isTimeOver = options.remainingMs() < reserveMs || (isPaced && nowMs >= pacedUntilMs);
    if (isTimeOver) return park(deps, work, nowMs);

    const next = nextCandidates(work, nowMs);
    if (next === 'none') return finishChunk(deps, work);
    if ('waitUntilMs' in next) {
      if (next.waitUntilMs - nowMs > LONGEST_WAIT_MS) return park(deps, work, next.waitUntilMs);
      await pause(deps, Math.max(1, next.waitUntilMs - nowMs));
      continue;
    }
    await sendBatch(deps, work, next.candidates);
  }
}

async function park(deps: ChunkDeps, work: ChunkWork, untilMs: number): Promise<undefined> {
  await parkChunk(deps, work, untilMs);
}

/** A cancellation, and what the operator does to the account and the number, take effect in the middle of a chunk. */
async function refreshWork(deps: ChunkDeps, work: ChunkWork): Promise<void> {
  const { job } = work;
  const [jobItem, accountItem, numberItem] = await deps.table.batchGet([
    jobKey(job.id),
    accountKey(job.accountId),
    accountNumberKey(job.accountId, job.from),
  ]);
  if (jobItem) work.job = readJob(jobItem);
  if (accountItem) work.account = readAccount(accountItem);
  Object.assign(work, senderOf(numberItem, { isMms: isMms(work) }));
}

type Next = 'none' | { waitUntilMs: number } | { candidates: Candidate[] };

/**
 * Recipients of one results page: retries that are due come first, and those who were not started yet fill up the send
 * batch. While many wait for the provider, no further recipient is started.
 */
function nextCandidates(work: ChunkWork, nowMs: number): Next {
  const { retries, waiting = [], nextPosition } = work.progress;
  const most = sendBatchSize(work);
  const due = [
    ...retries.filter((retry) => retry.notBeforeMs <= nowMs),
    ...waiting
      .filter(({ untilMs }) => untilMs <= nowMs)
      .flatMap(({ positions }) => positions.map((position) => firstTry(position, nowMs))),
  ];
  const page = pageOf(due[0]?.position ?? nextPosition);
  const again = due
    .filter(({ position }) => pageOf(position) === page)
    .slice(0, most)
    .map((retry) => ({ position: retry.position, retry }));
  const fresh = retries.length < RESULT_PAGE_SIZE ? freshCandidates(work, page, most - again.length) : [];
  const candidates = [...again, ...fresh];
  if (candidates.length > 0) return { candidates };
  const next = [...retries.map(({ notBeforeMs }) => notBeforeMs), ...waiting.map(({ untilMs }) => untilMs)];
  return next.length === 0 ? 'none' : { waitUntilMs: Math.min(...next) };
}

/** The next recipients of a page who were not started yet, at most so many. */
function freshCandidates({ progress }: ChunkWork, page: number, most: number): Candidate[] {
  const { nextPosition, size } = progress;
  const end = Math.min(size, nextPosition + most, (page + 1) * RESULT_PAGE_SIZE);
  return Array.from({ length: Math.max(0, end - nextPosition) }, (_, index) => ({
    position: nextPosition + index,
    retry: undefined,
  }));
}

/** No more at once than a slow number can send within its horizon. */
function sendBatchSize(work: ChunkWork): number {
  if (work.ratePerSecond === undefined) return RESULT_PAGE_SIZE;
  return Math.min(
    RESULT_PAGE_SIZE,
    1 + Math.floor((work.ratePerSecond * horizonOf(work).lastWithinMs) / 1000),
  );
}

async function sendBatch(deps: ChunkDeps, work: ChunkWork, candidates: Candidate[]): Promise<void> {
  const startMs = epochMs(deps.clock);
  // 1. Who may still be sent to, and is the key ours? Their page's results are read for the write that follows.
  const [first] = candidates;
  const missingMedia = await prepareMedia(deps, work, candidates);
  const [screened] = await Promise.all([
    screenRecipients(deps, work, { candidates, missingMedia }),
    first && loadResults(deps, work, pageOf(first.position)),
  ]);
  // The campaign was paused or cancelled.
  if (!screened) return;
  // 2. When may they leave?
  const { count, slots } = await slotsFor(deps, work, screened.ready);
  const going = screened.ready.slice(0, count);
  // 3. Store who is about to be sent to. Fails for a worker that has lost its lease, before it sends anything.
  try {
    work.progress = await saveProgress(deps, {
      job: work.job,
      progress: startBatch(work.progress, { candidates, screened, going, nowMs: epochMs(deps.clock) }),
    });
  } catch (error) {
    // Its claims may be later than the end of their recipients by another worker, which released their keys.
    if (error instanceof LeaseLostError) await releaseKeysOfFinished(deps, work, screened.ready);
    throw error;
  }
  // 4. Send, all at once or each in its slot.
  const outcomes = await Promise.all(
    going.map(async (ready) => sendToRecipient(deps, work, { ready, slots })),
  );
  if (slots) work.slotLeadMs = leadAfter(slots);
  // 5. Store the results.
  const results: PageResults = new Map(screened.results);
  const retries: Retry[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const position = going[index]?.position;
    if (position === undefined) continue;
    if ('result' in outcome) results.set(position, outcome.result);
    else retries.push(outcome.retry);
  }
  if (results.size > 0) {
    await saveResults(deps, work, results);
    await settleRecipientKeys(deps, work, results);
    await returnCapPlaces(deps, work, results);
  }
  work.progress = {
    ...work.progress,
    inFlight: undefined,
    retries: [...work.progress.retries, ...retries],
    ...withCounts(work, results),
  };
  work.lastSendBatchMs = epochMs(deps.clock) - startMs;
}

/** The progress with a send batch started: each of its recipients is in flight, ended, or among the retries. */
function startBatch(
  progress: Progress,
  options: { candidates: Candidate[]; screened: Screened; going: Candidate[]; nowMs: number },
): Progress {
  const { candidates, screened, going, nowMs } = options;
  const attempted = new Set(candidates.map(({ position }) => position));
  const goingPositions = new Set(going.map(({ position }) => position));
  // Recipients that are ready and have no slot come next.
  const left = screened.ready
    .filter(({ position }) => !goingPositions.has(position))
    .map(({ position, retry }) => retry ?? firstTry(position, nowMs));
  const [first] = candidates;
  const furthest = Math.max(...attempted) + 1;
  return {
    ...progress,
    nextPosition: Math.max(progress.nextPosition, furthest),
    inFlight: first && {
      page: pageOf(first.position),
      positions: [...goingPositions],
      ended: [...screened.results.keys()],
    },
    retries: [
      ...progress.retries.filter(({ position }) => !attempted.has(position)),
      ...screened.retries,
      ...left,
    ],
    waiting: waitingAfter(progress, { attempted, added: screened.waiting }),
  };
}

/** Grouped by when their hours begin, so that a chunk of recipients who wait is a small item. */
function waitingAfter(
  { waiting }: Progress,
  { attempted, added }: { attempted: ReadonlySet<number>; added: Waiting[] },
): Progress['waiting'] {
  if (waiting === undefined && added.length === 0) return undefined;
  const byTime = new Map<number, number[]>();
  const add = (untilMs: number, positions: number[]) =>
    byTime.set(untilMs, [...(byTime.get(untilMs) ?? []), ...positions]);
  for (const { untilMs, positions } of waiting ?? []) {
    add(
      untilMs,
      positions.filter((position) => !attempted.has(position)),
    );
  }
  for (const { untilMs, position } of added) add(untilMs, [position]);
  return [...byTime].flatMap(([untilMs, positions]) =>
    positions.length > 0 ? [{ untilMs, positions }] : [],
  );
}

/** A slot for each who is ready, or for the first of them; none when the number has none for long. */
async function slotsFor(
  deps: ChunkDeps,
  work: ChunkWork,
  wanted: Ready[],
): Promise<{ count: number; slots?: SlotRun }> {
  const { ratePerSecond } = work;
  if (wanted.length === 0 || ratePerSecond === undefined) return { count: wanted.length };
  const parts = wanted.map((ready) => ready.parts);
  const giveUpAtMs = epochMs(deps.clock) + LONGEST_WAIT_MS;
  let seenFreeFromMs: number | undefined;
  for (;;) {
    const reservation = await reserveSlots(deps, {
      number: work.job.from,
      ratePerSecond,
      parts,
      isShared: true,
      seenFreeFromMs,
      horizon: { ...horizonOf(work), leadMs: work.slotLeadMs ?? JOB_HORIZON.leadMs },
    });
    if ('slotsAtMs' in reservation) {
      const slots = reservation.slotsAtMs.map((atMs, index) => ({ atMs, parts: parts[index] ?? 1 }));
      return { count: slots.length, slots: new SlotRun(deps, slots) };
    }
    const nowMs = epochMs(deps.clock);
    if (nowMs >= giveUpAtMs) return { count: 0 };
    seenFreeFromMs = reservation.freeFromMs;
    await pause(deps, Math.max(1, Math.min(giveUpAtMs, reservation.fullUntilMs) - nowMs));
  }
}

const leadAfter = ({ missedByMs }: SlotRun): number =>
  Math.min(LONGEST_LEAD_MS, JOB_HORIZON.leadMs + missedByMs);

const pause = (deps: ChunkDeps, ms: number) => (deps.pause ?? realPause)(ms);
