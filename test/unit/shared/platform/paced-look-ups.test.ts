import { paceLookUps } from '../../../../shared/platform/provider/paced-look-ups';
import type { LookUpOutcome } from '../../../../shared/platform/provider/port';

const FOUND: LookUpOutcome = { outcome: 'found', lineType: 'mobile' };

/** Paced look-ups with what they recorded; waiting takes no time. */
function pace(...answers: Array<LookUpOutcome | Promise<LookUpOutcome>>) {
  const seen = { asked: 0, pausedMs: 0, counted: [] as string[], warned: [] as unknown[] };
  const { lookUp } = paceLookUps(
    {
      lookUp: async () => {
        seen.asked += 1;
        return answers.shift() ?? FOUND;
      },
    },
    {
      metrics: { record: (name) => void seen.counted.push(name), flush: () => undefined },
      log: {
        info: () => undefined,
        warn: (_, fields) => void seen.warned.push(fields),
        error: () => undefined,
      },
      pause: async (ms) => void (seen.pausedMs = ms),
    },
  );
  return { seen, ask: (timeoutMs = 3_000) => lookUp('+12065550100', { timeoutMs }) };
}

it('begins twenty look-ups in a second, and counts them', async () => {
  const { seen, ask } = pace();
  expect(await Promise.all(Array.from({ length: 21 }, async () => ask()))).toEqual(Array(21).fill(FOUND));
  expect(seen.pausedMs).toBeGreaterThan(950);
  expect(seen.pausedMs).toBeLessThanOrEqual(1_000);
  expect(seen.counted).toEqual(Array(21).fill('NumbersLookedUp'));
});

it('does not ask when too little time would be left for the answer', async () => {
  const { seen, ask } = pace();
  const outcomes = await Promise.all(Array.from({ length: 60 }, async () => ask()));
  const missed = outcomes.filter(({ outcome }) => outcome === 'unavailable');
  // Two of the three seconds, at twenty a second; the first begins at once.
  expect(seen.asked).toBe(41);
  expect(missed).toHaveLength(19);
  expect(seen.counted.filter((name) => name === 'LookUpsMissed')).toHaveLength(19);
});

it('asks nothing for as long as the provider says, and logs what means the AWS account', async () => {
  const providerReason = 'AccessDeniedException';
  const { seen, ask } = pace({ outcome: 'unavailable', retryAfterSeconds: 120, providerReason });
  expect(await ask()).toMatchObject({ outcome: 'unavailable', retryAfterSeconds: 120 });
  expect(await ask()).toMatchObject({ outcome: 'unavailable' });
  expect(seen.asked).toBe(1);
  expect(seen.warned).toEqual([{ retryAfterSeconds: 120, providerReason }]);
});

it('asks nothing for the longest of the times that concurrent answers mean', async () => {
  const answers: Array<(outcome: LookUpOutcome) => void> = [];
  const later = async () => new Promise<LookUpOutcome>((resolve) => answers.push(resolve));
  const { seen, ask } = pace(later(), later());
  const [first, second] = [ask(), ask()];
  await new Promise((resolve) => setImmediate(resolve));
  for (const [index, retryAfterSeconds] of [120, 0].entries()) {
    answers[index]?.({ outcome: 'unavailable', retryAfterSeconds });
    await [first, second][index];
  }
  expect(await ask()).toMatchObject({ outcome: 'unavailable' });
  expect(seen.asked).toBe(2);
});

it('asks again after a throttled look-up, and does not log it', async () => {
  const { seen, ask } = pace({ outcome: 'unavailable', retryAfterSeconds: 0.01 });
  await ask();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await ask()).toEqual(FOUND);
  expect(seen.warned).toEqual([]);
});

it('goes on after a number that the provider does not look up', async () => {
  const { seen, ask } = pace({ outcome: 'refused' });
  expect(await ask()).toEqual({ outcome: 'refused' });
  expect(await ask()).toEqual(FOUND);
  expect(seen.counted).toEqual(['LookUpsMissed', 'NumbersLookedUp']);
});
