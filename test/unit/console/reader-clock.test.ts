/** Loads the screens of a reader whose computer is set to a zone. */
async function readerIn(timeZone: string) {
  jest.resetModules();
  const options = new Intl.DateTimeFormat().resolvedOptions();
  jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce({ ...options, timeZone });
  const clock = await import('../../../console/src/format/reader-clock');
  const dates = await import('../../../console/src/format/dates');
  const { draftOf, requestOf } = await import('../../../console/src/screens/campaigns/compose/draft');
  return { ...clock, ...dates, draftOf, requestOf };
}
type Campaign = Parameters<Awaited<ReturnType<typeof readerIn>>['draftOf']>[0];

describe('the clock of a reader', () => {
  // Vancouver is at UTC-7 in winter too, from 1 November 2026 on, which browsers of that autumn do not know.
  const at = '2026-12-02T03:30:00.000Z';

  it('goes by the zones of the service', async () => {
    const { readerTime, instantOfReader, formatDateTime, formatTimeIn } = await readerIn('America/Vancouver');
    expect(readerTime(at)).toBe('2026-12-01T20:30');
    expect(instantOfReader('2026-12-01T20:30')).toBe(at);
    const utc = new Intl.DateTimeFormat(undefined, {
      ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' },
    });
    expect(formatDateTime(at)).toBe(utc.format(Date.UTC(2026, 11, 1, 20, 30)));
    expect(formatTimeIn(at, 'Asia/Kathmandu')).toBe(utc.format(Date.UTC(2026, 11, 2, 9, 15)));
    expect(formatTimeIn(at, 'unknown')).toBe('–');
  });

  it('plans a campaign, and shows it again as it was planned', async () => {
    const { draftOf, requestOf } = await readerIn('America/Vancouver');
    const campaign = {
      name: 'Sale',
      from: '+12065550100',
      audience: {},
      schedule: { at },
    } as unknown as Campaign;
    const draft = draftOf(campaign);
    expect(draft).toMatchObject({
      timing: 'at',
      date: '2026-12-01',
      time: '20:30',
      timeZone: 'America/Vancouver',
    });
    expect(requestOf(draft).schedule).toEqual({ at });
  });

  it('is UTC where the browser cannot tell the zone', async () => {
    const { READER_ZONE, readerTime } = await readerIn('Etc/Unknown');
    expect([READER_ZONE, readerTime(at)]).toEqual(['UTC', '2026-12-02T03:30']);
  });
});
