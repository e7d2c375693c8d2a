import { batchLimitOf, growthOf } from '../../../../holds/breaker';
import { RESULT_PAGE_SIZE, pageOf } from '../../results/result';
import { horizonOf } from './chunk-slots';
import type { ChunkWork } from './chunk-work';
import { type Candidate, firstTry } from './send-to-recipients';

/** Next step of a chunk: `none` when nothing is left, a wait, or a send to these recipients. */
type Next = 'none' | { waitUntilMs: number } | { candidates: [Candidate, ...Candidate[]] };

/**
 * Chooses the recipients of the next send batch, all on one results page: retries that are due come first, and
 * recipients that were not started yet fill up the batch. While many recipients wait for the provider, no further one
 * is started.
 */
export function nextCandidates(work: ChunkWork, nowMs: number): Next {
  const { retries, waiting = [], nextPosition } = work.progress;
  const most = sendBatchSize(work, nowMs);
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
  const [first, ...others] = [...again, ...fresh];
  if (first) return { candidates: [first, ...others] };
  const next = [...retries.map(({ notBeforeMs }) => notBeforeMs), ...waiting.map(({ untilMs }) => untilMs)];
  return next.length === 0 ? 'none' : { waitUntilMs: Math.min(...next) };
}

/** Returns the next recipients of a page that were not started yet, at most `most`. */
function freshCandidates({ progress }: ChunkWork, page: number, most: number): Candidate[] {
  const { nextPosition, size } = progress;
  const end = Math.min(size, nextPosition + most, (page + 1) * RESULT_PAGE_SIZE);
  return Array.from({ length: Math.max(0, end - nextPosition) }, (_, index) => ({
    position: nextPosition + index,
    retry: undefined,
  }));
}

/**
 * Returns the largest size of a send batch: for a number with a rate, no more than it can send within its horizon. It is
 * smaller when the provider's last answers were not all good, and after an outage.
 */
function sendBatchSize(work: ChunkWork, nowMs: number): number {
  const share = growthOf(work.closedAt, nowMs);
  const most = Math.min(fullBatchSize(work), batchLimitOf(work.breaker));
  return Math.max(1, Math.floor(share * most));
}

function fullBatchSize(work: ChunkWork): number {
  if (work.ratePerSecond === undefined) return RESULT_PAGE_SIZE;
  return Math.min(
    RESULT_PAGE_SIZE,
    1 + Math.floor((work.ratePerSecond * horizonOf(work).lastWithinMs) / 1000),
  );
}
