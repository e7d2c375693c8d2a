import type { Item } from '../platform/store/item';
import type { Key } from '../platform/store/keys';
import { type Breaker, growthOf } from './breaker';
import { outageItem } from './outage';
import type { Pause } from './pause';
import { anyServiceHoldKey, type HoldChange, serviceHoldItem, serviceHoldOf } from './service-hold';

/** Whom a hold keeps waiting: everybody, an account, or what leaves from a number. */
export type HoldScope = 'service' | 'account' | 'number';

/** Why messages wait: an operator or admin has paused them, or the provider takes none. **Source:** rules E8. */
export type HoldReason = HoldChange['reason'];

/** Pause or breaker that keeps a message waiting. */
export interface Hold {
  scope: HoldScope;
  reason: HoldReason;
  /** ISO time. */
  since: string;
  /** Breaker that holds; absent for a pause. */
  breaker?: Breaker;
}

/** Keys of the items that decide whether a number's messages wait, besides account and number. */
export const holdKeys = (options: { accountId: string; number: string }): [Key, Key] => [
  anyServiceHoldKey(),
  outageItem.key(options),
];

/** State that decides whether a message waits. */
interface HoldState {
  serviceItem: Item | undefined;
  outageItem: Item | undefined;
  account: { paused?: Pause | undefined } | undefined;
  number: { paused?: Pause | undefined } | undefined;
}

/** Returns what keeps the number's messages waiting: a pause before a breaker, and the widest first. */
export function holdOf(state: HoldState): Hold | undefined {
  const service = serviceHoldItem.readIfAny(state.serviceItem);
  const ofService = service && serviceHoldOf(service);
  return (
    pauseOf({ ...state, service }) ?? (ofService && { ...ofService, scope: 'service' }) ?? numberHold(state)
  );
}

/** Returns the pause that is in force, the widest first. */
export function pauseOf(state: {
  service: { paused?: Pause | undefined } | undefined;
  account: { paused?: Pause | undefined } | undefined;
  number?: { paused?: Pause | undefined } | undefined;
}): Hold | undefined {
  const pauses = [
    ['service', state.service?.paused],
    ['account', state.account?.paused],
    ['number', state.number?.paused],
  ] as const;
  const found = pauses.find(([, pause]) => pause !== undefined);
  return found?.[1] && { scope: found[0], reason: 'paused', since: found[1].since };
}

function numberHold({ outageItem: item }: HoldState): Hold | undefined {
  const breaker = outageItem.readIfAny(item)?.breaker;
  const since = breaker?.openSince;
  return breaker && since !== undefined ? { scope: 'number', reason: 'provider', since, breaker } : undefined;
}

/** Returns the ISO time at which the later of the two breakers has closed; `undefined` when none was open lately. */
export function lastClosedAt(state: Pick<HoldState, 'serviceItem' | 'outageItem'>): string | undefined {
  const breakers = [
    serviceHoldItem.readIfAny(state.serviceItem)?.breaker,
    outageItem.readIfAny(state.outageItem)?.breaker,
  ];
  return breakers
    .flatMap((breaker) => breaker?.closedAt ?? [])
    .sort()
    .at(-1);
}

/**
 * Returns the hold of a message that waits although the breaker has closed: at first only a share goes out, which
 * grows.
 */
export function growingHold(
  closedAt: string | undefined,
  { nowMs, random }: { nowMs: number; random: number },
): Hold | undefined {
  if (closedAt === undefined || random < growthOf(closedAt, nowMs)) return undefined;
  return { scope: 'number', reason: 'provider', since: closedAt };
}
