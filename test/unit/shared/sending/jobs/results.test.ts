import fc from 'fast-check';

import { createIds } from '../../../../../shared/platform/ids';
import { pack } from '../../../../../shared/platform/store/packing';
import {
  jobTokenOf,
  readPlainToken,
  readRecipientToken,
  recipientToken,
} from '../../../../../shared/sending/jobs/link-token';
import { jobMessageId, readJobMessageId } from '../../../../../shared/sending/jobs/results/job-message-id';
import {
  newProgress,
  type Progress,
  progressItem,
  readProgress,
} from '../../../../../shared/sending/jobs/results/progress';
import {
  countsOf,
  pageOf,
  positionsOf,
  readResults,
  type RecipientResult,
  resultItem,
} from '../../../../../shared/sending/jobs/results/result';
import {
  openNumber,
  SEALED_NUMBERS,
  sealNumber,
} from '../../../../../shared/sending/jobs/internal/sealed-number';
import { aJob } from './a-job';

describe('result', () => {
  const AT_MS = Date.parse('2026-03-01T12:00:00.000Z');
  const SENT: RecipientResult = { status: 'sent', atMs: AT_MS };
  const REFUSED: RecipientResult = {
    status: 'failed',
    atMs: AT_MS,
    errorType: 'invalid_number',
    errorMessage: 'No such number.',
  };
  const UNKNOWN: RecipientResult = { status: 'unknown', atMs: AT_MS };
  const SKIPPED: RecipientResult = { status: 'skipped', atMs: AT_MS, reason: 'opted_out' };

  describe('results of a page', () => {
    it('are read as they were written', () => {
      const results = new Map<number, RecipientResult>([
        [25, SENT],
        [26, { ...SENT, body: 'Hello Ada', providerMessageId: '862a8790-60c0' }],
        [27, REFUSED],
        [28, { ...UNKNOWN, body: 'Hello Bob' }],
        [29, SKIPPED],
      ]);

      const item = resultItem({ job: aJob(), chunk: 2, page: 1, results, revision: 3 });

      expect({ pk: item.pk, sk: item.sk }).toEqual({
        pk: 'JOB#brc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
        sk: 'RESULT#00002#001',
      });
      expect(readResults(item)).toEqual({ results, revision: 3 });
    });

    it('are read as the first release stored them', () => {
      const rows = [
        [0, 'sent', AT_MS],
        [1, 'sent', AT_MS, null, null, 'Hello Ada', '862a8790-60c0'],
        [2, 'failed', AT_MS, 'invalid_number', 'No such number.'],
        [3, 'failed', AT_MS, 'outcome_unknown', 'The provider gave no answer.', 'Hello Bob', null],
        [4, 'skipped', AT_MS, 'opted_out', null, null, null],
      ];
      const item = { pk: 'JOB#brc_1', sk: 'RESULT#00001#000', revision: 2, data: pack(rows) };
      expect([...readResults(item).results.values()]).toEqual([
        SENT,
        { ...SENT, body: 'Hello Ada', providerMessageId: '862a8790-60c0' },
        REFUSED,
        { ...UNKNOWN, body: 'Hello Bob' },
        SKIPPED,
      ]);
    });

    it.each([
      ['is not packed', Buffer.from('+12125550123')],
      ['has an unknown status', pack([[0, 'lost', AT_MS]])],
      ['has a skip without a reason', pack([[0, 'skipped', AT_MS]])],
    ])('are refused where the item %s, without a word of what is in it', (_, data) => {
      const item = { pk: 'JOB#brc_1', sk: 'RESULT#00001#000', revision: 2, data };
      expect(() => readResults(item)).toThrow(/^A stored resultPage has an unexpected data/);
    });

    it('are none at revision 0 without an item', () => {
      expect(readResults(undefined)).toEqual({ results: new Map(), revision: 0 });
    });

    it('of 25 recipients with long texts of their own stay far below what an item may hold', () => {
      const results = new Map(
        Array.from({ length: 25 }, (_, position) => [
          position,
          {
            ...SENT,
            body: String.fromCodePoint(
              ...Array.from({ length: 640 }, (_, i) => 0x4e00 + ((i * 7919 + position) % 20_000)),
            ),
          },
        ]),
      );

      const item = resultItem({ job: aJob(), chunk: 1, page: 0, results, revision: 1 });

      expect((item.data as Uint8Array).byteLength).toBeLessThan(100_000);
    });
  });

  it('puts 25 positions into a page', () => {
    expect([0, 24, 25, 499].map(pageOf)).toEqual([0, 0, 1, 19]);
    expect(positionsOf(0, 500)).toHaveLength(25);
    expect(positionsOf(2, 53)).toEqual([50, 51, 52]);
    expect(positionsOf(3, 53)).toEqual([]);
  });

  it('counts results by their status, and unknown outcomes besides', () => {
    expect(countsOf([SENT, SENT, REFUSED, UNKNOWN, SKIPPED])).toEqual({
      sent: 2,
      failed: 2,
      skipped: 1,
      unknown: 1,
    });
  });
});

