import { CONTACT_SHARDS } from '../../../platform/store/keys';
import type { GateCounts } from '../gate-counts';

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

/**
 * Estimates an audience by the shards that were counted to their end. A contact lies in a shard by a hash of its id, so
 * that each shard is a random sample of the contact book.
 *
 * @param counts of each shard that was counted to its end
 * @returns `undefined` without such a shard
 */
export function estimateAudience(
  counts: ReadonlyArray<Pick<GateCounts, 'allowed'> & { matched: number }>,
): AudienceEstimate | undefined {
  if (counts.length === 0) return undefined;
  const share = counts.length / CONTACT_SHARDS;
  const matched = sum(counts.map((shard) => shard.matched));
  const sendable = sum(counts.map((shard) => shard.allowed));
  // Each matched contact is in the sample with the probability `share`.
  const deviation = Math.sqrt(matched * (1 - share));
  return {
    matched: Math.round(matched / share),
    sendable: Math.round(sendable / share),
    error: Math.ceil(Math.max(DEVIATIONS * deviation, AT_MOST_WITHOUT_ANY) / share),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
