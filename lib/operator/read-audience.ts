import { readFile } from 'node:fs/promises';
import { OperatorError } from './operator-error';

/** Reads an option that is JSON, or `@` and the path of a file with it. */
export async function readAudience(text: string): Promise<unknown> {
  try {
    return JSON.parse(text.startsWith('@') ? await readFile(text.slice(1), 'utf8') : text) as unknown;
  } catch (error) {
    throw new OperatorError(`The audience is not JSON: ${(error as Error).message}`);
  }
}
