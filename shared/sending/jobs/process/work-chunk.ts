import { epochMs } from '../../../platform/clock';
import { isThrottle } from '../../../platform/store/client/service-error';
import { StoreBusyError } from '../../../platform/store/retry-on-conflict';
import { MEDIA_TIMEOUT_MS } from '../../media/timeouts';
import { giveLeaseBack, LeaseLostError } from './chunk-lease';
import { LONGEST_WAIT_MS, pause } from './chunk-slots';
import { turnEndMs } from './chunk-turn';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import { finishChunk } from './finish-chunk';
import { nextCandidates } from './next-candidates';
import { openChunk } from './open-chunk';
import { parkChunk, requeueAfterLease } from './park-chunk';
import { isMms } from './recipient-text';
import { recoverInFlight } from './recover-in-flight';
import { sendBatch } from './send-batch';
import { settleUnknownsOfChunk } from './settle-unknown';
import { skipRemaining } from './skip-remaining';
import { dutyOf } from './standing';

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
    if (error instanceof LeaseLostError) return undefined;
    if (!isBusy(error)) throw error;
    await requeueAfterLease(deps, work);
    return undefined;
  }
}

/** The table takes no more writes now. The queue would show the chunk again after minutes only. */
const isBusy = (error: unknown): boolean => error instanceof StoreBusyError || isThrottle(error);

async function sendChunk(
  deps: ChunkDeps,
  work: ChunkWork,
  options: ChunkTaskOptions,
): Promise<number | undefined> {
  const pacedUntilMs = turnEndMs({ nowMs: epochMs(deps.clock), chunk: work.chunk });
  for (;;) {
    const nowMs = epochMs(deps.clock);
    const duty = dutyOf(work);
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
