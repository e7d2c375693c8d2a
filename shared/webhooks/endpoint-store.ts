import { queueEndpointDisabled } from '../events/endpoint-event';
import { updateExpression } from '../platform/expressions';
import { accountKey, ENDPOINT_PREFIX, endpointKey } from '../platform/keys';
import type { Platform } from '../platform/platform';
import type { Table } from '../platform/table';
import { transactPatiently } from '../platform/transact-patiently';
import { type DisabledReason, type Endpoint, readEndpoint } from './endpoint';

/** The account's endpoints, oldest first. */
export async function findEndpoints(table: Table, accountId: string): Promise<Endpoint[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': ENDPOINT_PREFIX },
    ConsistentRead: true,
  });
  return items.map(readEndpoint);
}

export async function findEndpoint(
  table: Table,
  address: { accountId: string; endpointId: string },
): Promise<Endpoint | undefined> {
  const item = await table.get(endpointKey(address.accountId, address.endpointId));
  return item && readEndpoint(item);
}

/** @returns whether the account exists */
export async function insertEndpoint(table: Table, endpoint: Endpoint): Promise<boolean> {
  const { accountId, id } = endpoint;
  const result = await transactPatiently(table, [
    { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: 'attribute_exists(pk)' } },
    {
      Put: {
        Item: { ...endpointKey(accountId, id), entity: 'endpoint', ...endpoint },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ]);
  return result.committed;
}

/** Writes what `change` makes of the endpoint; `undefined` when there is none. Beaten by another, it starts again. */
export async function changeEndpoint(
  table: Table,
  options: {
    accountId: string;
    endpointId: string;
    change: (endpoint: Endpoint) => Endpoint;
  },
): Promise<Endpoint | undefined> {
  for (;;) {
    const endpoint = await findEndpoint(table, options);
    if (!endpoint) return undefined;
    const { status, enabledAt, secrets, disabledReason, disabledAt } = options.change(endpoint);
    const result = await table.update({
      Key: endpointKey(options.accountId, options.endpointId),
      ...updateExpression(
        {
          set: { status, enabledAt, secrets, disabledReason, disabledAt },
          remove: [
            ...(disabledReason === undefined ? ['disabledReason'] : []),
            ...(disabledAt === undefined ? ['disabledAt'] : []),
          ],
        },
        { values: { ':was': endpoint.status, ':secretsWere': endpoint.secrets } },
      ),
      ConditionExpression: '#status = :was AND #secrets = :secretsWere',
    });
    if (result.written && result.item) return readEndpoint(result.item);
  }
}

/**
 * Switches an endpoint off because of what it answered and tells the account's others of it.
 *
 * @returns false when it was off already, or is gone
 */
export async function disableEndpoint(
  deps: Pick<Platform, 'table' | 'ids'>,
  options: { endpoint: Endpoint; reason: Exclude<DisabledReason, 'operator'>; now: Date },
): Promise<boolean> {
  const { endpoint, reason, now } = options;
  const { accountId } = endpoint;
  const result = await transactPatiently(deps.table, [
    {
      Update: {
        Key: endpointKey(accountId, endpoint.id),
        ...updateExpression(
          { set: { status: 'disabled', disabledReason: reason, disabledAt: now.toISOString() } },
          { values: { ':enabled': 'enabled', ':since': endpoint.enabledAt } },
        ),
        // Switched on again in the meantime, it gets another chance.
        ConditionExpression: '#status = :enabled AND enabledAt = :since',
      },
    },
    queueEndpointDisabled(deps.ids, { accountId, endpoint, reason, now }),
  ]);
  return result.committed;
}
