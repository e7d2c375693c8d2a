import { findDue } from '../outbox/find-due';
import type { Platform } from '../platform/platform';
import { isHeld } from '../platform/store/lease';
import { erasureItem } from './erasure';
import { findPass, isDivided } from './internal/pass';
import { findSlices } from './internal/slice';

/**
 * Requeues running erasures whose message was lost or whose worker died. One message is enough for all, and none is sent
 * while workers read a table in slices: those call each other.
 *
 * @returns 1 when there are any
 */
export async function sweepErasures(platform: Pick<Platform, 'table' | 'clock' | 'queues'>): Promise<number> {
  for await (const item of findDue(platform.table, 'ERASURE', platform.clock.now())) {
    if (await isBeingRead(platform)) return 0;
    const { id: erasureId } = erasureItem.read(item);
    await platform.queues.send('erasure', [{ body: { erasureId } }]);
    return 1;
  }
  return 0;
}

async function isBeingRead({ table, clock }: Pick<Platform, 'table' | 'clock'>): Promise<boolean> {
  const pass = await findPass(table);
  const now = clock.now();
  if (!isDivided(pass)) return false;
  if (pass.readFrom !== undefined && pass.readFrom > now.toISOString()) return true;
  const slices = await findSlices(table, pass);
  return slices?.some((slice) => !slice.isScanned && isHeld(slice, now)) ?? false;
}
