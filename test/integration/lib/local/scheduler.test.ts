import { installMovableClock, type MovableClock } from '../../../../lib/local/clock';
import type { Poller, ScheduleSpec } from '../../../../lib/local/mappings';
import { startScheduler } from '../../../../lib/local/scheduler';
import { createQuietLog } from '../../../support/logs/quiet-log';

const EVERY_MINUTE: ScheduleSpec = {
  logicalId: 'EveryMinute',
  functionLogicalId: 'WakeDue',
  intervalMs: 60_000,
  input: undefined,
};

describe('startScheduler', () => {
  let clock: MovableClock;
  let scheduler: Poller;

  beforeEach(() => {
    jest.useFakeTimers();
    clock = installMovableClock(0);
  });

  afterEach(async () => {
    await scheduler.stop();
    clock.uninstall();
    jest.useRealTimers();
  });

  function start(handle: (event: unknown) => unknown, change: Partial<ScheduleSpec> = {}) {
    const log = createQuietLog();
    scheduler = startScheduler({
      schedules: [{ ...EVERY_MINUTE, ...change }],
      invoke: async (_, event) => handle(event),
      clock,
      log,
    });
    return log;
  }

  /** Runs everything that is due. */
  const shortly = () => jest.advanceTimersByTimeAsync(0);

  it('runs for the first time a second after its start, and then every minute', async () => {
    let runs = 0;
    start(() => runs++);
    const counts: number[] = [];
    for (const waitMs of [999, 1, 59_999, 1, 60_000]) {
      await jest.advanceTimersByTimeAsync(waitMs);
      counts.push(runs);
    }
    expect(counts).toEqual([0, 1, 1, 2, 3]);
  });

  it('runs once, at once, when the clock is moved over due times', async () => {
    let runs = 0;
    start(() => runs++);
    const counts: number[] = [];
    for (const advanceMs of [1_000, 50_000, 10_000, 600_000, 1]) {
      clock.advance(advanceMs);
      await shortly();
      counts.push(runs);
    }
    expect(counts).toEqual([1, 1, 2, 3, 3]);
  });

  it('never runs twice at once, and catches up afterwards', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    let release: () => void = () => undefined;
    start(async () => {
      most = Math.max(most, ++running);
      runs++;
      await new Promise<void>((resolve) => (release = resolve));
      running--;
    });
    clock.advance(1_000);
    clock.advance(60_000);
    clock.advance(60_000);
    await shortly();
    const runsMeanwhile = runs;
    release();
    await shortly();
    expect([runsMeanwhile, runs, most]).toEqual([1, 2, 1]);
    release();
  });

  it('hands the input over', async () => {
    const events: unknown[] = [];
    start((event) => events.push(event), { input: { full: true } });
    clock.advance(1_000);
    await shortly();
    expect(events).toEqual([{ full: true }]);
  });

  it("hands the scheduler's own event over when there is no input", async () => {
    const events: unknown[] = [];
    start((event) => events.push(event));
    clock.advance(1_000);
    await shortly();
    expect(events).toEqual([
      {
        version: '0',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        'detail-type': 'Scheduled Event',
        source: 'aws.scheduler',
        account: '000000000000',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
        region: 'us-east-1',
        resources: ['arn:aws:scheduler:us-east-1:000000000000:schedule/default/EveryMinute'],
        detail: '{}',
      },
    ]);
  });

  it('goes on after a run that failed', async () => {
    let runs = 0;
    const log = start(() => {
      runs++;
      throw new Error('broken');
    });
    clock.advance(1_000);
    await shortly();
    clock.advance(60_000);
    await shortly();
    expect([runs, log.lines]).toEqual([2, ['A scheduled function threw', 'A scheduled function threw']]);
  });

  it('runs no more when it is stopped', async () => {
    let runs = 0;
    start(() => runs++);
    await scheduler.stop();
    clock.advance(600_000);
    await shortly();
    expect(runs).toBe(0);
  });
});
