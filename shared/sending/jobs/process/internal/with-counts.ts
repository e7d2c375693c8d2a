import { addCounts } from '../../job';
import type { Progress } from '../../results/progress';
import { addSkips, countsOf, type PageResults, skipsOf } from '../../results/result';
import type { ChunkWork } from './chunk-work';

/** Returns the counts of a chunk's progress with further results added. Skip reasons are counted only for campaigns. */
export function withCounts(
  { job, progress }: Pick<ChunkWork, 'job' | 'progress'>,
  results: PageResults,
): Pick<Progress, 'counts' | 'skippedBy'> {
  const added = [...results.values()];
  return {
    counts: addCounts(progress.counts, countsOf(added)),
    skippedBy: job.kind === 'campaign' ? addSkips(progress.skippedBy, skipsOf(added)) : undefined,
  };
}
