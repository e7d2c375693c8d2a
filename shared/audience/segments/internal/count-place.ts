import { CONTACT_SHARDS } from '../../../platform/store/keys';
import { BOOK_START, type BookPosition } from '../../book/walk-book';
import { type GateCounts, NONE_COUNTED } from '../gate-counts';

/** Count of an audience that goes on: where it is, and what it has counted in each shard. */
export interface CountPlace {
  position: BookPosition;
  counts: readonly GateCounts[];
  lookUps: number;
}

export const COUNT_START: CountPlace = {
  position: BOOK_START,
  counts: Array.from({ length: CONTACT_SHARDS }, () => NONE_COUNTED),
  lookUps: 0,
};

const PARTS = ['allowed', 'notOptedIn', 'hardOptedOut', 'setAside'] as const satisfies ReadonlyArray<
  keyof GateCounts
>;

/** Writes a place for a cursor, a word for each shard. */
export const writeCountPlace = ({ position, counts, lookUps }: CountPlace): string =>
  [
    lookUps,
    ...position.map((at, shard) => [at, ...PARTS.map((part) => counts[shard]?.[part] ?? 0)].join(',')),
  ].join(' ');

/** Reads a place of `writeCountPlace`. */
export function readCountPlace(place: string): CountPlace {
  const [lookUps, ...shards] = place.split(' ');
  const words = shards.map((word) => word.split(','));
  return {
    position: words.map(([at]) => at) as unknown as BookPosition,
    counts: words.map(
      ([, ...numbers]) =>
        Object.fromEntries(PARTS.map((part, index) => [part, Number(numbers[index])])) as GateCounts,
    ),
    lookUps: Number(lookUps),
  };
}
