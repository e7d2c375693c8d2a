import { formatDate, localDate, offsetDate } from '../../../../shared/content/date-helpers';

function offset(argument: string, date = '2026-11-20'): string | undefined {
  return offsetDate({ date, offset: argument });
}

describe('formatDate (rules 2.7)', () => {
  it('writes month, day and year', () => {
    expect(formatDate('2026-11-20')).toBe('11/20/2026');
    expect(formatDate('0001-01-02')).toBe('01/02/0001');
  });
});

describe('offsetDate (rules 2.7)', () => {
  it.each([
    ['0d', '2026-11-20'],
    ['1d', '2026-11-21'],
    ['11d', '2026-12-01'],
    ['42d', '2027-01-01'],
    ['-1d', '2026-11-19'],
    ['-20d', '2026-10-31'],
    ['+5d', '2026-11-25'],
    ['-0d', '2026-11-20'],
    ['007d', '2026-11-27'],
    ['1w', '2026-11-27'],
    ['-3w', '2026-10-30'],
    ['1m', '2026-12-20'],
    ['2m', '2027-01-20'],
    ['-11m', '2025-12-20'],
    ['25m', '2028-12-20'],
    ['1y', '2027-11-20'],
    ['-1y', '2025-11-20'],
    ['100y', '2126-11-20'],
  ])('moves a date by %s', (argument, moved) => {
    expect(offset(argument)).toBe(moved);
  });

  it.each([
    ['2026-01-31', '1m', '2026-02-28'],
    ['2028-01-31', '1m', '2028-02-29'],
    ['2026-03-31', '-1m', '2026-02-28'],
    ['2026-05-31', '1m', '2026-06-30'],
    ['2026-01-31', '2m', '2026-03-31'],
    ['2026-08-31', '-6m', '2026-02-28'],
    ['2024-02-29', '1y', '2025-02-28'],
    ['2024-02-29', '4y', '2028-02-29'],
    ['2024-02-29', '-1y', '2023-02-28'],
    ['2024-02-29', '12m', '2025-02-28'],
    ['2100-01-30', '1m', '2100-02-28'],
    ['2024-02-28', '1d', '2024-02-29'],
    ['2026-02-28', '1d', '2026-03-01'],
    ['2026-12-31', '1d', '2027-01-01'],
    ['2027-01-01', '-1d', '2026-12-31'],
  ])('ends on the last day of the month where the day is missing: %s %s', (date, argument, moved) => {
    expect(offset(argument, date)).toBe(moved);
  });

  it('reaches the years 1 and 9999 and no further', () => {
    expect(offset('7973y')).toBe('9999-11-20');
    expect(offset('7974y')).toBeUndefined();
    expect(offset('-2025y')).toBe('0001-11-20');
    expect(offset('-2026y')).toBeUndefined();
    expect(offset('1d', '9999-12-30')).toBe('9999-12-31');
    expect(offset('1d', '9999-12-31')).toBeUndefined();
    expect(offset('-1d', '0001-01-02')).toBe('0001-01-01');
    expect(offset('-1d', '0001-01-01')).toBeUndefined();
    expect(offset('3652058d', '0001-01-01')).toBe('9999-12-31');
    expect(offset('3652059d', '0001-01-01')).toBeUndefined();
    expect(offset('-3652058d', '9999-12-31')).toBe('0001-01-01');
    expect(offset('-1m', '0001-01-31')).toBeUndefined();
    expect(offset('1m', '9999-12-01')).toBeUndefined();
    expect(offset('-1y', '0100-02-28')).toBe('0099-02-28');
  });

  it.each([
    '',
    ' ',
    'd',
    '5',
    '-d',
    '+-5d',
    '--5d',
    '- 5d',
    ' 5d',
    '5d ',
    '5 d',
    '5D',
    '5h',
    '5M',
    '5dd',
    '5d6d',
    '1.5d',
    '1,000d',
    '1e3d',
    '0x10d',
    '٥d',
    '5d\n',
    'd5',
    'tomorrow',
    '99999999999999999999d',
    '-99999999999999999999w',
    '9007199254740993m',
    `${'9'.repeat(400)}y`,
  ])('knows no offset %j', (argument) => {
    expect(offset(argument)).toBeUndefined();
  });
});

describe('localDate', () => {
  const now = new Date('2026-11-20T04:59:59.999Z');

  it.each([
    ['America/New_York', '2026-11-19'],
    ['America/Chicago', '2026-11-19'],
    ['America/Denver', '2026-11-19'],
    ['America/Los_Angeles', '2026-11-19'],
    ['America/Anchorage', '2026-11-19'],
    ['Pacific/Honolulu', '2026-11-19'],
    ['Europe/Berlin', '2026-11-20'],
    ['UTC', '2026-11-20'],
  ])('says which day it is in %s', (timeZone, date) => {
    expect(localDate({ now, timeZone })).toBe(date);
    expect(localDate({ now, timeZone: undefined, fallbackTimeZone: timeZone })).toBe(date);
  });

  it('turns to the next day at midnight of the zone, in winter and in summer time', () => {
    const timeZone = 'America/New_York';
    expect(localDate({ now: new Date('2026-11-20T05:00:00.000Z'), timeZone })).toBe('2026-11-20');
    expect(localDate({ now: new Date('2026-07-01T03:59:59.999Z'), timeZone })).toBe('2026-06-30');
    expect(localDate({ now: new Date('2026-07-01T04:00:00.000Z'), timeZone })).toBe('2026-07-01');
  });

  it("prefers the contact's zone to the account's", () => {
    expect(localDate({ now, timeZone: 'Pacific/Honolulu', fallbackTimeZone: 'Europe/Berlin' })).toBe(
      '2026-11-19',
    );
    expect(localDate({ now, timeZone: 'Europe/Berlin', fallbackTimeZone: 'Pacific/Honolulu' })).toBe(
      '2026-11-20',
    );
  });

  it('takes UTC when there is neither', () => {
    expect(localDate({ now, timeZone: undefined })).toBe('2026-11-20');
    expect(localDate({ now, timeZone: undefined, fallbackTimeZone: undefined })).toBe('2026-11-20');
  });

  it('passes over what is no zone', () => {
    expect(localDate({ now, timeZone: 'Mars/Olympus', fallbackTimeZone: 'America/Denver' })).toBe(
      '2026-11-19',
    );
    expect(localDate({ now, timeZone: '', fallbackTimeZone: 'local' })).toBe('2026-11-20');
  });

  it('writes years of four digits', () => {
    expect(localDate({ now: new Date('0099-12-31T12:00:00.000Z'), timeZone: 'Etc/UTC' })).toBe('0099-12-31');
  });
});
