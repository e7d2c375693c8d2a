import { isoNow } from '../../shared/platform/clock';
import { forEachAtOnce } from '../../shared/platform/at-once';
import { readServiceHold } from '../../shared/holds/service-hold';
import { type DuePlace, findDuePlaces } from '../../shared/outbox/find-due';
import type { Platform } from '../../shared/platform/platform';
import { otherSide, type RegionSide } from '../../shared/platform/region-side';
import { updateExpression } from '../../shared/platform/store/expressions';
import { DUE_KINDS, dueAttributes, type DueKind } from '../../shared/platform/store/keys';
import type { Table } from '../../shared/platform/store/table';
import { GAP_MS, type Regions, readRegions } from '../../shared/regions/duty';
import { activeRegionItem } from '../../shared/regions/region-items';
import { endOpenWork, EVER, type OpenWork } from '../restore/end-open-work';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

interface TakeOverReport extends OpenWork {
  /** Work that goes on in this region: webhooks, opt-outs, erasures, events and more. */
  carriedOn: number;
}

/**
 * Time for which sending has to be paused before a region is handed over: a hand-over to the provider that had begun before has
 * ended, and its outcome is stored.
 */
export const SETTLES_WITHIN_MS = 2 * 60_000;
const MOVES_AT_ONCE = 8;
const PLACES_AT_ONCE = 100;
/** Kinds of work that is ended, or held, when its region is lost. */
const ENDED_KINDS: readonly DueKind[] = ['MESSAGE', 'JOB', 'CAMPAIGN', 'AUTOMATION'];

/** Why a region cannot be taken over from without a loss. */
export type NotHandedOver = 'notPaused' | 'notSettled' | 'notFollowed';

/**
 * Decides whether a region may take over from the other one without a loss: sending is paused for long enough, and the other
 * region's heartbeat of after that has arrived.
 *
 * @returns `undefined` when it may
 */
export function whyNotHandedOver(
  { other }: Pick<Regions, 'other'>,
  { pausedSince, now }: { pausedSince: string | undefined; now: Date },
): NotHandedOver | undefined {
  if (pausedSince === undefined) return 'notPaused';
  const settledMs = Date.parse(pausedSince) + SETTLES_WITHIN_MS;
  if (now.getTime() < settledMs) return 'notSettled';
  const beatMs = other ? Date.parse(other.at) : 0;
  return beatMs < settledMs || now.getTime() - beatMs > GAP_MS ? 'notFollowed' : undefined;
}

/** Reads both regions, and since when the sending of all accounts is paused. */
export async function readTakeOver(
  { table }: Pick<Deps, 'table'>,
  side: RegionSide,
): Promise<Regions & { pausedSince: string | undefined }> {
  const [regions, hold] = await Promise.all([readRegions(table, side), readServiceHold(table)]);
  return { ...regions, pausedSince: hold?.paused?.since };
}

/**
 * Makes a region the active one. Of a region that was lost, what was under way is ended or held, since its texts may have gone out
 * within the lag of replication; of one that was handed over it goes on here. Harmless to repeat: work of a lost region that
 * is replicated later is ended by the next run.
 *
 * @param options.side region that takes over, whose table and environment this process has
 * @param options.isLost true when the other region is lost
 */
export async function takeOver(
  deps: Deps,
  { side, isLost, isDryRun }: { side: RegionSide; isLost: boolean; isDryRun: boolean },
): Promise<TakeOverReport> {
  const from = otherSide(side);
  const { active } = await readRegions(deps.table, side);
  const isNew = (active?.side ?? 'first') !== side;

  // 1. Ends or holds what may have gone out, and what this region had left when it stopped being active.
  const sides = [...(isLost ? [from] : []), ...(isNew ? [side] : [])];
  const ended: OpenWork = { messages: 0, jobs: 0, campaigns: 0, automations: 0 };
  for (const one of sides) {
    const done = await endOpenWork(deps, { side: one, isDryRun });
    for (const kind of Object.keys(ended) as Array<keyof OpenWork>) ended[kind] += done[kind];
  }

  // 2. Takes over the rest, which is harmless to do twice.
  const carriedOn = await moveWork(deps, { from, isLost, isDryRun });

  // 3. Makes the region active, unless it is already.
  if (!isDryRun) await activate(deps, side);
  return { ...ended, carriedOn };
}

/** Moves due work of a region to this one. @returns number of items */
async function moveWork(
  { table }: Pick<Deps, 'table'>,
  { from, isLost, isDryRun }: { from: RegionSide; isLost: boolean; isDryRun: boolean },
): Promise<number> {
  let count = 0;
  for (const kind of DUE_KINDS) {
    // A dry run has not ended these.
    if (isLost && isDryRun && ENDED_KINDS.includes(kind)) continue;
    let places: DuePlace[] = [];
    const moveAll = async () => {
      const moved = places;
      places = [];
      await forEachAtOnce(moved, MOVES_AT_ONCE, async (place) => {
        if (isDryRun || (await move(table, kind, place))) count++;
      });
    };
    for await (const place of findDuePlaces(table, kind, EVER, from)) {
      places.push(place);
      if (places.length === PLACES_AT_ONCE) await moveAll();
    }
    await moveAll();
  }
  return count;
}

/** @returns false when the place has changed since */
async function move(table: Table, kind: DueKind, { pk, sk, gsi1pk, gsi1sk }: DuePlace): Promise<boolean> {
  const [dueAt = '', ...id] = gsi1sk.split('#');
  const { written } = await table.update({
    Key: { pk, sk },
    ...updateExpression(
      { set: dueAttributes(kind, { id: id.join('#'), dueAt }) },
      { values: { ':from': gsi1pk, ':seen': gsi1sk } },
    ),
    ConditionExpression: '#gsi1pk = :from AND #gsi1sk = :seen',
  });
  return written;
}

async function activate({ table, clock }: Pick<Deps, 'table' | 'clock'>, side: RegionSide): Promise<void> {
  const { active, own } = await readRegions(table, side);
  const isReturning = own?.returnedAt !== undefined && (active?.since ?? '') <= own.returnedAt;
  if (active?.side === side && !isReturning) return;
  await table.put({ Item: activeRegionItem.item(undefined, { side, since: isoNow(clock) }) });
}
