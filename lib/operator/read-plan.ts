import { readFile } from 'node:fs/promises';
import { OperatorError } from './operator-error';

/**
 * Reads the JSON of a plan, given as text or as `@file`.
 *
 * @param noun of the plan, for the message
 * @throws OperatorError when it is not JSON, or there is no such file
 */
export async function readPlan(text: string, noun: string): Promise<unknown> {
  try {
    return JSON.parse(text.startsWith('@') ? await readFile(text.slice(1), 'utf8') : text) as unknown;
  } catch (error) {
    throw new OperatorError(`The ${noun} is not JSON: ${(error as Error).message}`);
  }
}
