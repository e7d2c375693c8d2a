import { loadAsReader } from '../../support/console/load-as-reader';

const load = loadAsReader(() => import('../../../console/src/format/dates'));
/** Replaces the narrow space that newer versions of the locale data have before AM and PM. */
const plain = (text: string) => text.replaceAll('\u202f', ' ');

describe('a time', () => {
  it.each([
    ['America/Denver', '2026-03-08T08:59:00.000Z', 'Mar 8, 2026, 1:59 AM'],
    ['America/Denver', '2026-03-08T09:00:00.000Z', 'Mar 8, 2026, 3:00 AM'],
    ['America/Denver', '2026-01-01T06:59:59.999Z', 'Dec 31, 2025, 11:59 PM'],
    ['Asia/Kathmandu', '2026-01-01T00:00:00.000Z', 'Jan 1, 2026, 5:45 AM'],
    ['UTC', '2026-01-01T00:00:00.000Z', 'Jan 1, 2026, 12:00 AM'],
  ])('is shown on the clock of a reader in %s: %s is %s', async (zone, iso, text) => {
    const { formatDateTime } = await load(zone);
    expect(plain(formatDateTime(iso))).toBe(text);
  });

  it.each([undefined, null])('that is %s is a dash', async (iso) => {
    const { formatDateTime } = await load();
    expect(formatDateTime(iso)).toBe('–');
  });

  it('on a wall clock is not moved to the zone of the reader', async () => {
    const { formatWallClock } = await load('Pacific/Honolulu');
    expect(plain(formatWallClock('2026-11-24T10:00'))).toBe('Nov 24, 2026, 10:00 AM');
  });
});

describe('a day', () => {
  it.each([
    ['America/Denver', '2026-01-01T06:59:59.999Z', 'Dec 31, 2025'],
    ['America/Denver', '2026-01-01T07:00:00.000Z', 'Jan 1, 2026'],
  ])('in %s begins at midnight there: %s is %s', async (zone, iso, text) => {
    const { formatDate } = await load(zone);
    expect(formatDate(iso)).toBe(text);
  });

  it.each(['Pacific/Honolulu', 'Pacific/Kiritimati'])(
    'of the calendar is the same for a reader in %s',
    async (zone) => {
      const { formatDay, formatCalendarDate } = await load(zone);
      expect([formatDay('2026-02-28'), formatCalendarDate('1990-12-31')]).toEqual(['Feb 28', 'Dec 31, 1990']);
    },
  );

  it('that is not known is a dash', async () => {
    const { formatDate, formatCalendarDate } = await load();
    expect([formatDate(undefined), formatCalendarDate(undefined)]).toEqual(['–', '–']);
  });
});
