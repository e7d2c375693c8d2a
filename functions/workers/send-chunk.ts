import { chunkWorker } from './chunk-worker';

/** Chunk queue -> provider. */
export const handler = chunkWorker('sendChunk');
