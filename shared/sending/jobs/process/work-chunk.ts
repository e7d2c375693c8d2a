import { epochMs } from '../../../platform/clock';
import { isThrottle } from '../../../platform/store/client/service-error';
import { StoreBusyError } from '../../../platform/store/retry-on-conflict';
import { ASK_AGAIN_AFTER_MS, cappedUntilMs } from '../../../senders/daily-cap';
import { MEDIA_TIMEOUT_MS } from '../../media/timeouts';
import { returnHeldTexts } from './internal/chunk-limits';
import { giveLeaseBack, LeaseLostError } from './internal/chunk-lease';
import { LONGEST_WAIT_MS, pause } from './internal/chunk-slots';
import { turnEndMs } from './internal/chunk-turn';
import type { ChunkDeps, ChunkWork } from './internal/chunk-work';
import { expiryOfCampaign, holdChunk } from './internal/hold-chunk';
import { finishChunk } from './internal/finish-chunk';
import { nextCandidates } from './internal/next-candidates';
import { openChunk } from './internal/open-chunk';
import { parkChunk, requeueAfterLease } from './internal/park-chunk';
import { isMms } from './internal/recipient-text';
import { recoverInFlight } from './internal/recover-in-flight';
import { sendBatch } from './internal/send-batch';
import { settleUnknownsOfChunk } from './settle-unknown';
import { needsStandIn, sendThroughStandIn } from './internal/stand-in';
import { skipRemaining } from './internal/skip-remaining';
import { dutyOf } from './internal/standing';

interface ChunkTaskOptions {
  jobId: string;
  chunk: number;
  /** Time that the worker has left, in milliseconds; read before each send batch. */
  remainingMs: () => number;
}

/** Time reserved for a last send batch and for parking. */
const RESERVE_MS = 20_000;

/** Works on a chunk and then on the chunks that its end starts, as long as the worker has time. */
export async function workChunks(deps: ChunkDeps, options: ChunkTaskOptions): Promise<void> {
  let chunk: number | undefined = options.chunk;
  while (chunk !== undefined && options.remainingMs() >= RESERVE_MS) {
    chunk = await workChunk(deps, { ...options, chunk });
  }
}

/**
 * Works on a chunk of a job until it is done, must wait, or the worker's time has run out. Idempotent: only the holder
 * of the lease works on it.
 *
 * Write-ahead: the recipients of a send batch are stored before the provider is called, and their results after. A
 * worker that finds recipients without results ends them as `unknown` and never sends to them again.
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
  } finally {
    await returnHeldTexts(deps, work);
  }
}

/** Returns true when the table is throttled. The queue would deliver the chunk again only after minutes. */
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
      await skipRemaining(deps, work, 'cancelled');
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
    const cappedMs = cappedUntilMs(work, nowMs);
    if (cappedMs !== undefined) {
      if (needsStandIn(work, nowMs) && (await sendThroughStandIn(deps, work, next.candidates)) !== 'none')
        continue;
      const expiresAtMs = expiryOfCampaign(work) ?? Infinity;
      if (nowMs < expiresAtMs)
        return park(deps, work, Math.min(cappedMs, expiresAtMs, nowMs + ASK_AGAIN_AFTER_MS));
      await skipRemaining(deps, work, 'expired');
      return finishChunk(deps, work);
    }
    const { hold } = work;
    const [{ position }] = next.candidates;
    const held = hold && (await holdChunk(deps, work, { hold, position }));
    if (held === 'over') continue;
    if (needsStandIn(work, nowMs) && !(held && typeof held === 'object' && 'probed' in held)) {
      if ((await sendThroughStandIn(deps, work, next.candidates)) !== 'none') continue;
    }
    if (held === 'expired') {
      await skipRemaining(deps, work, 'expired');
      return finishChunk(deps, work);
    }
    if (held && 'untilMs' in held) return park(deps, work, held.untilMs);
    if (held) await sendBatch(deps, work, { candidates: next.candidates.slice(0, 1), probed: held.probed });
    else await sendBatch(deps, work, { candidates: next.candidates });
  }
}

async function park(deps: ChunkDeps, work: ChunkWork, untilMs: number): Promise<undefined> {
  await parkChunk(deps, work, untilMs);
}
