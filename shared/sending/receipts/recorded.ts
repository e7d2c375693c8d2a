import type { Counted } from '../../statistics/daily-statistics';
import type { ToldEvent } from '../../webhooks/tell-events';

/** What recording some receipts came to. */
export interface Recorded {
  events: ToldEvent[];
  /** What they add to the day of an account; absent when they say nothing new. */
  counted?: Counted | undefined;
}
