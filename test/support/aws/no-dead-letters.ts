import type { DeadLetters } from '../../../shared/platform/queues/dead-letters';

/** Queues without dead letters. */
export const NO_DEAD_LETTERS: DeadLetters = {
  sift: async () => true,
  putBack: async () => true,
};
