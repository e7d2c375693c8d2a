import { setTimeout as sleep } from 'node:timers/promises';
import { findDuePlaces } from '../outbox/find-due';
import { callTimer, type TimerCall } from '../platform/aws/call-timer';
import type { Platform } from '../platform/platform';
import type { Table } from '../platform/store/table';

/** Outcome of a run. `stillDue`: the timer has run, but the outbox still holds items that were due before. */
type TimerRun = TimerCall | { outcome: 'stillDue' };

/** Checks of the outbox, because the index is eventually consistent. */
const LOOKS = 5;
const LOOK_AGAIN_AFTER_MS = 1_000;

/**
 * Runs the timer once, now, and returns when everything that was overdue in the outbox has been relayed.
 *
 * @param options.endsAfterMs longest wait for the timer; absent: until it has ended
 */
export async function runTimer(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  options: { functionName: string; endsAfterMs?: number },
): Promise<TimerRun> {
  const startedAt = clock.now();
  const call = await callTimer(options);
  if (call.outcome !== 'done') return call;
  for (let look = 1; await isAnythingDue(table, startedAt); look++) {
    if (look === LOOKS) return { outcome: 'stillDue' };
    await sleep(LOOK_AGAIN_AFTER_MS);
  }
  return call;
}

async function isAnythingDue(table: Table, at: Date): Promise<boolean> {
  for await (const _ of findDuePlaces(table, 'OUTBOX', at)) return true;
  return false;
}
