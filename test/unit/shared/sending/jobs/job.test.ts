import fc from 'fast-check';

import type { E164 } from '../../../../../shared/phone-numbers/e164';
import {
  chunkItem,
  chunkLimits,
  cutIntoChunks,
  type JobRecipient,
  LARGEST_CHUNK,
  readChunk,
} from '../../../../../shared/sending/jobs/chunk';
import {
  addCounts,
  endedCount,
  jobItem,
  presentAcceptedJob,
  presentJob,
} from '../../../../../shared/sending/jobs/job';
import { turnEndMs } from '../../../../../shared/sending/jobs/process/internal/chunk-turn';
import { countsExpression } from '../../../../../shared/sending/jobs/process/internal/count-writes';
import { aJob } from './a-job';

describe('job', () => {
  describe('a job in an answer (rules 2.2)', () => {
    it('has the six fields of the contract when a broadcast is accepted', () => {
      expect(presentAcceptedJob(aJob())).toEqual({
        id: 'brc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
        from: '+12065550100',
        body: 'Hello',
        totalRecipients: 300,
        status: 'queued',
        createdAt: '2026-03-01T12:00:00.000Z',
      });
    });

    it('has an empty body when the broadcast is an MMS without one', () => {
      expect(presentAcceptedJob(aJob({ body: undefined }))).toMatchObject({ body: '' });
    });

    it('has no body when it is a batch', () => {
      expect(Object.keys(presentAcceptedJob(aJob({ kind: 'batch', body: undefined })))).toEqual([
        'id',
        'from',
        'totalRecipients',
        'status',
        'createdAt',
      ]);
    });

    it('is read back with counts that add up, unknown outcomes among the failed', () => {
      const job = aJob({ status: 'processing', startedAt: '2026-03-01T12:00:01.000Z' });

      expect(presentJob(job, { sent: 100, failed: 20, skipped: 30, unknown: 5 })).toEqual({
        id: 'brc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
        from: '+12065550100',
        body: 'Hello',
        totalRecipients: 300,
        status: 'processing',
        createdAt: '2026-03-01T12:00:00.000Z',
        counts: { pending: 150, sent: 100, failed: 20, skipped: 30 },
        startedAt: '2026-03-01T12:00:01.000Z',
      });
    });

    it('says when it ended', () => {
      const job = aJob({ status: 'completed', completedAt: '2026-03-01T12:05:00.000Z' });

      expect(presentJob(job, { sent: 300, failed: 0, skipped: 0, unknown: 0 })).toMatchObject({
        counts: { pending: 0, sent: 300, failed: 0, skipped: 0 },
        completedAt: '2026-03-01T12:05:00.000Z',
      });
    });
  });

  it('adds counts up, and counts unknown outcomes once', () => {
    const sum = addCounts(
      { sent: 1, failed: 2, skipped: 3, unknown: 1 },
      { sent: 10, failed: 20, skipped: 30, unknown: 10 },
    );

    expect(sum).toEqual({ sent: 11, failed: 22, skipped: 33, unknown: 11 });
    expect(endedCount(sum)).toBe(66);
  });

  describe('a job as an item', () => {
    it('comes up for the timer 30 seconds after it was accepted, and is kept for 90 days', () => {
      expect(jobItem(aJob())).toMatchObject({
        pk: 'JOB#brc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
        sk: 'JOB',
        gsi1sk: '2026-03-01T12:00:30.000Z#brc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
        expiresAtEpochSeconds: Date.parse('2026-05-30T12:00:00.000Z') / 1000,
      });
    });

    it('is never due without recipients', () => {
      const item = jobItem(aJob({ status: 'completed', completedAt: '2026-03-01T12:00:00.000Z' }));

      expect(item).not.toHaveProperty('gsi1pk');
    });
  });
});

const recipient = (index: number, more: Partial<JobRecipient> = {}): JobRecipient => ({
  to: `+1212${String(5_000_000 + index)}` as E164,
  idempotencyKey: undefined,
  body: undefined,
  mediaUrl: undefined,
  ...more,
});
const recipients = (count: number, more: Partial<JobRecipient> = {}) =>
  Array.from({ length: count }, (_, index) => recipient(index, more));
const sizes = (chunks: unknown[][]) => chunks.map(({ length }) => length);

describe('the size of a chunk', () => {
  it.each([
    [1, 100],
    [200, 100],
    [201, 101],
    [999, 500],
    [1_000, 500],
    [50_000, 500],
  ])('for %i recipients without a rate is %i', (count, size) => {
    expect(chunkLimits({ ratePerSecond: undefined, recipients: count })).toEqual({
      recipients: size,
      bytes: 250_000,
    });
  });

  it.each([
    [20, 1_000, 125],
    [20, 320, 160],
    [20, 321, 81],
    [6, 1_000, 50],
    [6, 50_000, 50],
    [5, 1_000, 167],
    [3, 50_000, 200],
    [3, 10, 5],
    [100, 50_000, 500],
    [100, 1_001, 251],
  ])('at %i per second for %i recipients is %i', (ratePerSecond, count, size) => {
    expect(chunkLimits({ ratePerSecond, recipients: count }).recipients).toBe(size);
  });

  it('keeps 50,000 recipients within the chunks that a message id can name, whatever the rate', () => {
    const counts = [0.1, 1, 3, 6, 7, 20, 100, 1_000].map(
      (ratePerSecond) =>
        cutIntoChunks(recipients(50_000), chunkLimits({ ratePerSecond, recipients: 50_000 })).length,
    );

    expect(Math.max(...counts)).toBeLessThanOrEqual(1_023);
  });
});

