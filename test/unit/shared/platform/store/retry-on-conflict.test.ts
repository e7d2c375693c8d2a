import {
  CONFLICT,
  retryOnConflict,
  StoreBusyError,
  type Waits,
} from '../../../../../shared/platform/store/retry-on-conflict';

/** Creates waits that end at once and are recorded; their random part is always the highest. */
function notedWaits(): Waits & { pausesMs: number[] } {
  const pausesMs: number[] = [];
  return { pausesMs, pause: async (ms) => pausesMs.push(ms), random: () => 1 };
}

describe('retryOnConflict', () => {
  it('answers with the first attempt that is no conflict, without a pause before it', async () => {
    const waits = notedWaits();
    await expect(retryOnConflict(waits, async (number) => `attempt ${number}`)).resolves.toBe('attempt 1');
    expect(waits.pausesMs).toEqual([]);
  });

  it('takes undefined and false for results', async () => {
    await expect(retryOnConflict(notedWaits(), async () => undefined)).resolves.toBeUndefined();
    await expect(retryOnConflict(notedWaits(), async () => false)).resolves.toBe(false);
  });

  it('pauses twice as long before each further attempt, up to the longest pause', async () => {
    const waits = notedWaits();
    const attempt = async (number: number) => (number < 8 ? CONFLICT : number);
    await expect(retryOnConflict(waits, attempt)).resolves.toBe(8);
    expect(waits.pausesMs).toEqual([25, 50, 100, 200, 400, 500, 500]);
  });

  it('spreads pauses over the whole time from zero', async () => {
    const waits = { ...notedWaits(), random: () => 0 };
    await retryOnConflict(waits, async (number) => (number < 3 ? CONFLICT : number));
    expect(waits.pausesMs).toEqual([0, 0]);
  });

  it('gives up with one typed error after the last attempt', async () => {
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      return CONFLICT;
    };
    await expect(retryOnConflict(notedWaits(), attempt)).rejects.toBeInstanceOf(StoreBusyError);
    expect(attempts).toBe(20);
  });

  it('makes as many attempts as it is told', async () => {
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      return CONFLICT;
    };
    await expect(retryOnConflict(notedWaits(), attempt, { attempts: 2 })).rejects.toThrow('after 2 attempts');
    expect(attempts).toBe(2);
  });

  it('does not repeat an attempt that throws', async () => {
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      throw new Error('No table');
    };
    await expect(retryOnConflict(notedWaits(), attempt)).rejects.toThrow('No table');
    expect(attempts).toBe(1);
  });
});
