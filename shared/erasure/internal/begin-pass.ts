import { mayHoldContacts } from '../../campaigns/run/may-hold-contacts';
import { findDue } from '../../outbox/find-due';
import type { Platform } from '../../platform/platform';
import { type Erasure, erasureItem } from '../erasure';
import { isRidingAlong } from '../account-task';
import { eraseContact } from './erase-contact';
import { type HeldPass, isHalfOver, type Pass, releasePass, savePass } from './pass';
import { findRunning, updateErasure } from './running-erasures';
import { type HeldSlice, putOnlySlice, putSlices, SLICES } from './slice';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Most erasures that share a pass. */
const MOST_AT_ONCE = 500;
/** Far beyond every due time, so that all running erasures are found. */
const FAR_AHEAD_MS = 365 * 24 * 60 * 60 * 1000;
/** Longer than any request or acceptance of a job that read the person before the erasure. */
const REQUESTS_END_AFTER_MS = 2 * 60_000;
/** Much longer than a replica of the table is behind, which is a second at most as a rule. */
const REPLICAS_ARE_BEHIND_MS = 60_000;
/** Pause between the latest request of a pass and the first page of a divided table. */
export const READING_PAUSE_MS = REQUESTS_END_AFTER_MS + REPLICAS_ARE_BEHIND_MS;

/**
 * - `waiting`: the last pass has used up the read units of its time, and nothing can be done without the table
 * - `held`: workers may still write contacts that they read before the requests
 * - `tableIsErased`: what is left to do is outside the table; the caller holds the pass
 */
type Begun =
  | { is: 'waiting'; pass: Pass }
  | { is: 'held' }
  | { is: 'tableIsErased'; pass: HeldPass }
  | { is: 'reading'; pass: Pass; taken: HeldSlice };

/**
 * Begins a pass with all running erasures, or the pass that another worker has begun and not come far with. The table is
 * one slice at first, which this worker holds.
 */
export async function beginPass(deps: Deps, held: HeldPass, erasureId: string): Promise<Begun> {
  // 1. Choose the erasures.
  let pass = held;
  if (pass.erasureIds.length === 0) {
    const erasureIds = await chooseErasures(deps, pass, erasureId);
    if (erasureIds.length === 0) return { is: 'waiting', pass: await releasePass(deps, pass) };
    const startedAt = deps.clock.now().toISOString();
    pass = await savePass(deps, { ...pass, erasureIds, startedAt });
  }

  // 2. Erase beside the contacts.
  const inTable = await findInTable(deps, pass);
  for (const erasure of inTable) {
    if (erasure.kind === 'person') await eraseContact(deps, erasure);
    if (isHalfOver(pass, deps.clock.now())) pass = await savePass(deps, pass);
  }
  if (inTable.length === 0) return { is: 'tableIsErased', pass };

  // 3. Wait for workers that would write contacts behind the reading.
  if (await areHeld(deps, inTable)) {
    await releasePass(deps, pass);
    return { is: 'held' };
  }

  // 4. Let the reading begin.
  const startedAt = pass.startedAt ?? deps.clock.now().toISOString();
  const begun = { ...pass, startedAt, sliceCount: 1, readFrom: undefined, readUnits: 0 };
  const taken = await putOnlySlice(deps, begun);
  return { is: 'reading', pass: await releasePass(deps, begun), taken };
}

/**
 * Divides a table that has proved to be large: several workers read it from its beginning, with eventual consistency,
 * which costs half. Everything that can hold the people must be in every replica by then, so that they wait until each
 * request that read a person before the erasure has ended, and the replicas are up to date.
 */
export async function divideTable(deps: Deps, pass: HeldPass, given: HeldSlice): Promise<Pass> {
  const inTable = await findInTable(deps, pass);
  const latestMs = Math.max(...inTable.map(({ requestedAt }) => Date.parse(requestedAt)));
  const endedAtMs = Math.max(latestMs + REQUESTS_END_AFTER_MS, deps.clock.now().getTime());
  const divided = {
    ...pass,
    sliceCount: SLICES,
    readUnits: pass.readUnits + given.readUnits,
    readFrom: new Date(endedAtMs + REPLICAS_ARE_BEHIND_MS).toISOString(),
  };
  await putSlices(deps, divided);
  return releasePass(deps, divided);
}

/** Returns the erasures of a pass that still have items in the table. */
export async function findInTable({ table }: Pick<Deps, 'table'>, pass: Pass): Promise<Erasure[]> {
  const erasures = await findRunning(table, pass.erasureIds);
  return erasures.filter(({ isTableErased }) => !isTableErased);
}

/**
 * Chooses the erasures of a pass: until the table may be read again, those that have nothing in it any more. The
 * requested one comes first, because the index may not show it yet.
 */
async function chooseErasures(deps: Deps, { nextAt }: Pass, erasureId: string): Promise<string[]> {
  const ids = new Set([erasureId]);
  const now = deps.clock.now();
  const until = new Date(now.getTime() + FAR_AHEAD_MS);
  for await (const item of findDue(deps.table, 'ERASURE', until)) {
    const erasure = erasureItem.read(item);
    if (isRidingAlong(erasure, now)) ids.add(erasure.id);
    if (ids.size === MOST_AT_ONCE) break;
  }
  const mayRead = nextAt === undefined || nextAt <= now.toISOString();
  const running = await findRunning(deps.table, [...ids]);
  const chosen = running.filter(({ isTableErased }) => mayRead || isTableErased);
  for (const { id, kind } of chosen) {
    if (kind !== 'person') await updateErasure(deps, id, { takenAt: now.toISOString() });
  }
  return chosen.map(({ id }) => id);
}

/** Returns true while workers may still write contacts of the people that they have read before the requests. */
async function areHeld({ table, clock }: Deps, erasures: readonly Erasure[]): Promise<boolean> {
  const latest = new Map<string, string>();
  for (const { kind, accountId, requestedAt } of erasures) {
    if (kind !== 'person') continue;
    if (requestedAt > (latest.get(accountId) ?? '')) latest.set(accountId, requestedAt);
  }
  for (const [accountId, readBefore] of latest) {
    if (await mayHoldContacts(table, { accountId, readBefore, now: clock.now() })) return true;
  }
  return false;
}
