import { CONTACT_SHARDS } from '../../platform/store/keys';
import type { BookPosition } from '../book/walk-book';
import { type GateCounts, NONE_COUNTED, presentCounts } from './gate-counts';

/**
 * Shards that a count reads side by side, and contacts of a page. A core has no time for more, and shards that have ended
 * before the time is over make an estimate.
 */
export const COUNTED_IN_PARTS = { shardsAtOnce: 4, contactsAPage: 500 } as const;

/** Estimate of an audience of which only a part was counted. **Source:** rules E3. */
export interface AudienceEstimate {
  matched: number;
  sendable: number;
  /** The true number is within this of `matched` in 95 of 100 counts. */
  error: number;
}

/** Standard deviations on each side of the mean that hold 95 % of a normal distribution. */
const DEVIATIONS = 1.96;
/** Contacts of which at least one is in the sample with 95 %: none in it means at most so many for each sample. */
const AT_MOST_WITHOUT_ANY = 3;

/** Counts of an audience in each shard of the contact book. */
export class ShardCounts {
  readonly counts: GateCounts[];

  /** @param from counts to go on with; absent: none yet */
  constructor(from?: readonly GateCounts[]) {
    this.counts = Array.from({ length: CONTACT_SHARDS }, (_, shard) => ({
      ...NONE_COUNTED,
      ...from?.[shard],
    }));
  }

  add(shard: number, as: keyof GateCounts): void {
    const count = this.counts[shard];
    if (count) count[as] += 1;
  }

  total(): GateCounts {
    return sumOf(this.counts);
  }

  /**
   * Estimates the audience by the shards that were counted to their end. A contact lies in a shard by a hash of its id, so
   * that each shard is a random sample of the contact book.
   *
   * @returns `undefined` before the end of the first shard
   */
  estimate(position: BookPosition): AudienceEstimate | undefined {
    const ended = this.counts.filter((_, shard) => position[shard] === 'end');
    if (ended.length === 0) return undefined;
    const share = ended.length / CONTACT_SHARDS;
    const { matched, sendable } = presentCounts(sumOf(ended));
    const counted = presentCounts(this.total());
    // Each matched contact is in the sample with the probability `share`.
    const deviation = Math.sqrt(matched * (1 - share));
    return {
      matched: Math.max(counted.matched, Math.round(matched / share)),
      sendable: Math.max(counted.sendable, Math.round(sendable / share)),
      error: Math.ceil(Math.max(DEVIATIONS * deviation, AT_MOST_WITHOUT_ANY) / share),
    };
  }
}

const sumOf = (counts: readonly GateCounts[]): GateCounts =>
  counts.reduce(
    (total, count) => ({
      allowed: total.allowed + count.allowed,
      notOptedIn: total.notOptedIn + count.notOptedIn,
      hardOptedOut: total.hardOptedOut + count.hardOptedOut,
      setAside: total.setAside + count.setAside,
    }),
    NONE_COUNTED,
  );
