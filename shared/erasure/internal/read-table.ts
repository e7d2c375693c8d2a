import { forEachAtOnce } from '../../platform/at-once';
import type { Item } from '../../platform/store/item';
import type { Key } from '../../platform/store/keys';
import type { Platform } from '../../platform/platform';
import type { Erasure } from '../erasure';
import { Deletions } from './deletions';
import { eraserOf } from './eraser-of';
import { isDivided, isHalfOver, type Pass } from './pass';
import { Retentions } from './retentions';
import { findSlices, type HeldSlice, releaseSlice, saveSlice, type Slice, takeFreeSlice } from './slice';
import { updateErasure } from './running-erasures';
import { visitItem, visitorOfOldItems } from './visit-item';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'log'>;

/** Time that one page, its pauses on a full table, and storing the progress can take. */
export const RESERVE_MS = 40_000;
export const ITEMS_AT_ONCE = 8;
/** Pages that are read again when a worker dies. */
export const PAGES_BETWEEN_SAVES = 10;
/** Most items of a slice to visit again. With more of them another pass reads the table. */
const MOST_LATER = 1_000;
/** Read units that one worker consumes before the table is divided: 100 MB, some 15 seconds. */
const MOST_UNITS_UNDIVIDED = 25_000;

interface Reading {
  pass: Pass;
  /** Erasures of the pass whose items are in the table. */
  inTable: readonly Erasure[];
  /** Slice that the worker has acquired already. */
  taken?: HeldSlice | undefined;
  remainingMs: () => number;
  /** Waits between two pages. */
  rest: () => Promise<void>;
}

/**
 * Reads slices of the table as long as one is free, and removes what they hold of the people of the pass. Several workers
 * do so at once; a slice whose worker died is continued by another one.
 *
 * @returns `read` when all slices have been read, also by others; `busy` when others hold the rest; `timeIsUp`;
 *   or the slice of an undivided table that proves to be large
 */
export async function readTable(
  deps: Deps,
  reading: Reading,
): Promise<'read' | 'busy' | 'timeIsUp' | HeldSlice> {
  const { pass } = reading;
  let slice = reading.taken ?? (await takeFreeSlice(deps, pass));
  while (slice) {
    const end = await readSlice(deps, reading, slice);
    if (end !== 'read') return end;
    slice = await takeFreeSlice(deps, pass);
  }
  const slices = await findSlices(deps.table, pass);
  return slices?.every(({ isScanned }) => isScanned) ? 'read' : 'busy';
}

async function readSlice(
  deps: Deps,
  { pass, inTable, remainingMs, rest }: Reading,
  taken: HeldSlice,
): Promise<'read' | 'timeIsUp' | HeldSlice> {
  let slice = taken;
  const hasMany = isDivided(pass);
  const onProgress = async () => {
    if (isHalfOver(slice, deps.clock.now())) slice = await saveSlice(deps, slice);
  };
  const erasures = inTable.map((erasure) => ({
    ...erasure,
    metByOthers: [...erasure.metByOthers, ...(slice.met[erasure.id] ?? [])],
  }));
  const retentions = await Retentions.of(deps.table, inTable);
  const deletions = await Deletions.of(deps.table, inTable);
  const eraser = eraserOf(deps, erasures);
  const visitDeps = { ...eraser, retentions, deletions, onProgress };
  const visit = hasMany ? visitorOfOldItems(visitDeps) : (item: Item) => visitItem(visitDeps, item);
  const readPage = (after: Slice['lastKey']) =>
    deps.table.scanPage({
      // Nothing of the people is written any more when a divided table is read: `readFrom` is late enough.
      ConsistentRead: !hasMany,
      ...(hasMany && { Segment: slice.slice, TotalSegments: pass.sliceCount }),
      ...(after && { ExclusiveStartKey: after }),
    });
  let ahead: ReturnType<typeof readPage> | undefined;
  for (let pages = 1; !slice.isScanned; pages++) {
    if (remainingMs() < RESERVE_MS) {
      await releaseSlice(deps, slice);
      return 'timeIsUp';
    }
    if (!hasMany && slice.readUnits > MOST_UNITS_UNDIVIDED) return slice;
    const { items, lastKey, readUnits } = await (ahead ?? readPage(slice.lastKey));
    await rest();
    // Items of a divided table are read again before they are changed, so that the next page can be under way meanwhile.
    ahead = hasMany && lastKey ? readPage(lastKey) : undefined;
    ahead?.catch(() => undefined);
    const later: Key[] = [];
    await forEachAtOnce(items, ITEMS_AT_ONCE, async (item) => {
      const erased = await visit(item);
      if (erased === 'later') later.push({ pk: item.pk, sk: item.sk });
      await onProgress();
    });
    const withWork = retentions.takeNews();
    for (const { id, kind, accountId } of inTable) {
      if (kind === 'retention' && withWork.includes(accountId))
        await updateErasure(deps, id, { hasUnended: true });
    }
    slice = withLater(slice, later);
    slice = { ...slice, lastKey, isScanned: lastKey === undefined, readUnits: slice.readUnits + readUnits };
    for (const { erasureId, metByOthers } of eraser.people.takeNews())
      slice = { ...slice, met: { ...slice.met, [erasureId]: metByOthers } };
    if (slice.isScanned) await releaseSlice(deps, slice);
    else if (pages % PAGES_BETWEEN_SAVES === 0) slice = await saveSlice(deps, slice);
    else await onProgress();
  }
  return 'read';
}

function withLater(slice: HeldSlice, found: readonly Key[]): HeldSlice {
  const later = [...slice.later, ...found];
  return slice.isLaterFull || later.length > MOST_LATER
    ? { ...slice, later: [], isLaterFull: true }
    : { ...slice, later };
}
