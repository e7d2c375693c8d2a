import type { Assignee } from '../api/schemas';

const TELL_EVERY_MS = 8_000;

/** Returns true when the service is to be told that the user writes, or no longer does. */
export function isToldAgain({
  isWriting,
  toldMs,
  nowMs,
}: {
  isWriting: boolean;
  /** Time at which the service was last told that the user writes; absent when they do not write by what it knows. */
  toldMs: number | undefined;
  nowMs: number;
}): boolean {
  if (!isWriting) return toldMs !== undefined;
  return toldMs === undefined || nowMs - toldMs >= TELL_EVERY_MS;
}

/** Sentence above the field for an answer: who else is writing one. */
export function describeWriters(writers: readonly Assignee[]): string | undefined {
  const names = writers.map(({ name, email }) => name ?? email);
  if (names.length === 0) return undefined;
  if (names.length === 1) return `${names[0]} is writing an answer.`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are writing answers.`;
}
