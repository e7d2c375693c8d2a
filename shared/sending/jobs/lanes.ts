/**
 * Lanes of a job on a sender: sequences of chunks that are worked on one after the other, all lanes at once, so that
 * each member sends at its own rate. Chunks are numbered from 1 in rounds: the first chunk of each lane, then the second
 * of each lane that has one, and so on.
 */
export interface Lanes {
  /** Number of chunks of each lane, at least 1. */
  sizes: number[];
  /** Number of lanes, from the first one on, whose member is so slow that one worker serves many such jobs. */
  paced: number;
}

interface LanePlace {
  lane: number;
  round: number;
}

/** Lists the place of each chunk, that of chunk 1 first. */
export function placesOf({ sizes }: Pick<Lanes, 'sizes'>): LanePlace[] {
  const rounds = Math.max(0, ...sizes);
  const places: LanePlace[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [lane, size] of sizes.entries()) if (round < size) places.push({ lane, round });
  }
  return places;
}

/** Returns the chunk of the same lane that follows on a chunk; `undefined` for its last one. */
export function nextInLane(lanes: Pick<Lanes, 'sizes'>, chunk: number): number | undefined {
  const places = placesOf(lanes);
  const here = places[chunk - 1];
  if (here === undefined) return undefined;
  const next = places.findIndex(({ lane, round }) => lane === here.lane && round === here.round + 1);
  return next < 0 ? undefined : next + 1;
}

/** Returns the first chunk of each lane that is not done. */
export function openInLanes(lanes: Pick<Lanes, 'sizes'>, isDone: (chunk: number) => boolean): number[] {
  const open = new Map<number, number>();
  for (const [index, { lane }] of placesOf(lanes).entries()) {
    if (!open.has(lane) && !isDone(index + 1)) open.set(lane, index + 1);
  }
  return [...open.values()];
}

/** Returns true when the lane of a chunk is a slow member's. */
export function isPacedInLane(lanes: Lanes, chunk: number): boolean {
  const place = placesOf(lanes)[chunk - 1];
  return place !== undefined && place.lane < lanes.paced;
}