const PROGRESS: Progress = {
  ...newProgress({ job: aJob(), chunk: 1, size: 100 }),
  nextPosition: 50,
  inFlight: { page: 1, positions: [25, 26], ended: [27] },
  counts: { sent: 24, failed: 1, skipped: 0, unknown: 1 },
};

describe('the progress of a chunk', () => {
  it('is stored with the attribute names of the first release', () => {
    expect(progressItem(PROGRESS, aJob())).toMatchObject({
      counts: { sent: 24, failed: 1, skipped: 0, unknown: 1 },
      inFlight: { group: 1, positions: [25, 26], ended: [27] },
    });
  });

  it('is read as it was written', () => {
    expect(readProgress(progressItem(PROGRESS, aJob()))).toEqual(PROGRESS);
  });

  it('is read without recipients in flight', () => {
    const idle = { ...PROGRESS, inFlight: undefined };
    expect(readProgress(progressItem(idle, aJob()))).toEqual(idle);
  });
});

const JOB = 'brc_01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('the id of a job’s message', () => {
  it('says the job, the chunk and the position', () => {
    expect(jobMessageId({ jobId: JOB, chunk: 1, position: 0 })).toBe('msg_01ARZ3NDEKTSV4RRFFQ69G5FAV0100');
    expect(jobMessageId({ jobId: JOB, chunk: 1_023, position: 499 })).toBe(
      'msg_01ARZ3NDEKTSV4RRFFQ69G5FAVZZFK',
    );
  });

  it('is read back for every place that a job can have', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_023 }),
        fc.integer({ min: 0, max: 1_023 }),
        (chunk, position) => {
          const place = { jobId: JOB, chunk, position };
          expect(readJobMessageId(jobMessageId(place))).toEqual(place);
        },
      ),
    );
  });

  it('sorts by its place', () => {
    const ids = [
      { chunk: 1, position: 0 },
      { chunk: 1, position: 31 },
      { chunk: 1, position: 32 },
      { chunk: 2, position: 0 },
      { chunk: 33, position: 0 },
    ].map((place) => jobMessageId({ jobId: JOB, ...place }));

    expect([...ids].sort()).toEqual(ids);
  });

  it('has no form for a 1,024th chunk', () => {
    expect(() => jobMessageId({ jobId: JOB, chunk: 1_024, position: 0 })).toThrow(RangeError);
  });

  it('is told from the id of a single message', () => {
    const single = createIds({ now: () => new Date() }).next('msg');

    expect(readJobMessageId(single)).toBeUndefined();
  });

  it.each([
    '',
    'msg_',
    'msg_01ARZ3NDEKTSV4RRFFQ69G5FAV010',
    'msg_01ARZ3NDEKTSV4RRFFQ69G5FAV01000',
    'brc_01ARZ3NDEKTSV4RRFFQ69G5FAV0100',
    'msg_01arz3ndektsv4rrffq69g5fav0100',
  ])('is not %j', (text) => {
    expect(readJobMessageId(text)).toBeUndefined();
  });
});

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
