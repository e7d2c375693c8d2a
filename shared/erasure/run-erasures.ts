import { findDue } from '../outbox/find-due';
import { forEachAtOnce } from '../platform/at-once';
import type { DeadLetters } from '../platform/dead-letters';
import type { Platform } from '../platform/platform';
import { updateExpression } from '../platform/store/expressions';
import type { Item } from '../platform/store/item';
import { jobKey, type Key } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { type Job, readJob } from '../sending/jobs/job';
import { endErasure } from './end-erasure';
import { eraseContact } from './erase-contact';
import { eraseDeadLetters } from './erase-dead-letters';
import { eraseFiles } from './erase-files';
import type { EraserDeps } from './eraser';
import { type Erasure, erasureItem } from './erasure';
import { isHalfOver, type Pass, PassLostError, releasePass, savePass, takePass } from './pass';
import { People } from './people';
import { kindOf } from './personal-data';

export interface ErasureDeps extends Pick<Platform, 'table' | 'clock' | 'ids' | 'log' | 'queues' | 'files'> {
  deadLetters: DeadLetters;
}

/** Erasures that share a pass. */
const MOST_AT_ONCE = 1_000;
/** What a page may take, and storing where the pass is. */
const RESERVE_MS = 20_000;
/** A message that is being handed over, or a chunk, is free again soon. */
const LOOK_AGAIN_AFTER_SECONDS = 5;
const ITEMS_AT_ONCE = 8;
/** Of more than these the pass begins again from the start. */
const MOST_LATER = 2_000;
/** Far ahead of every due time: all that run. */
const FAR_AHEAD_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Works on erasures until all have ended, something has to be waited for, or the worker's time is over. One worker goes
 * over the table, for all erasures that run; where it stops or dies, the next one goes on.
 *
 * @param options.erasureId the one that the queue message is about
 * @param options.remainingMs how long the worker may go on; asked before each page
 *
 * **Source:** rules E2.
 */
export async function runErasures(
  deps: ErasureDeps,
  options: { erasureId: string; remainingMs: () => number },
): Promise<void> {
  const { erasureId } = options;
  const asked = erasureItem.readIfAny(await deps.table.get(erasureItem.key(erasureId)));
  if (asked?.status !== 'running') return;
  const pass = await takePass(deps);
  if (!pass) return comeAgain(deps, erasureId);
  try {
    const { isEnded } = await goOn(deps, pass, options);
    if (!isEnded) await comeAgain(deps, erasureId);
  } catch (error) {
    if (!(error instanceof PassLostError)) throw error;
  }
}

async function comeAgain(deps: ErasureDeps, erasureId: string): Promise<void> {
  await deps.queues.send('erasure', [{ body: { erasureId }, delaySeconds: LOOK_AGAIN_AFTER_SECONDS }]);
}

