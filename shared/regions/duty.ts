import { otherSide, type RegionSide, regionSide } from '../platform/region-side';
import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { ServiceError } from '../errors/service-error';
import type { Table } from '../platform/store/table';
import { type ActiveRegion, activeRegionItem, type Heartbeat, heartbeatItem } from './region-items';

/**
 * Part of a region in the service.
 *
 * - `active`: it sends. The only region of a stage with one.
 * - `standby`: it hands nothing over, and takes what phones and carriers tell its own numbers.
 * - `away`: it stood still, and no heartbeat of the other region has arrived since, which may have taken over. It does nothing.
 */
export type Duty = 'active' | 'standby' | 'away';

/** Age of a region's own heartbeat from which it counts as one that stood still. The timer runs once a minute. */
export const GAP_MS = 3 * 60_000;
/** Time by which the other region's heartbeat must be later than the return, so that more than one has arrived. */
const HEARD_AFTER_MS = 60_000;

/** State of both regions, as one of them sees it. */
export interface Regions {
  active: ActiveRegion | undefined;
  own: Heartbeat | undefined;
  other: Heartbeat | undefined;
}

export async function readRegions(table: Table, side: RegionSide): Promise<Regions> {
  const [active, own, other] = await table.batchGet([
    activeRegionItem.key(undefined),
    heartbeatItem.key(side),
    heartbeatItem.key(otherSide(side)),
  ]);
  return {
    active: activeRegionItem.readIfAny(active),
    own: heartbeatItem.readIfAny(own),
    other: heartbeatItem.readIfAny(other),
  };
}

/** Decides the part of a region. A region that has never had a heartbeat is new, and was not away. */
export function decideDuty(side: RegionSide, { active, own }: Omit<Regions, 'other'>, now: Date): Duty {
  const isActive = (active?.side ?? 'first') === side;
  const { returnedAt } = own ?? {};
  // A region that took over after its return knows that the other one has not.
  const isReturning = returnedAt !== undefined && !(isActive && active && active.since > returnedAt);
  if (own && (isReturning || stoodStill(own, now))) return 'away';
  return isActive ? 'active' : 'standby';
}

/**
 * Returns the next heartbeat of a region.
 *
 * @param regions state before
 */
export function nextHeartbeat({ own, other }: Regions, now: Date): Pick<Heartbeat, 'at' | 'returnedAt'> {
  const at = now.toISOString();
  if (own && stoodStill(own, now)) return { at, returnedAt: at };
  const { returnedAt } = own ?? {};
  if (returnedAt === undefined) return { at };
  const hasHeard = other && Date.parse(other.at) >= Date.parse(returnedAt) + HEARD_AFTER_MS;
  return hasHeard ? { at } : { at, returnedAt };
}

const stoodStill = ({ at }: Heartbeat, now: Date) => now.getTime() - Date.parse(at) > GAP_MS;

/** Time for which a process keeps what it has read: it ends sending within it. */
const KEPT_MS = 1_000;
const known = new WeakMap<Table, { regions: Regions; readAtMs: number }>();

/** Returns the part of this process's region, as it was within the last second. */
export async function findDuty({ table, clock }: Pick<Platform, 'table' | 'clock'>): Promise<Duty> {
  const side = regionSide();
  if (side === undefined) return 'active';
  const nowMs = epochMs(clock);
  const kept = known.get(table);
  const isFresh = kept && nowMs >= kept.readAtMs && nowMs - kept.readAtMs < KEPT_MS;
  const regions = isFresh ? kept.regions : await readRegions(table, side);
  if (!isFresh) known.set(table, { regions, readAtMs: nowMs });
  return decideDuty(side, regions, clock.now());
}

/** Seconds after which a request may be repeated: by then its domain leads to the other region, or this one is active. */
const ASK_AGAIN_AFTER_SECONDS = 60;

/**
 * Refuses a change in a region that is not active: the other one would not see it in time.
 *
 * @throws ServiceError ServiceUnavailable
 */
export async function refuseOffDuty(
  platform: Pick<Platform, 'table' | 'clock'>,
  { method }: { method: string },
): Promise<void> {
  if (method === 'GET' || (await findDuty(platform)) === 'active') return;
  throw new ServiceError('ServiceUnavailable', {
    cause: 'standby',
    retryAfterSeconds: ASK_AGAIN_AFTER_SECONDS,
  });
}
