import { readMoment } from '../../../../../../shared/automations/pinpoint/internal/moment';

describe('readMoment', () => {
  it('reads an instant, and what the clock of an offset shows', () => {
    expect(readMoment('2026-02-02T01:30:00Z', 'UTC-07')).toEqual({
      atMs: Date.UTC(2026, 1, 2, 1, 30),
      localTime: '2026-02-01T18:30',
      timeOfDay: '18:30',
      weekday: 'SUN',
      dayOfMonth: 1,
    });
  });

  it.each([
    ['2026-02-02T09:00:00-07:00', undefined, '2026-02-02T09:00', '2026-02-02T16:00:00.000Z'],
    ['2026-02-02T09:00:00.123+00:00', 'UTC+05:30', '2026-02-02T14:30', '2026-02-02T09:00:00.000Z'],
    ['2026-02-02T09:00', 'UTC-02:30', '2026-02-02T09:00', '2026-02-02T11:30:00.000Z'],
    ['2026-02-02T09:00:00', undefined, '2026-02-02T09:00', '2026-02-02T09:00:00.000Z'],
    ['2026-02-02T09:00:00Z', 'UTC', '2026-02-02T09:00', '2026-02-02T09:00:00.000Z'],
  ])('reads %s by %s', (text, offset, localTime, at) => {
    const moment = readMoment(text, offset);

    expect([moment?.localTime, new Date(moment?.atMs ?? 0).toISOString()]).toEqual([localTime, at]);
  });

  it.each(['IMMEDIATE', '', '2026-02-02', '2026-13-02T09:00Z'])('does not read %j', (text) => {
    expect(readMoment(text)).toBeUndefined();
  });

  it('does not read an offset that is the name of a zone', () => {
    expect(readMoment('2026-02-02T09:00Z', 'Europe/Paris')).toBeUndefined();
  });
});
