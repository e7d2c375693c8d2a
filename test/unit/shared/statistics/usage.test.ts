import {
  foldInto,
  foreseeMonth,
  rowsOf,
  sumByDay,
  sumByValue,
  type Use,
  writesOf,
} from '../../../../shared/statistics/usage';

const use = (values: Partial<Use> = {}): Use => ({
  ...{ source: 'cmp_1', number: 'pool:main', country: 'US' },
  ...{ texts: 1, parts: 2, smsCredits: 2, mmsCredits: 0, priceMicros: 17_660 },
  ...values,
});
const NOTHING = { texts: 0, parts: 0, smsCredits: 0, mmsCredits: 0, priceMicros: 0 };
const item = (attributes: object) => ({ pk: 'p', sk: 's', ...attributes });

describe('writes of use', () => {
  it('have an attribute for each value and figure, and none for what stays the same', () => {
    expect(writesOf([use(), use({ source: 'message', texts: 3 })])).toEqual([
      {
        ...{ 's:cmp_1:t': 1, 's:cmp_1:p': 2, 's:cmp_1:s': 2, 's:cmp_1:d': 17_660 },
        ...{ 's:message:t': 3, 's:message:p': 2, 's:message:s': 2, 's:message:d': 17_660 },
        ...{ 'n:pool:main:t': 4, 'n:pool:main:p': 4, 'n:pool:main:s': 4, 'n:pool:main:d': 35_320 },
        ...{ 'c:US:t': 4, 'c:US:p': 4, 'c:US:s': 4, 'c:US:d': 35_320 },
      },
    ]);
  });

  it('are none for a text whose receipts tell nothing new of it', () => {
    const negative = { texts: -1, parts: -2, smsCredits: -2, priceMicros: -17_660 };
    expect(writesOf([use(), use(negative)])).toEqual([]);
  });

  it('are several for more values than an expression takes, each with whole uses', () => {
    const writes = writesOf(Array.from({ length: 100 }, (_, index) => use({ source: `cmp_${index}` })));
    expect(writes.map((write) => Object.keys(write).length)).toEqual([148, 148, 128]);
    expect(writes.map((write) => write['c:US:t'])).toEqual([35, 35, 30]);
  });
});

describe('a full item', () => {
  it('takes what it has a place for, and counts the rest under other', () => {
    const known = item({ 's:cmp_1:t': 5, 'n:pool:main:t': 5, 'c:US:t': 5 });
    expect(
      foldInto(known, { 's:cmp_1:t': 1, 's:cmp_2:t': 1, 's:cmp_3:d': 7, 'n:+12065550100:t': 2 }),
    ).toEqual({
      ...{ 's:cmp_1:t': 1, 's:other:t': 1, 's:other:d': 7, 'n:other:t': 2 },
    });
  });
});

describe('rows of use', () => {
  const items = [
    item({ entity: 'statistics', sent: 3, 'n:pool:main:t': 3, 'n:pool:main:d': 30, 'c:US:t': 3 }),
    item({ 'n:pool:main:t': 1, 'n:+12065550100:t': 2, 'n:+12065550100:d': 50, isFull: true }),
  ];
  const rows = [...rowsOf('2026-03-01', items), ...rowsOf('2026-03-03', items.slice(0, 1))];

  it('add up by value, the most expensive first', () => {
    expect(sumByValue(rows, 'number')).toEqual([
      { ...NOTHING, value: 'pool:main', texts: 7, priceMicros: 60 },
      { ...NOTHING, value: '+12065550100', texts: 2, priceMicros: 50 },
    ]);
    expect(sumByValue(rows, 'country')).toEqual([{ ...NOTHING, value: 'US', texts: 6 }]);
    expect(sumByValue(rows, 'source')).toEqual([]);
  });

  it('add up by day, and a day without any has zeros', () => {
    expect(sumByDay(rows, ['2026-03-01', '2026-03-02', '2026-03-03'])).toEqual([
      { ...NOTHING, day: '2026-03-01', texts: 6, priceMicros: 80 },
      { ...NOTHING, day: '2026-03-02' },
      { ...NOTHING, day: '2026-03-03', texts: 3, priceMicros: 30 },
    ]);
  });
});

describe('the forecast of a month', () => {
  const days = (texts: number[]) =>
    Array.from({ length: 10 }, (_, index) => ({
      ...NOTHING,
      day: `2026-03-${String(index + 1).padStart(2, '0')}`,
      texts: texts[index] ?? 0,
    }));

  it.each([
    ['2026-03-02', [10, 3], 1, 100],
    ['2026-03-03', [10, 20, 3], 2, 150],
    ['2026-03-03', [10, 20, 40], 2, 175],
    ['2026-03-10', [9, 0, 0, 0, 0, 0, 0, 0, 0, 5], 9, 14],
    ['2026-03-02', [0, 0], 1, 0],
  ])('on %s after %j is from %d days, and is %d', (today, texts, daysOver, expected) => {
    expect(foreseeMonth(days(texts), today)).toEqual({ daysOver, figures: { ...NOTHING, texts: expected } });
  });

  it.each(['2026-03-01', '2026-02-28', '2026-04-01'])('is none on %s', (today) => {
    expect(foreseeMonth(days([10, 20]), today)).toBeUndefined();
  });
});
