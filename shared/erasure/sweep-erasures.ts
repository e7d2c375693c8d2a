import { findDue } from '../outbox/find-due';
import type { Platform } from '../platform/platform';
import { erasureItem } from './erasure';

/**
 * Requeues running erasures whose message was lost or whose worker died. One message is enough for all.
 *
 * @returns 1 when there are any
 */
export async function sweepErasures(platform: Pick<Platform, 'table' | 'clock' | 'queues'>): Promise<number> {
  for await (const item of findDue(platform.table, 'ERASURE', platform.clock.now())) {
    const { id: erasureId } = erasureItem.read(item);
    await platform.queues.send('erasure', [{ body: { erasureId } }]);
    return 1;
  }
  return 0;
}
