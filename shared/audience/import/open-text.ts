import { PassThrough, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UnreadableFileError } from './problem';
import { checkUnpacked, READING_LIMITS, type TextReading } from './internal/reading-limits';

/**
 * Reads the text of a file: unpacks gzip, also several gzip files in one, and decodes UTF-8 or UTF-16, with or without
 * a byte order mark, which is kept. Invalid UTF-8 becomes U+FFFD.
 *
 * @throws UnreadableFileError for damaged gzip, more than may be unpacked, or a file of another kind; and the errors of
 *   `onProgress`
 */
export async function* readText(
  input: Readable,
  { onProgress, limits = READING_LIMITS }: TextReading = {},
): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  const size = { packed: 0, unpacked: 0 };
  for await (const chunk of unpack(input, size)) {
    size.unpacked += chunk.length;
    if (size.packed > 0) checkUnpacked(size, limits);
    await onProgress?.();
    decoder ??= new TextDecoder(encodingOf(chunk), { ignoreBOM: true });
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder?.decode() ?? '';
  if (rest !== '') yield rest;
}

/** @param size counter whose `packed` grows with the bytes read of a packed file */
async function* unpack(input: Readable, size: { packed: number }): AsyncGenerator<Buffer> {
  const chunks = gather(input)[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  const first = await chunks.next();
  if (first.done) return;
  const all = async function* () {
    for (let next = first as IteratorResult<Buffer, undefined>; !next.done; next = await chunks.next()) {
      yield next.value;
    }
  };
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    if (first.value.subarray(0, 4).equals(ZIP)) {
      throw new UnreadableFileError(
        'The file is a workbook or a ZIP file: save it as CSV, or pack it with gzip.',
      );
    }
    yield* all();
    return;
  }
  const counted = async function* () {
    for await (const chunk of all()) {
      size.packed += chunk.length;
      yield chunk;
    }
  };
  const unpacked = new PassThrough();
  // Errors of the input and of the packed data both end the read below.
  pipeline(Readable.from(counted()), createGunzip(), unpacked, () => undefined);
  try {
    yield* unpacked as AsyncIterable<Buffer>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_')) throw new UnreadableFileError('The gzip file is damaged or incomplete.');
    throw error;
  }
}

const ZIP = Buffer.from('PK\u0003\u0004');
const FIRST_BYTES = 4;

/** Joins the first bytes, which show the kind of file, however the stream is split. */
async function* gather(input: Readable): AsyncGenerator<Buffer> {
  let first: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of input as AsyncIterable<Buffer | string>) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    if (!first) {
      yield chunk;
      continue;
    }
    first = Buffer.concat([first, chunk]);
    if (first.length < FIRST_BYTES) continue;
    yield first;
    first = undefined;
  }
  if (first && first.length > 0) yield first;
}

/** Detects the encoding by the byte order mark, or without one by the zero bytes of Latin letters. */
function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return 'utf-16be';
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le';
  return 'utf-8';
}
