import type { Platform } from '../../platform/platform';
import { jobKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { type Job, readJob } from '../../sending/jobs/job';
import type { Erasure } from '../erasure';
import type { EraserDeps } from './eraser';
import { People } from './people';

/** Builds what erasers need for the people of these erasures. */
export const eraserOf = <Deps extends Pick<Platform, 'table' | 'clock' | 'ids' | 'log'>>(
  deps: Deps,
  erasures: readonly Erasure[],
): Deps & EraserDeps => ({
  ...deps,
  people: new People(erasures),
  findJob: jobReader(deps.table),
});

function jobReader(table: Table): (jobId: string) => Promise<Job | undefined> {
  const known = new Map<string, Promise<Job | undefined>>();
  return (jobId) => {
    const job = known.get(jobId) ?? table.get(jobKey(jobId)).then((item) => item && readJob(item));
    known.set(jobId, job);
    // A job that is not found may still be in its acceptance, so the lookup is not kept.
    void job.then((found) => !found && known.delete(jobId)).catch(() => known.delete(jobId));
    return job;
  };
}
