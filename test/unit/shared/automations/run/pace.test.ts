import { Pace } from '../../../../../shared/automations/run/internal/pace';

function pacedAt(perSecond: number) {
  let nowMs = 0;
  const pauses: number[] = [];
  const pause = async (ms: number) => {
    pauses.push(ms);
    nowMs += ms;
  };
  const pace = new Pace({ clock: { now: () => new Date(nowMs) }, pause }, perSecond);
  return { pace, pauses, pass: (ms: number) => (nowMs += ms), nowMs: () => nowMs };
}

describe('the pace of an automation', () => {
  it('lets the work of a second come at once', async () => {
    const { pace, pauses } = pacedAt(400);
    for (let batch = 0; batch < 5; batch++) {
      await pace.wait();
      pace.spend(80);
    }
    await pace.wait();
    expect(pauses).toEqual([]);
  });

  it('holds more than that to its rate', async () => {
    const { pace, nowMs } = pacedAt(400);
    for (let batch = 0; batch < 100; batch++) {
      await pace.wait();
      pace.spend(80);
    }
    await pace.wait();
    // 8,000 people take 20 s, of which the first second's are free.
    expect(nowMs()).toBe(19_000);
  });

  it('saves up nothing while there is no work', async () => {
    const { pace, pauses, pass } = pacedAt(400);
    pass(3_600_000);
    pace.spend(800);
    await pace.wait();
    expect(pauses).toEqual([1_000]);
  });
});
