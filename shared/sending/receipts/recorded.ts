import type { Counted } from '../../statistics/daily-statistics';
import type { DirectEvent } from '../../webhooks/publish-directly';

/** What recording some receipts came to. */
export interface Recorded {
  events: DirectEvent[];
  /** What they add to the day of an account; absent when they say nothing new. */
  counted?: Counted | undefined;
}
