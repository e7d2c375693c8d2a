import { findDue } from '../outbox/find-due';
import type { Platform } from '../platform/platform';
import { isHeld } from '../platform/store/lease';
import { erasureItem } from './erasure';
import { findPass } from './internal/pass';
import { findSlices, WORKERS } from './internal/slice';

/**
 * Requeues running erasures whose message was lost or whose worker died. One message is enough for all; a divided
 * table takes one for each worker. None is sent while workers read the table.
 *
 * @returns the number of messages
 */
export async function sweepErasures(platform: Pick<Platform, 'table' | 'clock' | 'queues'>): Promise<number> {
  for await (const item of findDue(platform.table, 'ERASURE', platform.clock.now())) {
    const workers = await workersOf(platform);
    if (workers === 0) return 0;
    const { id: erasureId } = erasureItem.read(item);
    await platform.queues.send(
      'erasure',
      Array.from({ length: workers }, () => ({ body: { erasureId } })),
    );
    return workers;
  }
  return 0;
}

/**
 * Returns the number of workers that are needed: none while some read the table, or wait until they may; one for a pass
 * that has to begin or end.
 */
async function workersOf({ table, clock }: Pick<Platform, 'table' | 'clock'>): Promise<number> {
  const pass = await findPass(table);
  const now = clock.now();
  if (pass.readFrom !== undefined && pass.readFrom > now.toISOString()) return 0;
  const open = (await findSlices(table, pass))?.filter(({ isScanned }) => !isScanned) ?? [];
  if (open.some((slice) => isHeld(slice, now))) return 0;
  return Math.max(1, Math.min(WORKERS, open.length));
}
