import { Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { openRows } from '../../../../../shared/audience/import/open-rows';
import {
  checkUnpacked,
  isTooDeep,
  READING_LIMITS,
  type TextReading,
} from '../../../../../shared/audience/import/reading-limits';
import {
  IMPORT_FORMATS,
  type ImportFormat,
  newDescription,
} from '../../../../../shared/audience/import/source-row';

const MB = 1024 * 1024;
const NO_FIELDS = { fields: [], nextGeneration: 1, version: 1 };

/** Reads rows. @returns their numbers, with their errors */
async function readRows(input: Readable, format: ImportFormat, reading: TextReading = {}) {
  const rows: Array<[number, string]> = [];
  const options = { format, mapping: {}, schema: NO_FIELDS, countries: [], dateFormat: 'mdy' as const };
  for await (const { row, problems } of openRows(input, { ...options, ...reading }, newDescription())) {
    rows.push([row, problems.map(({ cause }) => cause).join('; ')]);
  }
  return rows;
}

/** Returns this many megabytes of line feeds, compressed while they are read. */
function packedLineFeeds(megabytes: number): Readable {
  const packed = createGzip();
  Readable.from(Array.from({ length: megabytes }, () => Buffer.alloc(MB, '\n'))).pipe(packed);
  return packed;
}

const noise = (length: number) =>
  Array.from({ length }, (_, index) => String(Math.imul(index, 2654435761) >>> 0)).join('');

describe('a packed file (rules E5)', () => {
  it.each(IMPORT_FORMATS)('unpacks to at most 100 times its size, as %s', async (format) => {
    await expect(readRows(packedLineFeeds(3), format)).rejects.toThrow(
      'The file unpacks to more than 100 times its size: upload it without packing it.',
    );
  });

  it('is read no further than to what it may have in all', async () => {
    const content = gzipSync(noise(20_000));
    const limits = { ...READING_LIMITS, unpackedBytes: 64 * 1024 };
    await expect(readRows(Readable.from([content]), 'jsonl', { limits })).rejects.toThrow(
      'when unpacked: split it.',
    );
  });

  it('may have 100 bytes for each of its own and 4 GB, to the byte', () => {
    const check = (packed: number, unpacked: number) => () =>
      checkUnpacked({ packed, unpacked }, READING_LIMITS);
    expect(check(2 * MB, 200 * MB)).not.toThrow();
    expect(check(2 * MB, 200 * MB + 1)).toThrow(/^The file unpacks to more than 100 times its size/);
    expect(check(1024 * MB, 4096 * MB)).not.toThrow();
    expect(check(1024 * MB, 4096 * MB + 1)).toThrow(/^The file is larger than 4 GB when unpacked/);
    // The most that gzip makes of 2 MB.
    expect(check(2 * MB, 2048 * MB)).toThrow();
  });

  it('does not limit a plain one', async () => {
    const limits = { ...READING_LIMITS, unpackedBytes: 1, unpackingRatio: 1 };
    expect(await readRows(Readable.from(['{"phone":"1"}\n']), 'jsonl', { limits })).toEqual([[1, '']]);
  });
});

describe('rows without anything in them (rules E5)', () => {
  const limits = { ...READING_LIMITS, rows: 1000 };

  it.each<[ImportFormat, string]>([
    ['csv', 'phone\n'],
    ['jsonl', ''],
    ['pinpoint', 'ChannelType,Address\n'],
  ])('count as rows of %s', async (format, header) => {
    const file = (rows: number) => Readable.from([header + '\n'.repeat(rows)]);
    expect(await readRows(file(1000), format, { limits })).toEqual([]);
    await expect(readRows(file(1001), format, { limits })).rejects.toThrow(
      'The file has more than 1,000 rows, empty ones included: split it.',
    );
  });
});

describe('while a file is read (rules E5)', () => {
  it.each(IMPORT_FORMATS)('each piece shows that there is progress, without a row, as %s', async (format) => {
    let calls = 0;
    const pieces = Array.from({ length: 20 }, () => '\n'.repeat(1000));
    const onProgress = () => Promise.resolve(void calls++);
    await readRows(Readable.from(pieces), format, { onProgress }).catch(() => []);
    expect(calls).toBe(20);
  });

  it.each(IMPORT_FORMATS)('the reading ends when it is told to, as %s', async (format) => {
    let pieces = 0;
    const endless = function* () {
      for (;;) {
        pieces += 1;
        yield Buffer.alloc(4096, '\n');
      }
    };
    const onProgress = () => (pieces > 10 ? Promise.reject(new Error('cancelled')) : Promise.resolve());
    await expect(readRows(Readable.from(endless()), format, { onProgress })).rejects.toThrow('cancelled');
    expect(pieces).toBeLessThan(100);
  });
});

describe('lists and objects within each other (rules E5)', () => {
  const nested = (levels: number) => `{"phone":"1","a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  const REASON = 'has objects or lists nested more than 32 deep';

  it.each(['jsonl', 'pinpoint'] as const)('may be 32 deep in a line of %s', async (format) => {
    const file = [nested(32), nested(33), nested(100_000), `{"a":`.repeat(20_000) + '1' + '}'.repeat(20_000)];
    expect(await readRows(Readable.from([file.join('\n')]), format)).toEqual([
      [1, ''],
      [2, REASON],
      [3, REASON],
      [4, REASON],
    ]);
  });

  it.each<[ImportFormat, string]>([
    ['csv', 'phone,first'],
    ['pinpoint', 'Address,ChannelType,Attributes.A'],
  ])('are text in a cell of %s', async (format, header) => {
    const file = `${header}\n1,SMS,${'['.repeat(100_000)}${']'.repeat(100_000)}\n`;
    const mapping = { 'Attributes.A': 'firstName' };
    const options = { format, mapping, schema: NO_FIELDS, countries: [], dateFormat: 'mdy' as const };
    const first = await openRows(Readable.from([file]), options, newDescription()).next();
    expect(first).toMatchObject({ value: { row: 2 } });
  });

  it('are counted as levels, whatever else is in them', () => {
    expect(isTooDeep({ a: 1, b: [] }, 2)).toBe(false);
    expect(isTooDeep({ a: 1, b: [] }, 1)).toBe(true);
    expect(isTooDeep([null, 'text', 1], 1)).toBe(false);
  });
});
