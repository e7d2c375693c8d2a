import { queueEndpointDisabled } from '../events/endpoint-event';
import { updateExpression } from '../platform/store/expressions';
import { ACCOUNT_IS_OPEN } from '../accounts/account-store';
import { accountKey, ENDPOINT_PREFIX, endpointKey, endpointQueueKey } from '../platform/store/keys';
import type { Platform } from '../platform/platform';
import type { Table } from '../platform/store/table';
import { commit } from '../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import { type Endpoint, endpointItem } from './endpoint';
import {
  type DisabledByWorker,
  disableUpdate,
  type EndpointQueue,
  endpointQueueItem,
} from './endpoint-queue';

/**
 * The account's endpoints as the operator has set them up, oldest first. What workers have switched off since is in
 * their endpoint queues: see `findEndpoints`.
 */
export async function findConfiguredEndpoints(table: Table, accountId: string): Promise<Endpoint[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': ENDPOINT_PREFIX },
    ConsistentRead: true,
  });
  return items.map((item) => endpointItem.read(item));
}

/** The account's endpoints as they are now, oldest first, with their endpoint queues. */
export async function findEndpoints(
  table: Table,
  accountId: string,
): Promise<Array<{ endpoint: Endpoint; endpointQueue: EndpointQueue | undefined }>> {
  const configured = await findConfiguredEndpoints(table, accountId);
  const endpointQueues = await table.batchGet(
    configured.map(({ id }) => endpointQueueKey({ endpointId: id })),
  );
  return configured.map((endpoint, index) => {
    const endpointQueue = endpointQueueItem.readIfAny(endpointQueues[index]);
    return { endpoint: withEndpointQueue(endpoint, endpointQueue), endpointQueue };
  });
}

type Address = { accountId: string; endpointId: string };

/** The endpoint as it is now. */
export async function findEndpoint(table: Table, address: Address): Promise<Endpoint | undefined> {
  return (await loadEndpoint(table, address))?.endpoint;
}

async function loadEndpoint(
  table: Table,
  { accountId, endpointId }: Address,
): Promise<{ configured: Endpoint; endpoint: Endpoint } | undefined> {
  const [item, queueItem] = await table.batchGet([
    endpointKey(accountId, endpointId),
    endpointQueueKey({ endpointId }),
  ]);
  if (!item) return undefined;
  const configured = endpointItem.read(item);
  return { configured, endpoint: withEndpointQueue(configured, endpointQueueItem.readIfAny(queueItem)) };
}

/** A worker notes in the endpoint queue that it has switched the endpoint off: it may not write what operators set up. */
function withEndpointQueue(endpoint: Endpoint, endpointQueue: EndpointQueue | undefined): Endpoint {
  const disabled = endpointQueue?.disabled;
  if (endpoint.status === 'disabled' || disabled?.enabledAt !== endpoint.enabledAt) return endpoint;
  return { ...endpoint, status: 'disabled', disabledReason: disabled.reason, disabledAt: disabled.at };
}

/** @returns whether the account exists */
export async function insertEndpoint(table: Table, endpoint: Endpoint): Promise<boolean> {
  const { accountId } = endpoint;
  const result = await commit(table, [
    {
      write: { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: ACCOUNT_IS_OPEN } },
      onFail: 'noSuchAccount',
    },
    {
      write: {
        Put: {
          Item: endpointItem.item(endpoint, endpoint),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    },
  ]);
  return result.committed;
}

/**
 * Writes what `change` makes of the endpoint, unless that is the endpoint itself; `undefined` when there is none. After a conflict
 * it reads and decides again.
 *
 * @throws StoreBusyError
 */
export async function changeEndpoint(
  table: Table,
  options: Address & { change: (endpoint: Endpoint) => Endpoint },
): Promise<Endpoint | undefined> {
  return retryOnConflict(table.waits, async () => {
    const loaded = await loadEndpoint(table, options);
    if (!loaded) return undefined;
    const { configured, endpoint } = loaded;
    const changed = options.change(endpoint);
    if (changed === endpoint) return endpoint;
    const { status, enabledAt, secrets, disabledReason, disabledAt } = changed;
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
        {
          values: {
            ':was': configured.status,
            ':enabledAtWas': configured.enabledAt,
            ':secretsWere': configured.secrets,
          },
        },
      ),
      ConditionExpression: '#status = :was AND #enabledAt = :enabledAtWas AND #secrets = :secretsWere',
    });
    return result.written && result.item ? endpointItem.read(result.item) : CONFLICT;
  });
}

/**
 * Switches an endpoint off because of its answers and notifies the account's other endpoints.
 *
 * @returns false when it was off already, or is gone
 */
export async function disableEndpoint(
  deps: Pick<Platform, 'table' | 'ids'>,
  options: { endpoint: Endpoint; reason: DisabledByWorker['reason']; now: Date },
): Promise<boolean> {
  const { endpoint, reason, now } = options;
  const { accountId, enabledAt } = endpoint;
  const result = await commit(deps.table, [
    {
      write: { Update: disableUpdate(endpoint.id, { reason, at: now.toISOString(), enabledAt }) },
      onFail: 'disabledAlready',
    },
    {
      // An endpoint that was switched on again in the meantime gets another chance.
      write: {
        ConditionCheck: {
          Key: endpointKey(accountId, endpoint.id),
          ConditionExpression: '#status = :enabled AND enabledAt = :since',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':enabled': 'enabled', ':since': enabledAt },
        },
      },
      onFail: 'changed',
    },
    { write: queueEndpointDisabled(deps.ids, { accountId, endpoint, reason, now }) },
  ]);
  return result.committed;
}
