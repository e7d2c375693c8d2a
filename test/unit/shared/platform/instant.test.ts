import { readInstant, readInstantOrDay } from '../../../../shared/platform/instant';

const iso = (atMs: number | undefined) => (atMs === undefined ? undefined : new Date(atMs).toISOString());

describe('an instant', () => {
  it.each([
    ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00.000Z'],
    ['2026-12-01T10:00+01:00', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T10:00:00.123456789-14:00', '2026-12-02T00:00:00.123Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
    ['0000-01-01T00:00Z', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('is read from %s', (text, expected) => {
    expect(iso(readInstant(text))).toBe(expected);
  });

  it.each([
    ['no zone', '2026-12-01T10:00:00'],
    ['no time', '2026-12-01'],
    ['no day of the calendar', '2026-02-30T10:00:00Z'],
    ['a day 0', '0000-00-00T00:00:00Z'],
    ['an hour 24', '2026-12-01T24:00:00Z'],
    ['a minute 60', '2026-12-01T10:60:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['an offset that is none', '2026-12-01T10:00:00+25:00'],
    ['a year of five digits', '10000-01-01T00:00:00Z'],
    ['a year with a sign', '+275760-09-13T00:00:00Z'],
    ['a year 10000 in UTC', '9999-12-31T23:59:59-00:01'],
    ['a year before 0 in UTC', '0000-01-01T00:00:00+00:01'],
    ['a comma', '2026-12-01T10:00:00,5Z'],
    ['small letters', '2026-12-01t10:00:00z'],
    ['a space', '2026-12-01 10:00:00Z'],
    ['a word', 'tomorrow'],
    ['nothing', ''],
  ])('is not read from %s', (_, text) => {
    expect(readInstant(text)).toBeUndefined();
  });

  it('can be a day, where days are taken', () => {
    expect(iso(readInstantOrDay('2026-12-01'))).toBe('2026-12-01T00:00:00.000Z');
    expect(iso(readInstantOrDay('2026-12-01T10:00:00Z'))).toBe('2026-12-01T10:00:00.000Z');
    expect(readInstantOrDay('2026-02-30')).toBeUndefined();
  });
});
