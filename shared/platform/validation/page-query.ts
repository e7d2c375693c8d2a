import { createHash } from 'node:crypto';
import { invalidRequest } from '../../errors/service-error';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from '../../limits';

/** What a cursor is of: it opens no other list, and none of another account. */
export interface CursorOwner {
  accountId: string;
  list: string;
}

/** @throws ServiceError InvalidRequest when it is no positive integer. **Source:** rules E1. */
export function readPageLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PAGE_LIMIT;
  const limit = /^\d+$/.test(text) ? Math.min(Number(text), MAX_PAGE_LIMIT) : 0;
  if (limit < 1) throw invalidRequest({ pointer: '?limit', reason: 'must be a positive integer' });
  return limit;
}

/** @param place where the next page begins */
export function writePageCursor(owner: CursorOwner, place: string): string {
  return Buffer.from(`${checkOf(owner, place)}${place}`).toString('base64url');
}

/**
 * @returns the place; `undefined` for the first page
 * @throws ServiceError InvalidRequest for what `writePageCursor` has not written for this list and account
 */
export function readPageCursor(owner: CursorOwner, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const place = Buffer.from(cursor, 'base64url').toString().slice(CHECK_CHARACTERS);
  if (writePageCursor(owner, place) === cursor) return place;
  throw invalidRequest({
    pointer: '?cursor',
    reason: 'is not a cursor of this list: send nextCursor of the page before',
  });
}

const CHECK_CHARACTERS = 16;

/** Finds mistakes. It guards nothing: a place is only ever looked for among what the caller's account has. */
function checkOf({ accountId, list }: CursorOwner, place: string): string {
  const text = [accountId, list, place].join('#');
  return createHash('sha256').update(text).digest('hex').slice(0, CHECK_CHARACTERS);
}
