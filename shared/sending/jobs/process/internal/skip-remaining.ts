import { epochMs } from '../../../../platform/clock';
import { returnCapPlaces } from './campaign-turn';
import { saveProgress } from './chunk-lease';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import { skipped } from './send-to-recipients';
import { withCounts } from './with-counts';
import { settleRecipientKeys } from './recipient-keys';
import { pageOf, type PageResults } from '../../results/result';
import { readResultPage, saveResults } from '../result-store';

/**
 * Skips all recipients of the chunk whose message was not handed over: the job or its campaign was cancelled, or sending
 * was held for too long.
 */
export async function skipRemaining(
  deps: ChunkDeps,
  work: ChunkWork,
  reason: 'cancelled' | 'expired',
): Promise<void> {
  const { progress } = work;
  const nowMs = epochMs(deps.clock);
  const waiting = [
    ...progress.retries.map(({ position }) => position),
    ...(progress.waiting ?? []).flatMap(({ positions }) => positions),
  ];
  const fresh = Array.from(
    { length: progress.size - progress.nextPosition },
    (_, index) => progress.nextPosition + index,
  );
  const positions = [...waiting, ...fresh];
  // A worker that died here may have written some results already.
  for (const page of new Set(positions.map(pageOf))) await readResultPage(deps, work, page);
  const results: PageResults = new Map();
  for (const position of positions) {
    const known = work.results.get(pageOf(position))?.results.get(position);
    results.set(position, known ?? skipped(reason, nowMs));
  }
  if (results.size > 0) {
    await saveResults(deps, work, results);
    await settleRecipientKeys(deps, work, results);
    await returnCapPlaces(deps, work, results);
  }
  work.progress = await saveProgress(deps, {
    job: work.job,
    progress: {
      ...progress,
      nextPosition: progress.size,
      inFlight: undefined,
      retries: [],
      waiting: undefined,
      ...withCounts(work, results),
    },
  });
}
