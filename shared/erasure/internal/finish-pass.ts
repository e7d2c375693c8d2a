import { forEachAtOnce } from '../../platform/at-once';
import type { Platform } from '../../platform/platform';
import { type DeadLetterDeps, eraseDeadLetters } from '../erase-dead-letters';
import type { Erasure } from '../erasure';
import { endAccountTask } from '../account-task';
import { Deletions } from './deletions';
import { endErasure } from './end-erasure';
import { eraseContact } from './erase-contact';
import { eraseFiles } from './erase-files';
import { eraserOf } from './eraser-of';
import { type HeldPass, isDivided, isHalfOver, releasePass, savePass } from './pass';
import { nextPassAt } from './read-budget';
import { ITEMS_AT_ONCE, RESERVE_MS } from './read-table';
import { Retentions } from './retentions';
import { findRunning, updateErasure } from './running-erasures';
import { deleteSlices, findSlices, keepLater, type Slice } from './slice';
import { visitItem } from './visit-item';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'log' | 'files'> & DeadLetterDeps;

/**
 * Ends a pass whose slices have all been read, as far as it comes. The caller holds the pass, which is released.
 *
 * @returns the erasures that have ended; `later` when the pass has to wait for what a worker holds, or the time is up
 */
export async function finishPass(
  deps: Deps,
  held: HeldPass,
  { remainingMs }: { remainingMs: () => number },
): Promise<string[] | 'later'> {
  let pass = held;
  const onProgress = async () => {
    if (isHalfOver(pass, deps.clock.now())) pass = await savePass(deps, pass);
  };
  const mayGoOn = () => remainingMs() > RESERVE_MS;
  const stop = async () => {
    await releasePass(deps, pass);
    return 'later' as const;
  };

  // 1. End the work on the table.
  const all = await findRunning(deps.table, pass.erasureIds);
  const inTable = all.filter(({ isTableErased }) => !isTableErased);
  const ended: string[] = [];
  if (inTable.length > 0) {
    const slices = await findSlices(deps.table, pass);
    if (!slices?.every(({ isScanned }) => isScanned)) return stop();
    const left = await visitLater(deps, { slices, inTable, onProgress, mayGoOn });
    if (left === 'some') return stop();
    if (isDivided(pass)) pass = { ...pass, nextAt: timeOfNextPass(deps, pass, slices) };
    if (left === 'tooMany') pass = { ...pass, erasureIds: [] };
    if (isDivided(pass) || left === 'tooMany') pass = await savePass(deps, pass);
    for (const task of left === 'tooMany' ? [] : inTable) {
      await onProgress();
      if (!mayGoOn()) return stop();
      if (task.kind === 'person') {
        // Workers may have written beside the contact while the table was read.
        if (isDivided(pass)) await eraseContact(deps, task);
        await updateErasure(deps, task.id, { isTableErased: true });
        continue;
      }
      await endAccountTask(deps, task);
      ended.push(task.id);
    }
  }
  await deleteSlices(deps.table);
  pass = { ...pass, sliceCount: 0 };

  // 2. Erase in the dead letters.
  const erasures = all.filter(({ id, kind }) => kind === 'person' && pass.erasureIds.includes(id));
  const letters = await eraseDeadLetters(deps, erasures, {
    mayGoOn: async () => {
      await onProgress();
      return mayGoOn();
    },
  });
  if (letters === 'later') return stop();

  // 3. Erase in the files; an erasure that waits for a file does not delay the others.
  for (const erasure of erasures) {
    const search = { searched: new Set(erasure.searchedFiles), mayGoOn, onProgress };
    const files = await eraseFiles(eraserOf(deps, [erasure]), erasure, search);
    if (files === 'later') {
      await updateErasure(deps, erasure.id, { searchedFiles: [...search.searched] });
      continue;
    }
    // 4. End the erasure.
    await endErasure(deps, erasure);
    ended.push(erasure.id);
  }
  await releasePass(deps, { ...pass, erasureIds: [] });
  return ended;
}

/**
 * Visits what a worker held, and what waited for the names: all other contacts have been compared by now, so that a name
 * that none of them has belongs only to erased people.
 *
 * @returns `tooMany` when the slices could not keep all of them: another pass has to read the table
 */
async function visitLater(
  deps: Deps,
  options: {
    slices: Slice[];
    inTable: readonly Erasure[];
    onProgress: () => Promise<void>;
    mayGoOn: () => boolean;
  },
): Promise<'none' | 'some' | 'tooMany'> {
  const { slices, onProgress, mayGoOn } = options;
  const inTable = await keepNames(deps, options);
  const eraser = eraserOf(deps, inTable);
  const retentions = await Retentions.of(deps.table, []);
  const deletions = await Deletions.of(deps.table, inTable);
  let isAnyLeft = false;
  for (const slice of slices) {
    if (slice.later.length === 0) continue;
    if (!mayGoOn()) return 'some';
    const left: typeof slice.later = [];
    await forEachAtOnce(await deps.table.batchGet(slice.later), ITEMS_AT_ONCE, async (item) => {
      if (item && (await visitItem({ ...eraser, retentions, deletions, onProgress }, item)) === 'later')
        left.push({ pk: item.pk, sk: item.sk });
    });
    await onProgress();
    if (left.length < slice.later.length) await keepLater(deps, { ...slice, later: left });
    isAnyLeft ||= left.length > 0;
  }
  if (isAnyLeft) return 'some';
  return slices.some(({ isLaterFull }) => isLaterFull) ? 'tooMany' : 'none';
}

/** Stores which names the slices have found with others. @returns the erasures with them */
async function keepNames(
  deps: Deps,
  { slices, inTable }: { slices: Slice[]; inTable: readonly Erasure[] },
): Promise<Erasure[]> {
  const known: Erasure[] = [];
  for (const erasure of inTable) {
    const met = slices.flatMap((slice) => slice.met[erasure.id] ?? []);
    const metByOthers = [...new Set([...erasure.metByOthers, ...met])];
    known.push({ ...erasure, metByOthers, areNamesKnown: true });
    if (!erasure.areNamesKnown) await updateErasure(deps, erasure.id, { metByOthers, areNamesKnown: true });
  }
  return known;
}

function timeOfNextPass({ clock }: Deps, { startedAt = '', readUnits }: HeldPass, slices: Slice[]): string {
  const units = slices.reduce((sum, slice) => sum + slice.readUnits, readUnits);
  return nextPassAt({ startedAt, endedAtMs: clock.now().getTime(), readUnits: units });
}
