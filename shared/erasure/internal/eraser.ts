import type { Platform } from '../../platform/platform';
import type { Item } from '../../platform/store/item';
import type { Job } from '../../sending/jobs/job';
import type { People } from './people';

export interface EraserDeps extends Pick<Platform, 'table' | 'clock' | 'ids' | 'log'> {
  people: People;
  /** Reads a job, once in a pass. */
  findJob: (jobId: string) => Promise<Job | undefined>;
}

/** Result of an eraser. `later`: a worker holds the item at the moment; the pass has to visit it again. */
export type Erased = 'done' | 'later';

/**
 * Removes what an item holds of the people of the pass. May be called for the same item any number of times, and by a
 * worker that takes over from one that died.
 */
export type Eraser = (deps: EraserDeps, item: Item) => Promise<Erased>;
