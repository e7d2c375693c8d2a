import { describeShown, sumOf } from '../../../console/src/lists/describe-shown';
import { sortItems, timeOf } from '../../../console/src/lists/sort-items';

const ONE_PAGE = { page: 1, pagesCount: 1, hasMore: false, totals: [] };

describe('what is said below a list', () => {
  it.each([
    [{ ...ONE_PAGE, count: 1 }, '1 row shown.'],
    [{ ...ONE_PAGE, count: 12 }, 'All 12 rows shown.'],
    [{ ...ONE_PAGE, count: 50, hasMore: true }, '50 rows shown, page 1.'],
    [{ ...ONE_PAGE, count: 7, page: 2, pagesCount: 2 }, '7 rows shown, page 2.'],
    [
      { ...ONE_PAGE, count: 50, hasMore: true, totals: ['1,234 recipients', '20 failed'] },
      '50 rows shown, page 1. Of the 50 shown: 1,234 recipients, 20 failed.',
    ],
  ])('counts only the rows that are shown: %#', (shown, words) => {
    expect(describeShown(shown)).toBe(words);
  });

  it('adds up what is there', () => {
    expect(sumOf([{ n: 2 }, {}, { n: 3 }], ({ n }: { n?: number }) => n)).toBe(5);
  });
});

describe('the order of a complete list', () => {
  const items = [
    { name: 'b', at: '2026-01-02T00:00:00.000Z' },
    { name: 'C' },
    { name: 'a', at: '2026-01-01T00:00:00.000Z' },
  ];

  it('is that of the words, whatever their case', () => {
    const sorted = sortItems(items, { by: ({ name }) => name, isDescending: false });
    expect(sorted.map(({ name }) => name)).toEqual(['a', 'b', 'C']);
  });

  it('has the latest time first when it descends, and rows without one last', () => {
    const sorted = sortItems(items, { by: ({ at }) => timeOf(at), isDescending: true });
    expect(sorted.map(({ name }) => name)).toEqual(['b', 'a', 'C']);
  });

  it('compares numbers as numbers', () => {
    expect(sortItems([10, 9, 100], { by: (item) => item, isDescending: false })).toEqual([9, 10, 100]);
  });
});
