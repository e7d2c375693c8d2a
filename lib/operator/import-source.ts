import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportFormat } from '../../shared/audience/import/source-row';
import { OperatorError } from './operator-error';

interface ImportSource {
  format: ImportFormat;
  /** Size of the file. */
  bytes: number;
  /** Opens the file at its beginning; an import reads it twice. */
  open: () => Readable;
  close: () => void;
}

const FORMAT_BY_EXTENSION: Record<string, ImportFormat> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
};

/**
 * Opens a file or the standard input for an import.
 *
 * @param options.file a path, or `-` for the standard input
 * @param options.format absent: by the file's name, for the standard input by its first character
 * @throws OperatorError when the file cannot be read, or its format is not known
 */
export async function openImport(options: {
  file: string;
  format: ImportFormat | undefined;
  stdin: Readable;
}): Promise<ImportSource> {
  const { file, format } = options;
  if (file === '-') return keepStandardInput(options);
  const named = format ?? FORMAT_BY_EXTENSION[extname(file.replace(/\.gz$/i, '')).toLowerCase()];
  if (named === undefined) {
    throw new OperatorError(`${file} is neither .csv nor .jsonl: say which it is with --format.`);
  }
  const bytes = await sizeOf(file);
  return { format: named, bytes, open: () => createReadStream(file), close: () => undefined };
}

/** @throws OperatorError when the file cannot be read */
async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw Object.assign(new Error('A folder'), { code: 'EISDIR' });
    await (await open(file)).close();
    return found.size;
  } catch (error) {
    throw new OperatorError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Copies the standard input into a file of its own, which only the user can read. */
async function keepStandardInput(options: {
  format: ImportFormat | undefined;
  stdin: Readable;
}): Promise<ImportSource> {
  const folder = await mkdtemp(join(tmpdir(), 'contact-import-'));
  const file = join(folder, 'input');
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    await pipeline(options.stdin, createWriteStream(file, { mode: 0o600 }));
    const format = options.format ?? (await formatOf(file));
    return { format, bytes: await sizeOf(file), open: () => createReadStream(file), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Detects JSON by its first character: no column is called `{`. */
async function formatOf(file: string): Promise<'csv' | 'jsonl'> {
  const handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0);
  await handle.close();
  const text = buffer
    .subarray(0, bytesRead)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  return text.trimStart().startsWith('{') ? 'jsonl' : 'csv';
}
