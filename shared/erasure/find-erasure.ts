import { ServiceError } from '../errors/service-error';
import type { Table } from '../platform/store/table';
import { type Erasure, erasureItem } from './erasure';

/** Form of an id; other texts may be longer than a key can be. */
const ERASURE_ID = /^ers_[0-9A-HJKMNP-TV-Z]{26}$/;

/** @throws ServiceError NoSuchResource also for an erasure of another account */
export async function findErasure(
  table: Table,
  { accountId, erasureId }: { accountId: string; erasureId: string },
): Promise<Erasure> {
  const item = ERASURE_ID.test(erasureId) ? await table.get(erasureItem.key(erasureId)) : undefined;
  const erasure = erasureItem.readIfAny(item);
  if (erasure?.accountId !== accountId) throw new ServiceError('NoSuchResource', { cause: 'erasure' });
  return erasure;
}
