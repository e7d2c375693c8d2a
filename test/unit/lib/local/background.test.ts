import { createPause, settleWithinStopTimeout } from '../../../../lib/local/background';

async function elapsed(action: () => Promise<unknown>): Promise<{ ms: number; result: unknown }> {
  const startedAt = performance.now();
  const result = await action();
  return { ms: performance.now() - startedAt, result };
}

describe('createPause', () => {
  it('lasts as long as it should', async () => {
    const { ms, result } = await elapsed(() => createPause().sleep(30));
    expect(result).toBe(false);
    expect(ms).toBeGreaterThanOrEqual(28);
  });

  it('is cut short', async () => {
    const pause = createPause();
    const sleeping = elapsed(() => pause.sleep(10_000));
    pause.wake();
    const { ms, result } = await sleeping;
    expect(result).toBe(true);
    expect(ms).toBeLessThan(1_000);
  });

  it('remembers one call to wake up that came before it', async () => {
    const pause = createPause();
    pause.wake();
    pause.wake();
    expect([await pause.sleep(10_000), await pause.sleep(1)]).toEqual([true, false]);
  });
});

describe('settleWithinStopTimeout', () => {
  it('waits for what ends, however it ends', async () => {
    const failing = Promise.reject(new Error('failed'));
    const { ms } = await elapsed(() => settleWithinStopTimeout([failing, createPause().sleep(20)]));
    expect(ms).toBeGreaterThanOrEqual(18);
  });

  it('gives up on what does not end', async () => {
    const { ms } = await elapsed(() => settleWithinStopTimeout([new Promise(() => undefined)]));
    expect(ms).toBeGreaterThanOrEqual(1_900);
    expect(ms).toBeLessThan(4_000);
  });
});
