import fc from 'fast-check';
import {
  jobTokenOf,
  readPlainToken,
  readRecipientToken,
  recipientToken,
} from '../../../../../shared/sending/jobs/link-token';
import { openNumber, SEALED_NUMBERS, sealNumber } from '../../../../../shared/sending/jobs/sealed-number';

const KEY = 'a key of one job';
const LINK = { token: 'aB3d', key: KEY };
const LARGEST = { chunkCount: 1_023, largestChunk: 1_024 };
const place = fc.record({
  chunk: fc.integer({ min: 1, max: 1_023 }),
  position: fc.integer({ min: 0, max: 1_023 }),
});

describe('a sealed number', () => {
  const number = fc.integer({ min: 0, max: SEALED_NUMBERS - 1 });

  it('is 6 letters and digits, and is opened again', () => {
    fc.assert(
      fc.property(number, fc.string(), (value, key) => {
        const text = sealNumber(key, value);
        expect(text).toMatch(/^[0-9A-Za-z]{6}$/);
        expect(openNumber(key, text)).toBe(value);
      }),
    );
  });

  it('is the sealed form of just one number, whatever the text', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
      minLength: 6,
      maxLength: 6,
    });
    fc.assert(
      fc.property(text, (given) => {
        expect(sealNumber(KEY, openNumber(KEY, given) ?? -1)).toBe(given);
      }),
    );
  });

  it('stays what it is: tokens that were sent are in phones', () => {
    const numbers = [0, 1, 1_024, SEALED_NUMBERS - 1];
    expect(numbers.map((value) => sealNumber(KEY, value))).toEqual(['HU1MG6', '0kt9ry', '40cyC3', 'wewSIK']);
  });

  it.each(['', '00000', '0000000', '00-000', '00000é'])('is not %j', (text) => {
    expect(openNumber(KEY, text)).toBeUndefined();
  });
});

describe('the token in the tracking links of a job’s message (rules 2.7)', () => {
  it('has ten characters, begins with the job’s, and is read back for every place', () => {
    fc.assert(
      fc.property(place, (at) => {
        const token = recipientToken(LINK, at);
        expect(token).toMatch(/^aB3d[0-9A-Za-z]{6}$/);
        expect(jobTokenOf(token)).toBe('aB3d');
        expect(readRecipientToken(token, { key: KEY, limits: LARGEST })).toEqual(at);
      }),
    );
  });

  it('differs for each recipient of a job', () => {
    const tokens = new Set<string>();
    for (let chunk = 1; chunk <= 8; chunk++) {
      for (let position = 0; position < 500; position++) {
        tokens.add(recipientToken(LINK, { chunk, position }));
      }
    }
    expect(tokens.size).toBe(4_000);
  });

  it('is refused beyond the chunks of its job, beyond the largest of them, and with another job’s key', () => {
    const limits = { chunkCount: 2, largestChunk: 50 };
    const read = (at: { chunk: number; position: number }, key = KEY) =>
      readRecipientToken(recipientToken(LINK, at), { key, limits });
    expect(read({ chunk: 2, position: 49 })).toEqual({ chunk: 2, position: 49 });
    expect(read({ chunk: 3, position: 0 })).toBeUndefined();
    expect(read({ chunk: 1, position: 50 })).toBeUndefined();
    expect(read({ chunk: 1, position: 0 }, 'another key')).toBeUndefined();
  });

  it('is not guessed: not one of 2,000 others is valid in a job of 50,000', () => {
    const limits = { chunkCount: 100, largestChunk: 500 };
    const { length } = Array.from({ length: 2_000 }, (_, step) => (step * 28_391_173 + 1) % SEALED_NUMBERS)
      .map((text) => `aB3d${sealNumber('a guess', text)}`)
      .filter((token) => readRecipientToken(token, { key: KEY, limits }) !== undefined);
    expect(length).toBe(0);
  });

  it.each(['', 'aB3d', 'aB3d00GWx', 'aB3d00GWx00', 'aB3d-0GWx0'])('is not %j', (token) => {
    expect(readRecipientToken(token, { key: KEY, limits: LARGEST })).toBeUndefined();
  });
});

describe('the token of a job that was accepted before places were hidden', () => {
  const OLD = { token: 'aB3dE9', key: undefined };

  it('is what it was', () => {
    const tokens = [
      recipientToken(OLD, { chunk: 1, position: 0 }),
      recipientToken(OLD, { chunk: 1, position: 1 }),
      recipientToken(OLD, { chunk: 1_000, position: 499 }),
    ];

    expect(tokens).toEqual(['aB3dE900GW', 'aB3dE900GX', 'aB3dE94IWB']);
  });

  it('is read back for every place', () => {
    fc.assert(
      fc.property(place, (at) => {
        expect(readPlainToken(recipientToken(OLD, at))).toEqual({ jobToken: 'aB3dE9', ...at });
      }),
    );
  });

  it.each(['', 'aB3dE9', 'aB3dE900GWx', 'aB3dE900G-', 'aB3dE90000', 'aB3dE9zzzz'])('is not %j', (token) => {
    expect(readPlainToken(token)).toBeUndefined();
  });
});
