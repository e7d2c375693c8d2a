import type { InvalidField } from '../../errors/error-details';
import { invalidRequest } from '../../errors/service-error';
import { DEFAULT_PAGE_LIMIT, MAX_GROUP_NAME_CHARACTERS, MAX_PAGE_LIMIT } from '../../limits';

export interface GroupListQuery {
  /** Number of the page, from 1. */
  page: number;
  limit: number;
  name: string | undefined;
}

/**
 * @throws ServiceError InvalidRequest for a `page` or `limit` that is not a positive integer, and for a `name` longer than
 *   any
 *
 * **Source:** rules 4.7.
 */
export function readListQuery(query: Record<string, string>): GroupListQuery {
  const errors: InvalidField[] = [];
  const read = (name: 'page' | 'limit', options: { byDefault: number; most: number }): number => {
    const text = query[name];
    if (text === undefined) return options.byDefault;
    const value = /^\d+$/.test(text) ? Math.min(Number(text), options.most) : 0;
    // The answer repeats the page, so it must be a number that JSON carries exactly; a limit is capped however large it
    // is.
    if (value >= 1 && Number.isSafeInteger(value)) return value;
    const reason = value < 1 ? 'must be a positive integer' : `must be ${Number.MAX_SAFE_INTEGER} or less`;
    errors.push({ pointer: `?${name}`, reason });
    return options.byDefault;
  };
  const page = read('page', { byDefault: 1, most: Infinity });
  const limit = read('limit', { byDefault: DEFAULT_PAGE_LIMIT, most: MAX_PAGE_LIMIT });
  const { name } = query;
  if (name !== undefined && [...name].length > MAX_GROUP_NAME_CHARACTERS) {
    errors.push({ pointer: '?name', reason: `must have at most ${MAX_GROUP_NAME_CHARACTERS} characters` });
  }
  if (errors.length > 0) throw invalidRequest(...errors);
  return { page, limit, name };
}