describe('cutting recipients into chunks', () => {
  it('fills each chunk to its limit', () => {
    expect(sizes(cutIntoChunks(recipients(1_001), LARGEST_CHUNK))).toEqual([500, 500, 1]);
    expect(sizes(cutIntoChunks(recipients(1_000), LARGEST_CHUNK))).toEqual([500, 500]);
    expect(sizes(cutIntoChunks(recipients(500), LARGEST_CHUNK))).toEqual([500]);
  });

  it('makes none without recipients', () => {
    expect(cutIntoChunks([], LARGEST_CHUNK)).toEqual([]);
  });

  it('keeps a chunk with the longest bodies, keys and URLs below what an item may hold, packed or not', () => {
    const longest = recipients(500, {
      idempotencyKey: 'k'.repeat(100),
      body: '😀'.repeat(640),
      mediaUrl: `https://example.com/${'m'.repeat(2_028)}`,
    });

    const chunks = cutIntoChunks(longest, LARGEST_CHUNK);

    const largest = Math.max(...chunks.map((chunk) => Buffer.byteLength(JSON.stringify(chunk))));
    expect(sizes(chunks).reduce((a, b) => a + b)).toBe(500);
    expect(largest).toBeLessThan(300_000);
  });

  it('keeps everybody, in order, within the limits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ body: fc.option(fc.string({ maxLength: 50 }), { nil: undefined }) }), {
          maxLength: 60,
        }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 30, max: 400 }),
        (bodies, count, bytes) => {
          const all = bodies.map(({ body }, index) => recipient(index, { body }));
          const chunks = cutIntoChunks(all, { recipients: count, bytes });
          expect(chunks.flat()).toEqual(all);
          expect(chunks.every((chunk) => chunk.length > 0 && chunk.length <= count)).toBe(true);
        },
      ),
    );
  });
});

describe('a chunk as an item', () => {
  it('gives back what was put in', () => {
    const mixed = [
      recipient(0),
      recipient(1, { idempotencyKey: 'key' }),
      recipient(2, { body: 'Hello "you" \n😀' }),
      recipient(3, { mediaUrl: 'https://example.com/a.png' }),
      recipient(4, { idempotencyKey: 'key-4', body: 'Both', mediaUrl: 'https://example.com/b.png' }),
    ];

    const item = chunkItem({ job: aJob(), chunk: 7, recipients: mixed });

    expect({ pk: item.pk, sk: item.sk, size: item.size }).toEqual({
      pk: 'JOB#brc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      sk: 'CHUNK#00007',
      size: 5,
    });
    expect(readChunk(item)).toEqual(mixed);
  });

  it('takes about 4 KB for 500 numbers', () => {
    const item = chunkItem({ job: aJob(), chunk: 1, recipients: recipients(500) });

    expect((item.data as Uint8Array).byteLength).toBeLessThan(4_096);
  });
});

const MINUTE_MS = Date.parse('2026-03-01T12:00:00.000Z');
const endOf = (seconds: number, chunk: number) =>
  (turnEndMs({ nowMs: MINUTE_MS + 1_000 * seconds, chunk }) - MINUTE_MS) / 1_000;

describe('the turn of a worker with a paced chunk', () => {
  it.each([
    [0, 30],
    [1, 30],
    [25, 30],
    [25.001, 60],
    [29, 60],
    [30, 60],
  ])('that begins at second %d ends at second %d of the clock', (from, to) => {
    expect(endOf(from, 2)).toBe(to);
  });

  it('ends at another time than that of the chunk beside it', () => {
    expect([endOf(0, 1), endOf(0, 2), endOf(0, 3), endOf(0, 4)]).toEqual([15, 30, 15, 30]);
  });

  it('lasts from five to thirty-five seconds', () => {
    const lengths = Array.from({ length: 3_000 }, (_, index) => endOf(index / 10, index % 5) - index / 10);
    expect(Math.min(...lengths)).toBeCloseTo(5);
    expect(Math.max(...lengths)).toBeLessThan(35);
  });
});

const MOVED = { sent: 1, failed: -1, skipped: 0, unknown: -1 };
const MOVES =
  '#counts.#sent = #counts.#sent + :sentMoved, #counts.#failed = #counts.#failed + :failedMoved, ' +
  '#counts.#skipped = #counts.#skipped + :skippedMoved, #counts.#unknown = #counts.#unknown + :unknownMoved';
const NAMES = {
  '#counts': 'counts',
  '#sent': 'sent',
  '#failed': 'failed',
  '#skipped': 'skipped',
  '#unknown': 'unknown',
};
const VALUES = { ':sentMoved': 1, ':failedMoved': -1, ':skippedMoved': 0, ':unknownMoved': -1 };

describe('an update that moves the counts of a job', () => {
  it('adds to each of them', () => {
    expect(countsExpression(MOVED)).toEqual({
      UpdateExpression: `SET ${MOVES}`,
      ExpressionAttributeNames: NAMES,
      ExpressionAttributeValues: VALUES,
    });
  });

  it('sets and removes besides', () => {
    expect(
      countsExpression(
        MOVED,
        { set: { chunksDone: 2 }, remove: ['gsi1pk'] },
        { names: { '#status': 'status' }, values: { ':before': 1 } },
      ),
    ).toEqual({
      UpdateExpression: `SET ${MOVES}, #chunksDone = :chunksDone REMOVE #gsi1pk`,
      ExpressionAttributeNames: {
        ...NAMES,
        '#status': 'status',
        '#chunksDone': 'chunksDone',
        '#gsi1pk': 'gsi1pk',
      },
      ExpressionAttributeValues: { ...VALUES, ':before': 1, ':chunksDone': 2 },
    });
  });

  it('removes besides without setting anything', () => {
    expect(countsExpression(MOVED, { remove: ['gsi1pk'] }).UpdateExpression).toBe(
      `SET ${MOVES} REMOVE #gsi1pk`,
    );
  });
});
