import type { Platform } from '../platform/platform';
import { PatientTable } from '../platform/store/patient-table';
import type { DeadLetterDeps } from './erase-dead-letters';
import { type Erasure, erasureItem } from './erasure';
import { beginPass, divideTable, findInTable } from './internal/begin-pass';
import { eraseContact } from './internal/erase-contact';
import { finishPass } from './internal/finish-pass';
import {
  findPass,
  type HeldPass,
  isDivided,
  type Pass,
  PassLostError,
  releasePass,
  takePass,
} from './internal/pass';
import { readTable } from './internal/read-table';
import { findSlices, type HeldSlice, releaseSlice, saveSlice, WORKERS } from './internal/slice';

type ErasureDeps = Pick<Platform, 'table' | 'clock' | 'ids' | 'log' | 'queues' | 'files'> & DeadLetterDeps;

/** Delay after which a message that was being handed over, or a held chunk, is normally free again. */
const LOOK_AGAIN_AFTER_SECONDS = 5;
const COMES_AGAIN_FOR_MS = 10 * 60_000;
/** The timer calls a worker once a minute: no message has to wait for what is later. */
const TIMER_COMES_AFTER_MS = 60_000;

interface Options {
  erasureId: string;
  remainingMs: () => number;
  rest: () => Promise<void>;
}

/** Delay after which the message of an erasure comes again; absent: it does not. */
type ComesAgain = { afterMs: number } | undefined;
const SOON = { afterMs: LOOK_AGAIN_AFTER_SECONDS * 1000 };

/**
 * Works on erasures until all have ended, one of them has to wait, or the worker's time is up. All running erasures share
 * one pass over the table, and workers share its slices; where one stops or dies, another one continues. Erasures that are
 * requested meanwhile wait for the next pass.
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
  try {
    const again = await work(deps, asked, { ...options, rest: () => patient.rest() });
    if (again) await call(deps, { erasureId, workers: 1, afterMs: again.afterMs });
  } catch (error) {
    if (!(error instanceof PassLostError)) throw error;
  }
}

async function work(deps: ErasureDeps, asked: Erasure, options: Options): Promise<ComesAgain> {
  // 1. Erase beside the contact, also when the table has to wait.
  let pass = await findPass(deps.table);
  await eraseBesideTable(deps, asked, pass);

  // 2. Begin a pass, unless one has begun.
  let taken: HeldSlice | undefined;
  if (!(await findSlices(deps.table, pass))) {
    const held = await takePass(deps);
    if (!held) return ifYoung(deps, asked);
    // Another worker may have begun one meanwhile.
    if (await findSlices(deps.table, held)) {
      await releasePass(deps, held);
      return SOON;
    }
    const begun = await beginPass(deps, held, asked.id);
    switch (begun.is) {
      case 'held':
        return SOON;
      case 'waiting':
        return untilNextPass(deps, begun.pass);
      case 'tableIsErased':
        return finish(deps, begun.pass, options);
      case 'reading':
        ({ pass, taken } = begun);
    }
  }

  // 3. Read the table, together with other workers.
  const waitsMs = Date.parse(pass.readFrom ?? '') - deps.clock.now().getTime();
  if (waitsMs > 0) return { afterMs: waitsMs };
  const inTable = await findInTable(deps, pass);
  const end = inTable.length === 0 ? 'read' : await readTable(deps, { ...options, pass, inTable, taken });
  switch (end) {
    case 'read': {
      // 4. Erase what is outside the table, and end the erasures.
      const held = await takePass(deps);
      return held ? finish(deps, held, options) : ifYoung(deps, asked);
    }
    case 'busy':
      return isDivided(pass) ? undefined : ifYoung(deps, asked);
    case 'timeIsUp':
      return SOON;
    default:
      return divide(deps, end, options);
  }
}

async function finish(deps: ErasureDeps, pass: HeldPass, options: Options): Promise<ComesAgain> {
  const ended = await finishPass(deps, pass, options);
  const isOfPass = pass.erasureIds.includes(options.erasureId);
  if (!isOfPass && pass.nextAt !== undefined) return untilNextPass(deps, pass);
  return ended !== 'later' && ended.includes(options.erasureId) ? undefined : SOON;
}

/**
 * Erases the conversation and the consent log of a person who is not of the pass, and may have to wait for the next one.
 * Those of the people of a pass are erased when it begins.
 */
async function eraseBesideTable(deps: ErasureDeps, asked: Erasure, { erasureIds }: Pass): Promise<void> {
  if (asked.kind === 'person' && !asked.isTableErased && !erasureIds.includes(asked.id))
    await eraseContact(deps, asked);
}

/** Divides the table, and calls the workers that read it. */
async function divide(deps: ErasureDeps, slice: HeldSlice, { erasureId }: Options): Promise<ComesAgain> {
  // A worker that has lost the slice ends here.
  const kept = await saveSlice(deps, slice);
  const held = await takePass(deps);
  if (!held) {
    await releaseSlice(deps, kept);
    return SOON;
  }
  const { readFrom } = await divideTable(deps, held, kept);
  const afterMs = Date.parse(readFrom ?? '') - deps.clock.now().getTime();
  await call(deps, { erasureId, workers: WORKERS, afterMs });
  return undefined;
}

async function call(
  { queues }: ErasureDeps,
  { erasureId, workers, afterMs }: { erasureId: string; workers: number; afterMs: number },
): Promise<void> {
  const message = { body: { erasureId }, delaySeconds: Math.ceil(afterMs / 1000) };
  await queues.send(
    'erasure',
    Array.from({ length: workers }, () => message),
  );
}

/**
 * Lets a recent erasure call a worker again. An older one is requeued only by the timer: otherwise its message would be
 * received again and again during a long pass.
 */
const ifYoung = ({ clock }: ErasureDeps, { requestedAt }: Erasure): ComesAgain =>
  clock.now().getTime() - Date.parse(requestedAt) < COMES_AGAIN_FOR_MS ? SOON : undefined;

function untilNextPass({ clock }: ErasureDeps, { nextAt }: Pass): ComesAgain {
  const afterMs = Math.max(SOON.afterMs, Date.parse(nextAt ?? '') - clock.now().getTime());
  return afterMs <= TIMER_COMES_AFTER_MS ? { afterMs } : undefined;
}
