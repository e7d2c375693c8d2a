import fc from 'fast-check';
import { nextDateTurn } from '../../../../../shared/automations/calendar/date-turn';
import { SUPPORTED_TIME_ZONES } from '../../../../../shared/audience/contacts/time-zone-names';
import { isAnniversary, readDay } from '../../../../../shared/calendar/calendar-day';

const ms = (instant: string) => Date.parse(instant);

/** Turn as texts. */
function turn(options: { date: string; offsetDays?: number; at?: string; zone?: string; from: string }) {
  const { date, offsetDays = 0, at = '10:00', zone = 'America/New_York', from } = options;
  const next = nextDateTurn({ offsetDays, at }, { date, zone }, ms(from));
  return next && `${next.year} ${new Date(next.atMs).toISOString()}`;
}

describe('the turn of a date trigger', () => {
  it("comes on the anniversary by the person's own clock", () => {
    const options = { date: '1990-07-20', from: '2027-01-01T00:00:00Z' };
    expect(turn(options)).toBe('2027 2027-07-20T14:00:00.000Z');
    expect(turn({ ...options, zone: 'Pacific/Honolulu' })).toBe('2027 2027-07-20T20:00:00.000Z');
    expect(turn({ ...options, zone: 'UTC' })).toBe('2027 2027-07-20T10:00:00.000Z');
  });

  it('is this one at its moment, and the next one after it', () => {
    const date = '1990-07-20';
    expect(turn({ date, from: '2027-07-20T14:00:00.000Z' })).toBe('2027 2027-07-20T14:00:00.000Z');
    expect(turn({ date, from: '2027-07-20T14:00:00.001Z' })).toBe('2028 2028-07-20T14:00:00.000Z');
  });

  it('takes a date that lies ahead for one of every year', () => {
    expect(turn({ date: '2031-07-20', from: '2027-01-01T00:00:00Z' })).toBe('2027 2027-07-20T14:00:00.000Z');
  });

  it.each([
    ['2027-01-01T00:00:00Z', '2027 2027-02-28T15:00:00.000Z'],
    ['2027-12-01T00:00:00Z', '2028 2028-02-29T15:00:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028 2028-02-29T15:00:00.000Z'],
    ['2100-01-01T00:00:00Z', '2100 2100-02-28T15:00:00.000Z'],
  ])('of 29 February is, from %s, %s', (from, expected) => {
    expect(turn({ date: '1996-02-29', from })).toBe(expected);
  });

  it('counts days from the anniversary of that year', () => {
    expect(turn({ date: '1996-02-29', offsetDays: 1, from: '2027-01-01T00:00:00Z' })).toBe(
      '2027 2027-03-01T15:00:00.000Z',
    );
    expect(turn({ date: '1996-02-29', offsetDays: 1, from: '2028-01-01T00:00:00Z' })).toBe(
      '2028 2028-03-01T15:00:00.000Z',
    );
  });

  it.each([
    [-7, '2027-12-20T00:00:00Z', '2028 2027-12-27T15:00:00.000Z'],
    [-365, '2027-01-01T00:00:00Z', '2028 2027-01-03T15:00:00.000Z'],
    [365, '2027-01-01T00:00:00Z', '2026 2027-01-03T15:00:00.000Z'],
    [365, '2028-01-01T00:00:00Z', '2027 2028-01-03T15:00:00.000Z'],
  ])('%i days from 3 January belongs to the year of that anniversary', (offsetDays, from, expected) => {
    expect(turn({ date: '1990-01-03', offsetDays, from })).toBe(expected);
  });

  it('moves forward by the gap of daylight saving, and is the first of two', () => {
    const from = '2027-01-01T00:00:00Z';
    expect(turn({ date: '1990-03-14', at: '02:30', from })).toBe('2027 2027-03-14T07:30:00.000Z');
    expect(turn({ date: '1990-11-07', at: '01:30', from })).toBe('2027 2027-11-07T05:30:00.000Z');
  });

  it.each(['', '1990-02-30', '02/03/1990', '1990-7-20'])('of %j never comes', (date) => {
    expect(turn({ date, from: '2027-01-01T00:00:00Z' })).toBeUndefined();
  });

  it('comes once for each year, in order, whatever the offset', () => {
    const person = fc.record({
      date: fc
        .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
      zone: fc.constantFrom(...SUPPORTED_TIME_ZONES, 'UTC', 'Pacific/Kiritimati', 'Africa/Cairo'),
    });
    const times = fc.record({
      offsetDays: fc.integer({ min: -365, max: 365 }),
      at: fc.constantFrom('00:00', '02:30', '10:00', '23:59'),
    });
    const fromMs = fc.integer({ min: ms('2021-01-01T00:00:00Z'), max: ms('2060-01-01T00:00:00Z') });
    fc.assert(
      fc.property(times, person, fromMs, (some, someone, from) => {
        const first = nextDateTurn(some, someone, from);
        const second = nextDateTurn(some, someone, (first?.atMs ?? 0) + 1);
        expect(first && first.atMs - from).toBeGreaterThanOrEqual(0);
        expect(first && first.atMs - from).toBeLessThanOrEqual(368 * 86_400_000);
        expect(second?.year).toBe((first?.year ?? 0) + 1);
        // Without the offset, the day by the person's clock is an anniversary.
        const local = new Intl.DateTimeFormat('en-CA', { timeZone: someone.zone }).format(first?.atMs);
        const day = (readDay(local) ?? 0) - some.offsetDays;
        expect(isAnniversary(readDay(someone.date) ?? 0, day)).toBe(true);
      }),
    );
  });
});
