import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from './operator-error';

/**
 * Writes a file that only the user can read, and that only appears once it is complete.
 *
 * @throws OperatorError when it cannot be written
 */
export async function writeWhole(file: string, texts: AsyncIterable<string>): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await pipeline(Readable.from(texts), createWriteStream(draft, { mode: 0o600, flags: 'wx' }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string') throw error;
    throw new OperatorError(`${file} cannot be written (${code}).`);
  }
}
