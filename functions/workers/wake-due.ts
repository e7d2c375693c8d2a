import { wakeOutbox } from '../../shared/outbox/wake-outbox';
import { getPlatform } from '../../shared/platform/platform';

/** Scheduler, once a minute: takes up whatever was due and did not happen. */
export async function handler(): Promise<void> {
  const platform = getPlatform();
  const relayed = await wakeOutbox(platform);
  if (relayed > 0) platform.log.warn('Relayed overdue outbox items', { count: relayed });
}
