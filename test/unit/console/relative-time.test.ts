import { formatRelative } from '../../../console/src/format/relative-time';

const nowMs = Date.parse('2026-03-01T12:00:00.000Z');

describe('a time by its distance', () => {
  it.each([
    ['2026-03-01T11:59:01.000Z', 'now'],
    ['2026-03-01T11:59:00.000Z', '1 minute ago'],
    ['2026-03-01T11:00:01.000Z', '59 minutes ago'],
    ['2026-03-01T11:00:00.000Z', '1 hour ago'],
    ['2026-02-28T12:00:01.000Z', '23 hours ago'],
    ['2026-02-28T12:00:00.000Z', '1 day ago'],
    ['2026-02-27T12:00:01.000Z', '1 day ago'],
    ['2026-02-27T12:00:00.000Z', '2 days ago'],
    ['2026-01-16T12:00:01.000Z', '43 days ago'],
    ['2026-03-01T12:59:59.000Z', 'in 59 minutes'],
    ['2026-03-02T12:00:00.000Z', 'in 1 day'],
    ['2026-03-03T11:59:59.000Z', 'in 1 day'],
    ['2026-03-03T12:00:00.000Z', 'in 2 days'],
    ['2026-03-06T12:00:00.000Z', 'in 5 days'],
  ])('%s is “%s”', (iso, text) => {
    expect(formatRelative(iso, nowMs)).toBe(text);
  });

  it.each(['2026-01-15T12:00:00.000Z', '2027-01-15T12:00:00.000Z'])('%s is far away: a date', (iso) => {
    expect(formatRelative(iso, nowMs)).toMatch(/^Jan 15, 202[67]$/);
  });
});
