import { countTogether, readDays, readUsageRows } from '../../../../shared/statistics/daily-statistics';
import { MAX_PLACES, placesOf, sumByValue, type Use } from '../../../../shared/statistics/usage';
import { useEngine } from '../../../support/engines/engine';

const engine = useEngine();
const accountId = 'acc_usage';
const figures = { texts: 1, parts: 1, smsCredits: 2, mmsCredits: 0, priceMicros: 8_830 };
const use = (values: Partial<Use> = {}): Use => ({
  ...{ source: 'message', number: '+12065550100', country: 'US', ...figures },
  ...values,
});
const count = (at: string, day: string, uses: Use[]) =>
  countTogether(engine.table, [{ accountId, at: new Date(at), added: { sent: 1 }, usage: { day, uses } }]);

it('counts in the day of the account what the statistics count in the day of UTC', async () => {
  await count('2026-03-31T23:00:00.000Z', '2026-03-31', [use()]);
  await count('2026-04-01T03:00:00.000Z', '2026-03-31', [use()]);
  await count('2026-04-01T06:00:00.000Z', '2026-04-01', [use()]);
  const daysOf = async (month: string) =>
    (await readUsageRows(engine.table, { accountId, month }))
      .filter(({ by }) => by === 'number')
      .map(({ day, texts, priceMicros }) => ({ day, texts, priceMicros }));
  expect(await daysOf('2026-03')).toEqual([{ day: '2026-03-31', texts: 2, priceMicros: 17_660 }]);
  expect(await daysOf('2026-04')).toEqual([{ day: '2026-04-01', texts: 1, priceMicros: 8_830 }]);
  const days = await readDays(engine.table, {
    accountId,
    days: 2,
    now: new Date('2026-04-01T12:00:00.000Z'),
  });
  expect(days.map(({ day, sent }) => [day, sent])).toEqual([
    ['2026-03-31', 1],
    ['2026-04-01', 2],
  ]);
});

it('keeps the item of a day bounded, and its sums whole, however many campaigns it has', async () => {
  const [at, day] = ['2026-05-01T12:00:00.000Z', '2026-05-01'];
  const campaigns = MAX_PLACES + 100;
  for (let first = 0; first < campaigns; first += 30) {
    const sources = Array.from(
      { length: Math.min(30, campaigns - first) },
      (_, index) => `cmp_${first + index}`,
    );
    await count(
      at,
      day,
      sources.map((source) => use({ source })),
    );
  }
  await count(at, day, [use({ source: 'cmp_0' })]);
  const rows = await readUsageRows(engine.table, { accountId, month: '2026-05' });
  const sources = sumByValue(rows, 'source');
  // The write that takes the last place still adds its own: 9 writes with 30 campaigns.
  expect(sources).toHaveLength(9 * 30 + 1);
  expect(sources.slice(0, 2)).toEqual([
    { ...{ value: 'other', texts: 80, parts: 80, smsCredits: 160, mmsCredits: 0 }, priceMicros: 80 * 8_830 },
    { ...{ value: 'cmp_0', texts: 2, parts: 2, smsCredits: 4, mmsCredits: 0 }, priceMicros: 2 * 8_830 },
  ]);
  expect(sumByValue(rows, 'number')).toMatchObject([{ texts: campaigns + 1 }]);
  const [item] = await engine.table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :day)',
    ExpressionAttributeValues: { ':pk': `STATISTICS#${accountId}`, ':day': day },
  });
  expect(placesOf(item).size).toBe(9 * 30 + 3);
});
