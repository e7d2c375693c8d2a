import { regionSide } from '../platform/region-side';
import type { Platform } from '../platform/platform';
import { decideDuty, type Duty, nextHeartbeat, readRegions } from './duty';
import { heartbeatItem } from './region-items';

/**
 * Writes the heartbeat of this process's region; the timer does so each minute.
 *
 * @returns the part of the region
 */
export async function beat({ table, clock }: Pick<Platform, 'table' | 'clock'>): Promise<Duty> {
  const side = regionSide();
  if (side === undefined) return 'active';
  const now = clock.now();
  const before = await readRegions(table, side);
  const own = { ...nextHeartbeat(before, now), region: process.env.AWS_REGION };
  await table.put({ Item: heartbeatItem.item(side, own) });
  return decideDuty(side, { ...before, own }, now);
}
