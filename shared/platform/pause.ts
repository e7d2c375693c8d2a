import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, as a port: where time is simulated, waiting moves it. */
export type Pause = (ms: number) => Promise<unknown>;

export const realPause: Pause = (ms) => sleep(ms);
