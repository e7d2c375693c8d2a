import { isAnniversary, readDay, writeDay } from '../../../../shared/platform/calendar-day';

const day = (text: string) => readDay(text) as number;

describe('E3: days', () => {
  it.each(['1970-01-01', '2024-02-29', '0001-01-01', '9999-12-31'])('reads and writes %s', (text) => {
    expect(writeDay(day(text))).toBe(text);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '20260101', '2026-01-01T00:00:00Z', ''])(
    'reads no day from %j',
    (text) => {
      expect(readDay(text)).toBeUndefined();
    },
  );

  it('counts days one by one over a leap day', () => {
    expect(day('2024-03-01') - day('2024-02-28')).toBe(2);
    expect(day('2026-03-01') - day('2026-02-28')).toBe(1);
  });

  it('does not write a year that has not four digits', () => {
    expect([writeDay(day('9999-12-31') + 1), writeDay(day('0001-01-01') - 367)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('E3: anniversaries', () => {
  it.each([
    ['1990-05-07', '2026-05-07', true],
    ['1990-05-07', '2026-05-08', false],
    ['1990-05-07', '2026-06-07', false],
    ['2024-02-29', '2028-02-29', true],
    ['2024-02-29', '2028-02-28', false],
    ['2024-02-29', '2027-02-28', true],
    ['2024-02-29', '2027-03-01', false],
    ['2023-02-28', '2028-02-28', true],
    ['2023-02-28', '2028-02-29', false],
    ['2000-02-29', '2100-02-28', true],
  ])('%s on %s: %s', (of, on, expected) => {
    expect(isAnniversary(day(of), day(on))).toBe(expected);
  });
});
