import { chunkWorker } from './chunk-worker';

/**
 * Paced queue -> provider: chunks of many slow numbers concurrently, so that one invocation waits for all their slots.
 */
export const handler = chunkWorker('sendPacedChunks');
