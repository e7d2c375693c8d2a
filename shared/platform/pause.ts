import { setTimeout as sleep } from 'node:timers/promises';

/** Wait, as a port: where time is simulated, waiting advances it. */
export type Pause = (ms: number) => Promise<unknown>;

export const realPause: Pause = (ms) => sleep(ms);
