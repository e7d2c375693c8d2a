import type { DueKind } from '../platform/store/keys';
import type { Platform } from '../platform/platform';
import { findDue } from './find-due';
import { readOutboxItems, type OutboxItem } from './outbox';
import { relayOutbox } from './relay-outbox';

const ITEMS_AT_ONCE = 100;

/** Kinds of outbox items, in the order in which they are relayed. */
type OutboxKind = Extract<DueKind, 'OUTBOX' | 'EVENT'>;

/**
 * Relays outbox items that the stream should have relayed a minute ago, and publishes unacknowledged events again.
 *
 * @param options.onRelay called after each attempt on items of the kind `OUTBOX`
 * @returns number of relayed items
 */
export async function sweepOutbox(
  platform: Pick<Platform, 'table' | 'queues' | 'eventBus' | 'clock' | 'log' | 'metrics'>,
  options: { kinds?: readonly OutboxKind[]; onRelay?: (items: OutboxItem[]) => void } = {},
): Promise<number> {
  const { kinds = ['OUTBOX', 'EVENT'], onRelay } = options;
  let relayed = 0;
  let waiting: OutboxItem[] = [];
  const relayWaiting = async (kind: OutboxKind) => {
    if (waiting.length === 0) return;
    const failed = await relayOutbox(platform, waiting);
    if (kind === 'OUTBOX') onRelay?.(waiting);
    relayed += waiting.length - failed.length;
    waiting = [];
  };
  for (const kind of kinds) {
    for await (const item of findDue(platform.table, kind, platform.clock.now())) {
      waiting.push(...readOutboxItems(platform, [item]));
      if (waiting.length === ITEMS_AT_ONCE) await relayWaiting(kind);
    }
    await relayWaiting(kind);
  }
  return relayed;
}
