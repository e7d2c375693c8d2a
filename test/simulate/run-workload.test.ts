import { runWorkload } from './run-workload';
import { broadcastOnEach, type Workload } from './workloads';

const workload = (options: { numbers: number; scale: number }): Workload => ({
  name: 'paced numbers',
  target: 'none',
  scale: options.scale,
  run: async (world) => broadcastOnEach(world, { numbers: options.numbers, ratePerSecond: 5, seconds: 12 }),
});

describe('a workload in simulated time', () => {
  it('gives the same row for the same seed', async () => {
    const run = async () => runWorkload(workload({ numbers: 2, scale: 1 }), { seed: 3 });
    // In the first run of a process the cache has no API key.
    await run();
    const [first, second] = [await run(), await run()];
    expect({ ...second, workload: undefined }).toEqual({ ...first, workload: undefined });
    expect(first.texts).toBeGreaterThan(60);
    expect(first.notes).toContain('most in a second 5');
  });

  it('reaches the same share of half the load under half the limits', async () => {
    const whole = await runWorkload(workload({ numbers: 24, scale: 1 }), { seed: 3 });
    const half = await runWorkload(workload({ numbers: 12, scale: 2 }), { seed: 3 });
    const share = half.reached / half.asked / (whole.reached / whole.asked);
    expect(share).toBeGreaterThan(0.8);
    expect(share).toBeLessThan(1.25);
  });
});
