import {
  IDEMPOTENCY_KEY_PATTERN,
  MAX_IDEMPOTENCY_KEY_CHARACTERS,
  MIN_IDEMPOTENCY_KEY_CHARACTERS,
} from '../../limits';

const PATTERN = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/** Returns true when a text has the form of a key. **Source:** rules 8.3. */
export function isIdempotencyKey(text: string): boolean {
  const { length } = text;
  return (
    length >= MIN_IDEMPOTENCY_KEY_CHARACTERS && length <= MAX_IDEMPOTENCY_KEY_CHARACTERS && PATTERN.test(text)
  );
}
