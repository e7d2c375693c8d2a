import type { Platform } from '../platform/platform';
import { findDue } from './find-due';
import { readOutboxItem, type OutboxItem } from './outbox';
import { relayOutbox } from './relay-outbox';

const ITEMS_AT_ONCE = 100;

/**
 * Relays outbox items that the stream should have relayed a minute ago, and publishes events again that nobody has
 * acknowledged. Answers with how many it relayed.
 */
export async function wakeOutbox(
  platform: Pick<Platform, 'table' | 'queues' | 'eventBus' | 'clock' | 'log'>,
): Promise<number> {
  let relayed = 0;
  let waiting: OutboxItem[] = [];
  const relayWaiting = async () => {
    const failed = await relayOutbox(platform, waiting);
    relayed += waiting.length - failed.length;
    waiting = [];
  };
  for (const kind of ['OUTBOX', 'EVENT'] as const) {
    for await (const item of findDue(platform.table, kind, platform.clock.now())) {
      waiting.push(readOutboxItem(item));
      if (waiting.length === ITEMS_AT_ONCE) await relayWaiting();
    }
  }
  if (waiting.length > 0) await relayWaiting();
  return relayed;
}
