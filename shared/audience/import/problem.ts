import { MAX_CELL_TOLD_CHARACTERS } from '../../limits';

/** Problem with a row. Rows with the same cause have the same mistake. */
export interface Problem {
  /** Field of a contact, as columns name it; absent when the problem is with the row as a whole. */
  field?: string;
  cause: string;
  /** Value that the row has instead. */
  value?: string;
}

// With the ellipsis of one that is cut off.
const MOST_CHARACTERS_TOLD = MAX_CELL_TOLD_CHARACTERS - 1;

/** Builds the problem of one field. */
export function problemOf(field: string, reason: string, value: unknown): Problem {
  const isTold = value !== undefined && value !== null && value !== '';
  return { field, cause: `${field}: ${reason}`, ...(isTold && { value: shorten(value) }) };
}

/** Returns the reason without the field. */
export const reasonOf = ({ field, cause }: Problem): string =>
  field === undefined ? cause : cause.slice(`${field}: `.length);

export function describeProblem({ cause, value }: Problem): string {
  return value === undefined ? cause : `${cause}, not ${JSON.stringify(value)}`;
}

/** Describes all problems of a row in one line. */
export const describeProblems = (problems: readonly Problem[]): string =>
  problems.map(describeProblem).join('; ');

/** Returns the beginning of a value, which is enough to recognize it. */
export function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const characters = [...text];
  return characters.length > MOST_CHARACTERS_TOLD
    ? `${characters.slice(0, MOST_CHARACTERS_TOLD).join('')}…`
    : text;
}

/** Error for a file that cannot be read to its end. Nothing of it is imported. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}
