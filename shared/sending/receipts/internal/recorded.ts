import type { Counted } from '../../../statistics/daily-statistics';
import type { Use } from '../../../statistics/usage';
import type { DirectEvent } from '../../../webhooks/publish-directly';

/** Result of recording receipts. */
export interface Recorded {
  events: DirectEvent[];
  /** Counts that the receipts add to an account's day; absent when they say nothing new. */
  counted?: (Omit<Counted, 'usage'> & { uses: Use[] }) | undefined;
}
