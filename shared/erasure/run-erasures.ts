import { mayHoldContacts } from '../campaigns/run/may-hold-contacts';
import { findDue } from '../outbox/find-due';
import { forEachAtOnce } from '../platform/at-once';
import type { Platform } from '../platform/platform';
import { updateExpression } from '../platform/store/expressions';
import type { Item } from '../platform/store/item';
import { PatientTable } from '../platform/store/patient-table';
import { jobKey, type Key } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { type Job, readJob } from '../sending/jobs/job';
import { endErasure } from './internal/end-erasure';
import { eraseContact } from './internal/erase-contact';
import { type DeadLetterDeps, eraseDeadLetters } from './erase-dead-letters';
import { eraseFiles } from './internal/erase-files';
import type { EraserDeps } from './internal/eraser';
import { type Erasure, erasureItem } from './erasure';
import { isHalfOver, type Pass, PassLostError, releasePass, savePass, takePass } from './internal/pass';
import { People } from './internal/people';
import { Retentions } from './internal/retentions';
import { endRetentionTask, isRidingAlong } from './retention-task';
import { kindOf } from './personal-data';

type ErasureDeps = Pick<Platform, 'table' | 'clock' | 'ids' | 'log' | 'queues' | 'files'> & DeadLetterDeps;

/** Most erasures that share a pass. */
const MOST_AT_ONCE = 1_000;
/** Time that one page, its pauses on a full table, and storing the progress can take. */
const RESERVE_MS = 40_000;
/** Delay after which a message that was being handed over, or a held chunk, is normally free again. */
const LOOK_AGAIN_AFTER_SECONDS = 5;
const COMES_AGAIN_FOR_MS = 10 * 60_000;
const ITEMS_AT_ONCE = 8;
/** Most items to visit again; with more of them the pass starts over. */
const MOST_LATER = 2_000;
/** Far beyond every due time, so that all running erasures are found. */
const FAR_AHEAD_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Works on erasures until all have ended, one of them has to wait, or the worker's time is up. One worker scans the
 * table for all running erasures; where it stops or dies, the next worker continues.
 *
 * @param options.erasureId the one that the queue message is about
 * @param options.remainingMs remaining time of the worker; called before each page
 *
 * **Source:** rules E2.
 */
export async function runErasures(
  platform: ErasureDeps,
  options: { erasureId: string; remainingMs: () => number },
): Promise<void> {
  const { erasureId } = options;
  const patient = new PatientTable(platform.table);
  const deps = { ...platform, table: patient.table };
  const asked = erasureItem.readIfAny(await deps.table.get(erasureItem.key(erasureId)));
  if (asked?.status !== 'running') return;
  const pass = await takePass(deps);
  if (!pass) return isYoung(asked, deps.clock.now()) ? comeAgain(deps, erasureId) : undefined;
  try {
    const { isEnded } = await goOn(deps, pass, { ...options, rest: () => patient.rest() });
    if (!isEnded) await comeAgain(deps, erasureId);
  } catch (error) {
    if (!(error instanceof PassLostError)) throw error;
  }
}

/**
 * Returns true for a recent erasure, which requeues itself. An older one is requeued only by the timer: otherwise its
 * message would be received again and again during a long pass.
 */
const isYoung = ({ requestedAt }: Erasure, now: Date) =>
  now.getTime() - Date.parse(requestedAt) < COMES_AGAIN_FOR_MS;

async function comeAgain(deps: ErasureDeps, erasureId: string): Promise<void> {
  await deps.queues.send('erasure', [{ body: { erasureId }, delaySeconds: LOOK_AGAIN_AFTER_SECONDS }]);
}

