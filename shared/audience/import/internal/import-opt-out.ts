import { DateTime } from 'luxon';
import { type Problem, problemOf } from '../problem';

/** Opt-out that a row states. `at` is its ISO time, if the row has one. */
export interface ImportedOptOut {
  at?: string;
}

const YES = new Set(['true', 'yes', 'y', '1', 'on', 'x', 'stop', 'opted out', 'optedout', 'unsubscribed']);
const NO = new Set(['', 'false', 'no', 'n', '0', 'off', 'none', 'subscribed', 'active']);
/** Default zone of a time without a zone. */
const UTC = { zone: 'utc' } as const;

/**
 * Reads the hard opt-out of a row from the columns `optedOut` and `optedOutAt`, as the service answers it. Each can be
 * a yes or no as people write it, or the date of the opt-out.
 *
 * @returns the opt-out, `undefined` when the row has none, or the problem with it
 *
 * **Source:** rules E7.
 */
export function readImportedOptOut(fields: {
  optedOut?: unknown;
  optedOutAt?: unknown;
}): ImportedOptOut | Problem | undefined {
  let statement: ImportedOptOut | undefined;
  for (const name of ['optedOut', 'optedOutAt'] as const) {
    const read = readStatement(fields[name]);
    if (read === 'invalid') return problemOf(name, 'must be true, false or a date', fields[name]);
    if (read !== 'no') statement = { ...statement, ...read };
  }
  return statement;
}

function readStatement(value: unknown): ImportedOptOut | 'no' | 'invalid' {
  switch (typeof value) {
    case 'undefined':
      return 'no';
    case 'boolean':
    case 'number':
    case 'string':
      return readText(String(value).trim());
    default:
      return value === null ? 'no' : 'invalid';
  }
}

function readText(text: string): ImportedOptOut | 'no' | 'invalid' {
  const word = text.toLowerCase();
  if (YES.has(word)) return {};
  if (NO.has(word)) return 'no';
  const isDate = /^\d{4}-\d\d-\d\d/.test(text);
  const time = isDate ? DateTime.fromISO(text.replace(' ', 'T'), UTC) : undefined;
  return time?.isValid ? { at: time.toJSDate().toISOString() } : 'invalid';
}
