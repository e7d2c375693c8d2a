import { dayIn, instantOf, startOfDay, wallAt } from '../time-zones/wall-clock';

const DAY_MS = 24 * 60 * 60_000;
/** Zone by whose days T-Mobile counts. */
const ZONE = 'America/Los_Angeles';
/**
 * End of a day in which nothing is reserved any more. It is longer than a slot can be away, a hand-over can take and clocks
 * differ: no text that one day counts goes out on the next.
 */
const QUIET_MS = 10_000;

/** Most message parts that the numbers of a brand send in a day of T-Mobile. **Source:** rules 8.1. */
export interface DailyCap {
  accountId: string;
  /** Name that the operator gave the brand; `''`: the one brand of the account. */
  brand: string;
  parts: number;
  /** Time at which nothing was left for the number, by `usedUpAt`. */
  usedUp?: string | undefined;
}

/** Returns the cap of a number; `undefined` when it has none. */
export function capOf(number: {
  accountId: string;
  dailyCap?: number | undefined;
  brand?: string | undefined;
  usedUpCap?: string | undefined;
}): DailyCap | undefined {
  const { accountId, dailyCap, brand = '', usedUpCap: usedUp } = number;
  return dailyCap === undefined ? undefined : { accountId, brand, parts: dailyCap, usedUp };
}

/** Returns the day whose texts count in caps, `YYYY-MM-DD`. */
export const capDay = (nowMs: number): string => dayIn(ZONE, nowMs);

/** Names a cap on its day. A number whose cap changes has another name, and what it holds of the old one is void. */
export const capOnDay = ({ accountId, brand, parts }: DailyCap, nowMs: number): string =>
  `${capDay(nowMs)} ${parts} ${accountId} ${brand}`;

/** Returns when the next day of caps begins, epoch milliseconds. */
export const nextCapDayMs = (nowMs: number): number =>
  instantOf(ZONE, startOfDay(wallAt(ZONE, nowMs)) + DAY_MS);

/**
 * Time after which workers read the count of a used-up cap again: other workers may have given back parts of texts that did
 * not go out.
 */
export const ASK_AGAIN_AFTER_MS = 15 * 60_000;

/** Names a quarter of an hour in which nothing is left of a cap. */
export const usedUpAt = (cap: DailyCap, nowMs: number): string =>
  `${capOnDay(cap, nowMs)} ${Math.floor(nowMs / ASK_AGAIN_AFTER_MS)}`;

/** Returns when texts of a number go out again whose cap is used up, epoch milliseconds; `undefined` when they go now. */
export const cappedUntilMs = ({ cap }: { cap: DailyCap | undefined }, nowMs: number): number | undefined =>
  cap?.usedUp === undefined || cap.usedUp !== usedUpAt(cap, nowMs) ? undefined : nextCapDayMs(nowMs);

/** Returns true in the last seconds of a day, in which nothing is reserved. */
export const isDayEnding = (nowMs: number): boolean => nowMs >= nextCapDayMs(nowMs) - QUIET_MS;

/** Share of a cap that a number takes at once, so that it does not count each text for its brand. */
const SHARE_AT_ONCE = 1 / 200;

/** Returns the parts that a number takes of its brand's cap at once. @param options.wanted parts that it is to send now */
export const partsAtOnce = ({ parts }: DailyCap, { wanted }: { wanted: number }): number =>
  Math.max(wanted, Math.floor(parts * SHARE_AT_ONCE));

/** Returns how many messages fit into what is left of a cap, in their order. */
export function countFitting(parts: readonly number[], left: number): number {
  let sum = 0;
  const firstOver = parts.findIndex((each) => (sum += each) > left);
  return firstOver < 0 ? parts.length : firstOver;
}
