import { type InvalidField, invalidRequest } from '../errors/service-error';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from '../limits';

export interface GroupListQuery {
  /** 1-based. */
  page: number;
  limit: number;
  name: string | undefined;
}

/**
 * @throws ServiceError 33100 for a `page` or `limit` that is not a positive integer
 *
 * **Source:** contract 4.7.
 */
export function readListQuery(query: Record<string, string>): GroupListQuery {
  const errors: InvalidField[] = [];
  const readPositive = (name: 'page' | 'limit', byDefault: number): number => {
    const text = query[name];
    if (text === undefined) return byDefault;
    if (/^\d+$/.test(text) && Number(text) >= 1 && Number.isSafeInteger(Number(text))) return Number(text);
    errors.push({ pointer: `?${name}`, reason: 'must be a positive integer' });
    return byDefault;
  };
  const page = readPositive('page', 1);
  const limit = Math.min(readPositive('limit', DEFAULT_PAGE_LIMIT), MAX_PAGE_LIMIT);
  if (errors.length > 0) throw invalidRequest(...errors);
  return { page, limit, name: query.name };
}
