import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidRequest } from '../../errors/service-error';
import { type CursorKey, getCursorKeys } from '../../platform/secrets/cursor-key';
import { isRecord } from '../../platform/is-record';

/** List that a cursor is valid for. */
export interface CursorScope {
  /** Absent for a list above accounts. */
  accountId?: string;
  operationId: string;
  pathParameters: Record<string, string>;
}

const SEAL_BYTES = 16;

/**
 * Replaces the sealed cursor in a query by the cursor that the list has written.
 *
 * @throws ServiceError InvalidRequest for a cursor that was not issued for this list of this account
 *
 * **Source:** rules E1.
 */
export async function openCursor(
  query: Record<string, string>,
  scope: CursorScope,
): Promise<Record<string, string>> {
  if (query.cursor === undefined) return query;
  const bytes = Buffer.from(query.cursor, 'base64url');
  const [seal, cursor] = [bytes.subarray(0, SEAL_BYTES), bytes.subarray(SEAL_BYTES).toString('utf8')];
  const isWhole = seal.length === SEAL_BYTES && bytes.toString('base64url') === query.cursor;
  const opens = (keys: CursorKey[]) => keys.some((key) => timingSafeEqual(sealOf(key, scope, cursor), seal));
  if (isWhole && (opens(await getCursorKeys()) || opens(await getCursorKeys({ isFresh: true })))) {
    return { ...query, cursor };
  }
  throw invalidRequest({
    pointer: '?cursor',
    reason: 'is not a cursor of this list: send nextCursor of the page before, with the same query',
  });
}

/** Seals the cursor of a list in a response, also of a list inside the response. */
export async function sealCursors(body: unknown, scope: CursorScope): Promise<unknown> {
  if (!isRecord(body)) return body;
  const sealed = Object.entries(body).map(async ([name, value]): Promise<[string, unknown]> => {
    if (name === 'nextCursor' && typeof value === 'string') return [name, await seal(value, scope)];
    const isList = isRecord(value) && typeof value.nextCursor === 'string';
    return [name, isList ? await sealCursors(value, scope) : value];
  });
  return Object.fromEntries(await Promise.all(sealed));
}

async function seal(cursor: string, scope: CursorScope): Promise<string> {
  const [key] = await getCursorKeys();
  return Buffer.concat([sealOf(key, scope, cursor), Buffer.from(cursor, 'utf8')]).toString('base64url');
}

function sealOf(
  key: CursorKey,
  { accountId, operationId, pathParameters }: CursorScope,
  cursor: string,
): Buffer {
  const place = Object.entries(pathParameters).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([accountId ?? null, operationId, place, cursor]);
  return createHmac('sha256', key).update(text).digest().subarray(0, SEAL_BYTES);
}
