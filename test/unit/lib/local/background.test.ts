import { createPause, settleWithinStopTimeout } from '../../../../lib/local/lifecycle';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Records the value of a promise as soon as it is fulfilled. */
function watch<Result>(promise: Promise<Result>): { results: Result[] } {
  const results: Result[] = [];
  void promise.then((result) => results.push(result));
  return { results };
}

describe('createPause', () => {
  it('lasts as long as it should', async () => {
    const { results } = watch(createPause().sleep(30));
    await jest.advanceTimersByTimeAsync(29);
    expect(results).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(results).toEqual([false]);
  });

  it('is cut short', async () => {
    const pause = createPause();
    const sleeping = pause.sleep(10_000);
    pause.wake();
    expect([await sleeping, jest.getTimerCount()]).toEqual([true, 0]);
  });

  it('remembers one call to wake up that came before it', async () => {
    const pause = createPause();
    pause.wake();
    pause.wake();
    const { results } = watch(pause.sleep(10_000).then(async (first) => [first, await pause.sleep(1)]));
    await jest.advanceTimersByTimeAsync(1);
    expect(results).toEqual([[true, false]]);
  });
});

describe('settleWithinStopTimeout', () => {
  it('waits for what ends, however it ends', async () => {
    const failing = Promise.reject(new Error('failed'));
    const { results } = watch(settleWithinStopTimeout([failing, createPause().sleep(20)]));
    await jest.advanceTimersByTimeAsync(19);
    expect(results).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect([results, jest.getTimerCount()]).toEqual([[undefined], 0]);
  });

  it('gives up on what does not end', async () => {
    const { results } = watch(settleWithinStopTimeout([new Promise(() => undefined)]));
    await jest.advanceTimersByTimeAsync(1_999);
    expect(results).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(results).toEqual([undefined]);
  });
});
