import { setTimeout as sleep } from 'node:timers/promises';
import { findDue } from '../outbox/find-due';
import { callTimer, type TimerCall } from '../platform/call-timer';
import type { Platform } from '../platform/platform';
import type { Table } from '../platform/store/table';

/** `stillDue`: it has run, and the outbox still holds what was due before. */
export type TimerRun = TimerCall | { outcome: 'stillDue' };

/** The index shows a moment later what the table has. */
const LOOKS = 5;
const LOOK_AGAIN_AFTER_MS = 1_000;

/**
 * Runs the timer once, now, and ends when everything that was overdue in the outbox has been relayed.
 *
 * @param options.endsAfterMs how long to wait for the timer; absent: until it has ended
 */
export async function runTimer(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  options: { functionName: string; endsAfterMs?: number },
): Promise<TimerRun> {
  const beganAt = clock.now();
  const call = await callTimer(options);
  if (call.outcome !== 'done') return call;
  for (let look = 1; await isAnythingDue(table, beganAt); look++) {
    if (look === LOOKS) return { outcome: 'stillDue' };
    await sleep(LOOK_AGAIN_AFTER_MS);
  }
  return call;
}

async function isAnythingDue(table: Table, at: Date): Promise<boolean> {
  for await (const _ of findDue(table, 'OUTBOX', at)) return true;
  return false;
}
