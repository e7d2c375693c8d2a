import { object, optional, picklist, string } from 'valibot';
import { REGION_SIDES } from '../platform/region-side';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { activeRegionKey, heartbeatKey } from '../platform/store/keys';

/**
 * Region that sends. Absent until a region has taken over from the first one. Only `region take-over` writes it, so that
 * no late change of the other region can replace it.
 */
export const activeRegionItem = defineItem({
  entity: 'activeRegion',
  key: activeRegionKey,
  value: object({
    side: picklist(REGION_SIDES),
    /** ISO time at which it took over. */
    since: string(),
  }),
});
export type ActiveRegion = ValueOf<typeof activeRegionItem>;

/** Heartbeat of a region, written by its own timer alone: it tells how far the other region has followed. */
export const heartbeatItem = defineItem({
  entity: 'heartbeat',
  key: heartbeatKey,
  value: object({
    /** ISO time. */
    at: string(),
    /** Name of the region at AWS. */
    region: optional(string()),
    /**
     * ISO time at which the timer ran again after a gap. Set until heartbeats of the other one have arrived, which may have
     * taken over meanwhile.
     */
    returnedAt: optional(string()),
  }),
});
export type Heartbeat = ValueOf<typeof heartbeatItem>;
