import { InvalidArgumentError } from 'commander';
import {
  collect,
  collectContentCategories,
  collectCountries,
  collectRateLimits,
  orEmpty,
  parseCount,
  parseName,
  parsePhone,
  parseRate,
  parseSenderNumber,
  parseSignedNumber,
  parseText,
  parseTimeZone,
  parseWholeNumber,
} from '../../../../lib/operator/option-types';

function expectRefusal(parse: (raw: string) => unknown, raw: string): void {
  expect(() => parse(raw)).toThrow(InvalidArgumentError);
}

describe('whole numbers', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['200000', 200000],
    ['1000000000000', 1000000000000],
  ])('reads %s', (raw, expected) => {
    expect(parseWholeNumber(raw)).toBe(expected);
  });

  it.each(['', ' 1', '-1', '+1', '1.5', '1e3', '0x10', 'ten', '1000000000001', '١'])('refuses %j', (raw) => {
    expectRefusal(parseWholeNumber, raw);
  });

  it('reads 1 as a count', () => {
    expect(parseCount('1')).toBe(1);
  });

  it.each(['0', '', '-1', '1.5', '9007199254740992'])('refuses %j as a count', (raw) => {
    expectRefusal(parseCount, raw);
  });

  it.each([
    ['5', 5],
    ['+5', 5],
    ['-5', -5],
    ['0', 0],
    ['-1000000000000', -1000000000000],
  ])('reads %s with its sign', (raw, expected) => {
    expect(parseSignedNumber(raw)).toBe(expected);
  });

  it.each(['', '-', '--5', '-1.5', '-1000000000001', '1000000000001'])('refuses %j with its sign', (raw) => {
    expectRefusal(parseSignedNumber, raw);
  });
});

describe('rate of a number', () => {
  it.each([
    ['1', 1],
    ['10000', 10000],
    ['none', 'none'],
  ])('reads %s', (raw, expected) => {
    expect(parseRate(raw)).toBe(expected);
  });

  it.each(['0', '-1', '0.5', '10001', '', 'None'])('refuses %j', (raw) => {
    expectRefusal(parseRate, raw);
  });
});

describe('rate limits', () => {
  it('collects several buckets, the later of two values for one', () => {
    const first = collectRateLimits('message=5');
    const second = collectRateLimits('contactApiRead=0', first);

    expect(collectRateLimits('message=7', second)).toEqual({ message: 7, contactApiRead: 0 });
  });

  it.each([
    'message',
    'message=',
    '=5',
    'messages=5',
    'message=-1',
    'message=1.5',
    'message=5=6',
    'toString=5',
    '',
  ])('refuses %j', (raw) => {
    expectRefusal(collectRateLimits, raw);
  });
});

describe('content categories', () => {
  it('collects each once', () => {
    expect(collectContentCategories('alcohol', collectContentCategories('alcohol', ['sex']))).toEqual([
      'sex',
      'alcohol',
    ]);
  });

  it('starts over with none', () => {
    expect(collectContentCategories('none', ['sex'])).toEqual([]);
  });

  it.each(['', 'Alcohol', 'beer'])('refuses %j', (raw) => {
    expectRefusal(collectContentCategories, raw);
  });
});

describe('time zones', () => {
  it.each(['America/Chicago', 'Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
    'takes %s',
    (raw) => {
      expect(parseTimeZone(raw)).toBe(raw);
    },
  );

  it.each(['', '+05:00', '-0500', 'America/Gotham', 'Chicago', 'America/Chicago ', '5'])(
    'refuses %j',
    (raw) => {
      expectRefusal(parseTimeZone, raw);
    },
  );
});

describe('numbers', () => {
  it('takes a phone number in E.164 form', () => {
    expect(parsePhone('+15555550123')).toBe('+15555550123');
  });

  it.each(['', '15555550123', '+1555', '12345', '+1 555 555 0123'])('refuses %j as a phone number', (raw) => {
    expectRefusal(parsePhone, raw);
  });

  it.each(['+15555550123', '12345', '123456'])('takes %s as a sender', (raw) => {
    expect(parseSenderNumber(raw)).toBe(raw);
  });

  it.each(['', '1234', '1234567', '15555550123'])('refuses %j as a sender', (raw) => {
    expectRefusal(parseSenderNumber, raw);
  });
});

describe('texts', () => {
  it('trims a name', () => {
    expect(parseName(' Acme ')).toBe('Acme');
  });

  it.each(['', '  ', '--json'])('refuses %j as a name', (raw) => {
    expectRefusal(parseName, raw);
  });

  it('takes a text of the limit, by code points', () => {
    expect(parseText(3)('😀😀😀')).toBe('😀😀😀');
  });

  it('refuses a text one over the limit', () => {
    expectRefusal(parseText(3), 'abcd');
  });

  it('lets an empty string pass where it clears', () => {
    expect(orEmpty(parseTimeZone)('')).toBe('');
  });

  it('passes anything else on', () => {
    expect(orEmpty(parseTimeZone)('UTC')).toBe('UTC');
  });

  it.each([
    ['a,b,c', ['a', 'b', 'c']],
    ['a, b ,c', ['a', 'b', 'c']],
    ['"Paris, France",Rome', ['Paris, France', 'Rome']],
    ['"Paris, France"', ['Paris, France']],
    ['say "hello"', ['say "hello"']],
    ['5" pipe,6" pipe', ['5" pipe', '6" pipe']],
    ['"a ""b"""', ['a "b"']],
    [' a ', [' a ']],
    ['', ['']],
    ['a,', ['a', '']],
    ['a\nb,c', ['a\nb', 'c']],
  ])('reads %j as a list', (raw, expected) => {
    expect(collect(String)(raw)).toEqual(expected);
  });

  it.each(['"a, b', '"a" b, c'])('refuses %j', (raw) => {
    expectRefusal(collect(String), raw);
  });

  it('reads lists of what has a form', () => {
    expect(collectRateLimits('message=1,batch=2')).toEqual({ message: 1, batch: 2 });
    expect(collectCountries('us,CA')).toEqual(['US', 'CA']);
    expect(collectContentCategories('alcohol,sex')).toEqual(['alcohol', 'sex']);
    expectRefusal(collectCountries, 'US,nowhere');
    expectRefusal(collect(parseName), 'a,');
  });

  it('collects values in order', () => {
    expect(collect(parseName)('b', collect(parseName)('a'))).toEqual(['a', 'b']);
  });
});
