import { CHUNKS_AT_ONCE } from '../../chunk';

/** Length of a worker's turn with a chunk of a number with a rate: other chunks may be waiting for theirs. */
const TURN_MS = 30_000;
/** Shortest turn: a turn that would be shorter lasts until the next end. */
const SHORTEST_TURN_MS = 5_000;

/**
 * Returns when a worker's turn with a paced chunk ends: at fixed moments of the clock, so that the chunks of many
 * numbers are queued at the same time and meet in one batch. The chunks of one number have different moments: while one
 * of them is queued, the other takes the number's slots.
 *
 * @returns epoch milliseconds
 */
export function turnEndMs({ nowMs, chunk }: { nowMs: number; chunk: number }): number {
  const offsetMs = (chunk % CHUNKS_AT_ONCE) * (TURN_MS / CHUNKS_AT_ONCE);
  return offsetMs + TURN_MS * Math.ceil((nowMs + SHORTEST_TURN_MS - offsetMs) / TURN_MS);
}
