import { epochMs } from '../../../../platform/clock';
import { returnCapPlaces } from './campaign-turn';
import { saveProgress } from './chunk-lease';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import { jobMessageId } from '../../results/job-message-id';
import type { Retry } from '../../results/progress';
import { settleRecipientKeys } from './recipient-keys';
import { readReceipts } from '../../results/recipient-receipt';
import type { PageResults } from '../../results/result';
import { loadResults, saveResultPage } from '../result-store';
import { withCounts } from './with-counts';

/**
 * Ends the send batch of a worker that died. Recipients with a result keep it. Those whose message may have been sent
 * and that have none become `sent` when a receipt proves it, else `unknown`, and are never sent to again. Those that
 * had ended without a hand-over, but whose results were not stored, are screened again.
 */
export async function recoverInFlight(deps: ChunkDeps, work: ChunkWork): Promise<void> {
  const { inFlight } = work.progress;
  if (!inFlight) return;
  const nowMs = epochMs(deps.clock);
  const { results: known } = await loadResults(deps, work, inFlight.page);
  const attempted = [...inFlight.positions, ...inFlight.ended];
  const settled: PageResults = new Map([...known].filter(([position]) => attempted.includes(position)));
  const lost = await endLost(deps, work, { positions: inFlight.positions, known, nowMs });
  const retries: Retry[] = inFlight.ended
    .filter((position) => !known.has(position))
    .map((position) => ({ position, attempts: 0, notBeforeMs: nowMs, sinceMs: nowMs }));
  // Also when none is lost: afterwards a worker that is only slow can no longer write the page.
  if (lost.size + retries.length > 0) {
    await saveResultPage(deps, work, { page: inFlight.page, added: lost });
  }
  const all: PageResults = new Map([...settled, ...lost]);
  await settleRecipientKeys(deps, work, all);
  await returnCapPlaces(deps, work, all);
  work.progress = await saveProgress(deps, {
    job: work.job,
    progress: {
      ...work.progress,
      inFlight: undefined,
      retries: [...work.progress.retries, ...retries],
      ...withCounts(work, all),
    },
  });
}

async function endLost(
  deps: Pick<ChunkDeps, 'table'>,
  work: ChunkWork,
  options: { positions: number[]; known: PageResults; nowMs: number },
): Promise<PageResults> {
  const lost = options.positions.filter((position) => !options.known.has(position));
  const receipts = await readReceipts(
    deps.table,
    lost.map((position) => jobMessageId({ jobId: work.job.id, chunk: work.chunk, position })),
  );
  return new Map(
    lost.map((position, index) => {
      const receipt = receipts[index];
      return [
        position,
        receipt
          ? { status: 'sent', atMs: Date.parse(receipt.firstAt) }
          : { status: 'unknown', atMs: options.nowMs },
      ];
    }),
  );
}
