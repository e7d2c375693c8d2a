import type { DeadLetterDeps } from '../../../shared/erasure/erase-dead-letters';
import { readInboundText } from '../../../shared/platform/provider/eum/inbound-text';

/** Queues without dead letters. */
export const NO_DEAD_LETTERS: DeadLetterDeps = {
  deadLetters: { sift: async () => true, putBack: async () => true },
  readInboundText,
};
