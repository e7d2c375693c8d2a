import type { Platform } from '../platform/platform';
import { readTextSpendLimit } from '../platform/provider/eum/spend-limit';

/** Minutes from one look at the limit to the next; the alarm that reads it has periods of an hour. */
const MINUTES_BETWEEN = 10;

/**
 * Records the spend limit of texts in this month, with which an alarm compares what was spent. Called each minute; asks
 * AWS every ten minutes, and never when End User Messaging is not the provider.
 *
 * @returns US dollars; 0 when AWS was not asked, or told none
 */
export async function recordSpendLimit({
  clock,
  config,
  metrics,
}: Pick<Platform, 'clock' | 'config' | 'metrics'>): Promise<number> {
  if (!config.hasSpendLimit || clock.now().getUTCMinutes() % MINUTES_BETWEEN !== 0) return 0;
  const dollars = await readTextSpendLimit();
  if (dollars === undefined) return 0;
  metrics.record('SpendLimit', dollars);
  return dollars;
}