async function goOn(
  deps: ErasureDeps,
  taken: Pass,
  options: { erasureId: string; remainingMs: () => number },
): Promise<{ isEnded: boolean }> {
  // 1. Whom is the pass for?
  let pass = taken;
  if (pass.erasureIds.length === 0) {
    pass = await savePass(deps, { ...pass, erasureIds: await findRunning(deps, options.erasureId) });
  }
  const erasures = await readErasures(deps.table, pass.erasureIds);
  let inTable = erasures.filter(({ isTableErased }) => !isTableErased);
  for (const erasure of inTable) await eraseContact(deps, erasure);

  // 2. The whole table, page by page.
  let eraser = eraserOf(deps, inTable);
  while (inTable.length > 0 && !pass.isScanned) {
    if (options.remainingMs() < RESERVE_MS) return stop(deps, pass);
    const { items, lastKey } = await deps.table.scanPage({
      ConsistentRead: true,
      ...(pass.lastKey && { ExclusiveStartKey: pass.lastKey }),
    });
    const later = [...pass.later, ...(await eraseItems(eraser, items))];
    for (const { erasureId, ...news } of eraser.people.takeNews()) await updateErasure(deps, erasureId, news);
    pass = await savePass(deps, { ...pass, lastKey, isScanned: lastKey === undefined, later });
  }

  // 3. All other contacts have been looked at: a name that none of them has is of the people alone.
  if (inTable.some(({ areNamesKnown }) => !areNamesKnown)) {
    for (const { id } of inTable) await updateErasure(deps, id, { areNamesKnown: true });
    inTable = await readErasures(
      deps.table,
      inTable.map(({ id }) => id),
    );
    eraser = eraserOf(deps, inTable);
  }

  // 4. What a worker was at, and what waited for the names.
  if (pass.later.length > 0) {
    const isTooMuch = pass.later.length > MOST_LATER;
    const found = isTooMuch ? [] : await deps.table.batchGet(pass.later);
    const later = await eraseItems(
      eraser,
      found.filter((item) => item !== undefined),
    );
    pass = { ...pass, later, isScanned: !isTooMuch, lastKey: undefined };
    if (later.length > 0 || isTooMuch) return stop(deps, pass);
  }

  for (const { id } of inTable) await updateErasure(deps, id, { isTableErased: true });

  // 5. What workers failed at, and was set aside.
  const mayGoOn = () => options.remainingMs() > RESERVE_MS;
  const onProgress = async () => {
    if (isHalfOver(pass, deps.clock.now())) pass = await savePass(deps, pass);
  };
  const letters = await eraseDeadLetters(deps, erasures, {
    mayGoOn: async () => {
      await onProgress();
      return mayGoOn();
    },
  });
  if (letters === 'later') return stop(deps, pass);

  // 6. The files; who waits for one keeps no other waiting.
  const ended: string[] = [];
  for (const erasure of erasures) {
    const search = { searched: new Set(erasure.searchedFiles), mayGoOn, onProgress };
    const files = await eraseFiles({ ...deps, ...eraserOf(deps, [erasure]) }, erasure, search);
    if (files === 'later') {
      await updateErasure(deps, erasure.id, { searchedFiles: [...search.searched] });
      continue;
    }
    // 7. The end.
    await endErasure(deps, erasure);
    ended.push(erasure.id);
  }
  await releasePass(deps, { ...pass, erasureIds: [], later: [], lastKey: undefined, isScanned: false });
  return { isEnded: ended.includes(options.erasureId) };
}

async function updateErasure(
  { table }: Pick<ErasureDeps, 'table'>,
  erasureId: string,
  set: Partial<Pick<Erasure, 'isTableErased' | 'searchedFiles' | 'metByOthers' | 'areNamesKnown'>>,
): Promise<void> {
  await table.update({
    Key: erasureItem.key(erasureId),
    ...updateExpression({ set }, { values: { ':running': 'running' }, names: { '#status': 'status' } }),
    ConditionExpression: '#status = :running',
  });
}

const eraserOf = (deps: ErasureDeps, erasures: readonly Erasure[]): EraserDeps => ({
  ...deps,
  people: new People(erasures),
  findJob: jobReader(deps.table),
});

async function stop(deps: ErasureDeps, pass: Pass): Promise<{ isEnded: false }> {
  await releasePass(deps, pass);
  return { isEnded: false };
}

/** @returns keys of the items that are to be looked at again */
async function eraseItems(deps: EraserDeps, items: readonly Item[]): Promise<Key[]> {
  const later: Key[] = [];
  await forEachAtOnce(items, ITEMS_AT_ONCE, async (item) => {
    const kind = kindOf(item);
    if (!kind)
      deps.log.error('An item of a kind that no erasure knows', undefined, { kind: item.sk.split('#')[0] });
    const erased = (await kind?.erase?.(deps, item)) ?? 'done';
    if (erased === 'later') later.push({ pk: item.pk, sk: item.sk });
  });
  return later;
}

/** The asked one first: the index may not show it yet. */
async function findRunning(deps: ErasureDeps, erasureId: string): Promise<string[]> {
  const ids = new Set([erasureId]);
  const until = new Date(deps.clock.now().getTime() + FAR_AHEAD_MS);
  for await (const item of findDue(deps.table, 'ERASURE', until)) {
    ids.add(erasureItem.read(item).id);
    if (ids.size === MOST_AT_ONCE) break;
  }
  return [...ids];
}

async function readErasures(table: Table, erasureIds: string[]): Promise<Erasure[]> {
  const items = await table.batchGet(erasureIds.map(erasureItem.key));
  return items.flatMap((item) => {
    const erasure = erasureItem.readIfAny(item);
    return erasure?.status === 'running' ? [erasure] : [];
  });
}

function jobReader(table: Table): (jobId: string) => Promise<Job | undefined> {
  const known = new Map<string, Promise<Job | undefined>>();
  return (jobId) => {
    const job = known.get(jobId) ?? table.get(jobKey(jobId)).then((item) => item && readJob(item));
    known.set(jobId, job);
    // Its acceptance may be under way.
    void job.then((found) => !found && known.delete(jobId)).catch(() => known.delete(jobId));
    return job;
  };
}
