import { ServiceError } from '../errors/service-error';
import { MAX_WAITING_TRANSFERS, WAITING_TRANSFERS_RETRY_SECONDS } from '../limits';
import { transfersPk, WAITING_TRANSFER_PREFIX } from '../platform/store/keys';
import type { Table } from '../platform/store/table';

/**
 * Refuses another export while many imports and exports of the account wait for their turn: each may read all contacts,
 * and an import of opt-outs would wait behind all of them.
 *
 * @throws ServiceError TooManyAtOnce
 *
 * **Source:** rules E5.
 */
export async function refuseLongLine(table: Table, accountId: string): Promise<void> {
  const { items } = await table.queryPage({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :waiting)',
    ExpressionAttributeValues: { ':pk': transfersPk(accountId), ':waiting': WAITING_TRANSFER_PREFIX },
    ConsistentRead: true,
    Limit: MAX_WAITING_TRANSFERS,
  });
  if (items.length < MAX_WAITING_TRANSFERS) return;
  const retryAfterSeconds = WAITING_TRANSFERS_RETRY_SECONDS;
  throw new ServiceError('TooManyAtOnce', { cause: 'exports', retryAfterSeconds });
}
