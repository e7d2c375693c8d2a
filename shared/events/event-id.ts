import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;
/** Latest time that ten characters hold. */
const LATEST_MS = 2 ** 48 - 1;

/**
 * Derives the id of an event from what the event reports: a worker that creates the event again gives it the same id,
 * so that the id need not be stored. The id has the form of every other id, and sorts by time.
 *
 * @param subject identifies the event among all others
 * @param atMs epoch milliseconds
 */
export function eventIdOf(subject: string, atMs: number): string {
  const time = encodeTime(Math.min(LATEST_MS, Math.max(0, Math.trunc(atMs))), TIME_CHARACTERS);
  const digest = createHash('sha256').update(`${atMs} ${subject}`).digest();
  const rest = Array.from({ length: RANDOM_CHARACTERS }, (_, index) => ALPHABET[(digest[index] ?? 0) % 32]);
  return `evt_${time}${rest.join('')}`;
}