async function goOn(
  deps: ErasureDeps,
  taken: Pass,
  options: { erasureId: string; remainingMs: () => number; rest: () => Promise<void> },
): Promise<{ isEnded: boolean }> {
  // 1. Choose the erasures of the pass.
  let pass = taken;
  if (pass.erasureIds.length === 0) {
    pass = await savePass(deps, { ...pass, erasureIds: await takeRunning(deps, options.erasureId) });
  }
  const all = await readErasures(deps.table, pass.erasureIds);
  const erasures = all.filter(({ kind }) => kind === 'person');
  let inTable = all.filter(({ isTableErased }) => !isTableErased);
  for (const erasure of erasures) if (!erasure.isTableErased) await eraseContact(deps, erasure);
  // A worker would write contacts that it holds behind the scan.
  if (!pass.isScanned && pass.lastKey === undefined && (await areHeld(deps, inTable)))
    return stop(deps, pass);
  const onProgress = async () => {
    if (isHalfOver(pass, deps.clock.now())) pass = await savePass(deps, pass);
  };

  // 2. Scan the whole table, page by page.
  const retentions = await Retentions.of(deps.table, inTable);
  let eraser = eraserOf(deps, inTable);
  while (inTable.length > 0 && !pass.isScanned) {
    if (options.remainingMs() < RESERVE_MS) return stop(deps, pass);
    const { items, lastKey } = await deps.table.scanPage({
      ConsistentRead: true,
      ...(pass.lastKey && { ExclusiveStartKey: pass.lastKey }),
    });
    const later = [...pass.later, ...(await eraseItems(eraser, items))];
    await forEachAtOnce(items, ITEMS_AT_ONCE, (item) =>
      retentions.apply({ ...deps, onProgress }, item, kindOf(item)?.retained),
    );
    for (const { erasureId, ...news } of eraser.people.takeNews()) await updateErasure(deps, erasureId, news);
    const withWork = retentions.takeNews();
    for (const { id, kind, accountId } of inTable) {
      if (kind === 'retention' && withWork.includes(accountId))
        await updateErasure(deps, id, { hasUnended: true });
    }
    pass = await savePass(deps, { ...pass, lastKey, isScanned: lastKey === undefined, later });
    await options.rest();
  }

  // 3. All other contacts have been compared: a name that none of them has belongs only to erased people.
  if (inTable.some(({ areNamesKnown }) => !areNamesKnown)) {
    for (const { id } of inTable) await updateErasure(deps, id, { areNamesKnown: true });
    inTable = await readErasures(
      deps.table,
      inTable.map(({ id }) => id),
    );
    eraser = eraserOf(deps, inTable);
  }

  // 4. Visit again what a worker held, and what waited for the names.
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

  const ended: string[] = [];
  for (const task of inTable) {
    if (task.kind === 'person') {
      await updateErasure(deps, task.id, { isTableErased: true });
      continue;
    }
    await endRetentionTask(deps, task);
    ended.push(task.id);
  }

  // 5. Erase in the dead letters.
  const mayGoOn = () => options.remainingMs() > RESERVE_MS;
  const letters = await eraseDeadLetters(deps, erasures, {
    mayGoOn: async () => {
      await onProgress();
      return mayGoOn();
    },
  });
  if (letters === 'later') return stop(deps, pass);

  // 6. Erase in the files; an erasure that waits for a file does not delay the others.
  for (const erasure of erasures) {
    const search = { searched: new Set(erasure.searchedFiles), mayGoOn, onProgress };
    const files = await eraseFiles({ ...deps, ...eraserOf(deps, [erasure]) }, erasure, search);
    if (files === 'later') {
      await updateErasure(deps, erasure.id, { searchedFiles: [...search.searched] });
      continue;
    }
    // 7. End the erasure.
    await endErasure(deps, erasure);
    ended.push(erasure.id);
  }
  await releasePass(deps, { ...pass, erasureIds: [], later: [], lastKey: undefined, isScanned: false });
  return { isEnded: ended.includes(options.erasureId) };
}

/** Returns true while workers may still write contacts of the people that they have read before the requests. */
async function areHeld({ table, clock }: ErasureDeps, erasures: readonly Erasure[]): Promise<boolean> {
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

async function updateErasure(
  { table }: Pick<ErasureDeps, 'table'>,
  erasureId: string,
  set: Partial<Omit<Erasure, 'id' | 'accountId' | 'status'>>,
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

/** @returns keys of the items that have to be visited again */
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

/** Chooses the erasures of a pass. The requested one comes first, because the index may not show it yet. */
async function takeRunning(deps: ErasureDeps, erasureId: string): Promise<string[]> {
  const ids = new Set([erasureId]);
  const now = deps.clock.now();
  const until = new Date(now.getTime() + FAR_AHEAD_MS);
  for await (const item of findDue(deps.table, 'ERASURE', until)) {
    const erasure = erasureItem.read(item);
    if (isRidingAlong(erasure, now)) ids.add(erasure.id);
    if (ids.size === MOST_AT_ONCE) break;
  }
  for (const { id, kind } of await readErasures(deps.table, [...ids])) {
    if (kind === 'retention') await updateErasure(deps, id, { takenAt: now.toISOString() });
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
    // A job that is not found may still be in its acceptance, so the lookup is not kept.
    void job.then((found) => !found && known.delete(jobId)).catch(() => known.delete(jobId));
    return job;
  };
}
