import type { Platform } from '../platform/platform';
import type { Item } from '../platform/store/item';
import type { Job } from '../sending/jobs/job';
import type { People } from './people';

export interface EraserDeps extends Pick<Platform, 'table' | 'clock' | 'ids' | 'log'> {
  people: People;
  /** The job of an id, read once in a pass. */
  findJob: (jobId: string) => Promise<Job | undefined>;
}

/** `later`: a worker is at the item at this moment; it has to be looked at again. */
export type Erased = 'done' | 'later';

/**
 * Removes what an item holds of the people of the pass. It may be called for the same item any number of times, and
 * by a worker that takes the place of one that died.
 */
export type Eraser = (deps: EraserDeps, item: Item) => Promise<Erased>;
