import fc from 'fast-check';
import {
  chunkItem,
  chunkLimits,
  cutIntoChunks,
  type JobRecipient,
  LARGEST_CHUNK,
  readChunk,
} from '../../../../../shared/sending/jobs/chunk';
import type { E164 } from '../../../../../shared/phone-numbers/e164';
import { aJob } from './a-job';

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
    [1_000, 100],
    [1_001, 101],
    [4_999, 500],
    [5_000, 500],
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
