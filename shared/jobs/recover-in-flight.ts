import { OUTCOME_UNKNOWN } from '../messages/hand-over-outcome';
import { epochMs } from '../platform/clock';
import { saveProgress } from './chunk-lease';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import { addTallies } from './job';
import type { Retry } from './progress';
import { settleRecipientKeys } from './recipient-keys';
import { type GroupResults, tallyOf } from './result';
import { loadResults, saveResults } from './result-store';

/**
 * Ends what a dead worker had begun. Whoever has a result keeps it; whoever may have been handed over and has none is
 * `outcome_unknown` and is never sent to again; whoever had only been turned away is looked at anew.
 */
export async function recoverInFlight(deps: ChunkDeps, work: ChunkWork): Promise<void> {
  const { inFlight } = work.progress;
  if (!inFlight) return;
  const nowMs = epochMs(deps.clock);
  const { results: known } = await loadResults(deps, work, inFlight.group);
  const settled: GroupResults = new Map();
  const lost: GroupResults = new Map();
  const retries: Retry[] = [];
  for (const position of [...inFlight.positions, ...inFlight.ended]) {
    const result = known.get(position);
    if (result) settled.set(position, result);
    else if (inFlight.positions.includes(position)) {
      lost.set(position, { status: 'failed', ...OUTCOME_UNKNOWN, atMs: nowMs });
    } else retries.push({ position, attempts: 0, notBeforeMs: nowMs, sinceMs: nowMs });
  }
  if (lost.size > 0) await saveResults(deps, work, lost);
  const all: GroupResults = new Map([...settled, ...lost]);
  await settleRecipientKeys(deps, work, all);
  work.progress = {
    ...work.progress,
    inFlight: undefined,
    retries: [...work.progress.retries, ...retries],
    tally: addTallies(work.progress.tally, tallyOf(all.values())),
  };
  work.progress = await saveProgress(deps, work);
}
