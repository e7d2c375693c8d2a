import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, as a port: where time is simulated, waiting moves it. */
export type Pause = (ms: number) => Promise<unknown>;

export const realPause: Pause = (ms) => sleep(ms);

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 2_000;

/** Waits before try number `round + 1`: exponential with full jitter. */
export async function pauseWithJitter(round: number, pause: Pause = realPause): Promise<void> {
  const ceilingMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (round - 1));
  await pause(Math.random() * ceilingMs);
}
