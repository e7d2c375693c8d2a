import { createReadStream } from 'node:fs';
import { OperatorError } from './operator-error';

/**
 * Reads the lines of a file, without their ends. Only a line feed ends a line: JSON may contain other separators
 * unescaped.
 *
 * @throws OperatorError when it cannot be read
 */
export async function* fileLines(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const piece of createReadStream(file, { encoding: 'utf8' })) {
      const lines = (rest + String(piece)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string') throw error;
    throw new OperatorError(`${file} cannot be read (${code}).`);
  }
  if (rest !== '') yield rest;
}
