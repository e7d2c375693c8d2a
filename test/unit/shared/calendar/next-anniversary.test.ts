import { nextAnniversary, readDay, writeDay } from '../../../../shared/calendar/calendar-day';

describe('E3: the next anniversary', () => {
  it.each([
    ['of the day itself', '1985-03-04', '2026-03-04', '2026-03-04'],
    ['of the day before', '1985-03-04', '2026-03-05', '2027-03-04'],
    ['across the turn of the year', '1985-01-01', '2026-12-31', '2027-01-01'],
    ['of 29 February in a common year', '2024-02-29', '2027-02-28', '2027-02-28'],
    ['of 29 February on 28 February of a leap year', '2024-02-29', '2028-02-28', '2028-02-29'],
    ['of 29 February from March before a leap year', '2024-02-29', '2027-03-01', '2028-02-29'],
    ['of a day that lies ahead', '2030-05-06', '2026-05-05', '2026-05-06'],
  ])('%s', (_what, of, from, expected) => {
    expect(writeDay(nextAnniversary(readDay(of) ?? Number.NaN, readDay(from) ?? Number.NaN))).toBe(expected);
  });
});
