import { createHash } from 'node:crypto';
import { invalidRequest } from '../errors/service-error';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from '../limits';

/** Identity of a list and its filter: a cursor is valid only for one of them. */
export interface ListScope {
  /** Absent: a list above accounts. */
  accountId?: string | undefined;
  /** Name of the list. */
  list: string;
  /** Filter of the list; cursor and limit are no part of it. */
  filter?: Readonly<Record<string, string | undefined>>;
}

const CHECK_BYTES = 12;
/**
 * Form of a place: keys, several of them for a list that is read in parts, in characters that a condition of DynamoDB
 * accepts.
 */
const PLACE = /^[!-~]{1,1000}(?: [!-~]{1,1000})*$/;

/** Encodes a place in a list, such as an id, as an opaque cursor. */
export function writeListCursor(scope: ListScope, place: string): string {
  return Buffer.concat([checkOf(scope, place), Buffer.from(place, 'utf8')]).toString('base64url');
}

/** @throws ServiceError InvalidRequest for anything that `writeListCursor` has not written for this list */
export function readListCursor(scope: ListScope, cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').subarray(CHECK_BYTES).toString('utf8');
  if (PLACE.test(place) && writeListCursor(scope, place) === cursor) return place;
  throw invalidRequest({
    pointer: '?cursor',
    reason: 'is not a cursor of this list: send nextCursor of the page before, with the same query',
  });
}

/**
 * Computes a check that detects mistakes, such as another query. Cursors for callers are sealed besides: see
 * `sealed-cursors.ts`.
 */
function checkOf({ accountId, list, filter = {} }: ListScope, place: string): Buffer {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const text = JSON.stringify([accountId, list, given.sort(([a], [b]) => (a < b ? -1 : 1)), place]);
  return createHash('sha256').update(text).digest().subarray(0, CHECK_BYTES);
}

export interface ListPage {
  limit: number;
  /** Place at which the page begins; absent: at the beginning of the list. */
  place: string | undefined;
}

/**
 * Reads `limit` and `cursor`.
 *
 * @throws ServiceError InvalidRequest
 *
 * **Source:** rules E1.
 */
export function readListPage(query: Record<string, string>, scope: ListScope): ListPage {
  const { limit: text, cursor } = query;
  const limit = text === undefined ? DEFAULT_PAGE_LIMIT : /^\d+$/.test(text) ? Number(text) : 0;
  if (limit < 1) throw invalidRequest({ pointer: '?limit', reason: 'must be a positive integer' });
  return {
    limit: Math.min(MAX_PAGE_LIMIT, limit),
    place: cursor === undefined ? undefined : readListCursor(scope, cursor),
  };
}
