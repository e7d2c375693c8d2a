import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { OperatorError } from './operator-error';

export type ImportFormat = 'csv' | 'jsonl';

export interface ImportSource {
  format: ImportFormat;
  input: Readable;
  /** About how many lines there are; `undefined` where that cannot be known beforehand. */
  lineCount: number | undefined;
}

const FORMAT_BY_EXTENSION: Record<string, ImportFormat> = {
  '.csv': 'csv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
};

/**
 * Opens what is to be imported.
 *
 * @param options.file a path, or `-` for the standard input
 * @param options.format absent: by the file's name, and of the standard input by its first character
 * @throws OperatorError when the file cannot be read, or does not say what it is
 */
export async function openImport(options: {
  file: string;
  format: ImportFormat | undefined;
  stdin: Readable;
}): Promise<ImportSource> {
  const { file, format } = options;
  if (file === '-') {
    const peeked = await peek(options.stdin);
    return { format: format ?? formatOf(peeked.firstBytes), input: peeked.input, lineCount: undefined };
  }
  const named = format ?? FORMAT_BY_EXTENSION[extname(file).toLowerCase()];
  if (named === undefined) {
    throw new OperatorError(`${file} is neither .csv nor .jsonl: say which it is with --format.`);
  }
  return { format: named, lineCount: await countLines(file), input: createReadStream(file) };
}

async function countLines(file: string): Promise<number> {
  try {
    const handle = await open(file);
    let count = 0;
    for await (const chunk of handle.createReadStream() as AsyncIterable<Buffer>) {
      for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) count += 1;
    }
    return count;
  } catch (error) {
    throw new OperatorError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Looks at the beginning of a stream; `input` has all of it. */
async function peek(stream: Readable): Promise<{ firstBytes: Buffer; input: Readable }> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  const first = await chunks.next();
  const firstBytes = first.done ? Buffer.alloc(0) : first.value;
  const all = async function* () {
    try {
      for (let next = first; !next.done; next = await chunks.next()) yield next.value;
    } finally {
      // An open standard input would keep the process waiting for more.
      stream.destroy();
    }
  };
  return { firstBytes, input: Readable.from(all(), { objectMode: false }) };
}

/** No column is called `{`: what begins so is JSON. */
function formatOf(firstBytes: Buffer): ImportFormat {
  const text = firstBytes.toString('utf8').replace(/^\ufeff/, '');
  return text.trimStart().startsWith('{') ? 'jsonl' : 'csv';
}
