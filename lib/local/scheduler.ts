import { randomUUID } from 'node:crypto';
import type { MovableClock } from './clock';
import { settleWithinStopTimeout } from './lifecycle';
import type { InvokeFunction, Log, Poller, ScheduleSpec } from './mappings';
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from './template';

const FIRST_RUN_AFTER_MS = 1_000;
/** Longest timer of Node: longer ones fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface SchedulerOptions {
  schedules: ScheduleSpec[];
  invoke: InvokeFunction;
  clock: MovableClock;
  log: Log;
}

/**
 * Runs functions by rate on the movable clock. A clock that is moved over several due times causes one run, at once;
 * runs of one schedule never overlap.
 */
export function startScheduler(options: SchedulerOptions): Poller {
  const schedules = options.schedules.map((schedule) => startSchedule(schedule, options));
  return {
    stop: async () => {
      await settleWithinStopTimeout(schedules.map((schedule) => schedule.stop()));
    },
  };
}

function startSchedule(schedule: ScheduleSpec, { invoke, clock, log }: SchedulerOptions): Poller {
  const nowMs = () => clock.now().getTime();
  let dueMs = nowMs() + FIRST_RUN_AFTER_MS;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  const run = async (): Promise<void> => {
    const event = schedule.input === undefined ? defaultEvent(schedule, clock.now()) : schedule.input;
    try {
      await invoke(schedule.functionLogicalId, event);
    } catch (error) {
      log.error('A scheduled function threw', error, { schedule: schedule.logicalId });
    }
  };

  const look = (): void => {
    clearTimeout(timer);
    if (isStopped || running !== undefined) return;
    const now = nowMs();
    if (now < dueMs) {
      timer = setTimeout(look, Math.min(dueMs - now, LONGEST_TIMER_MS));
      return;
    }
    dueMs = nextDueMs({ dueMs, nowMs: now, intervalMs: schedule.intervalMs });
    running = run().finally(() => {
      running = undefined;
      look();
    });
  };
  const endListening = clock.onAdvance(look);
  look();

  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      endListening();
      await running;
    },
  };
}

/** Returns the first time after now that is whole intervals away from the last due time, so that runs do not drift. */
export function nextDueMs(options: { dueMs: number; nowMs: number; intervalMs: number }): number {
  const missed = Math.floor((options.nowMs - options.dueMs) / options.intervalMs);
  return options.dueMs + (missed + 1) * options.intervalMs;
}

/** Builds the input that EventBridge Scheduler passes to a function when the schedule has none of its own. */
function defaultEvent(schedule: ScheduleSpec, now: Date): object {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account: LOCAL_ACCOUNT_ID,
    time: now.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    region: LOCAL_REGION,
    resources: [
      `arn:aws:scheduler:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:schedule/default/${schedule.logicalId}`,
    ],
    detail: '{}',
  };
}
