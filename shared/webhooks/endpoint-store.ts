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
 * Returns the account's endpoints as the operator has configured them, oldest first. Endpoints that workers have
 * disabled since are recorded in their endpoint queues: see `findEndpoints`.
 */
export async function findConfiguredEndpoints(table: Table, accountId: string): Promise<Endpoint[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': ENDPOINT_PREFIX },
    ConsistentRead: true,
  });
  return items.map((item) => endpointItem.read(item));
}

/** Returns the account's endpoints in their current state, oldest first, with their endpoint queues. */
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

/** Returns the endpoint in its current state. */
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

/**
 * Applies the record of a worker that has disabled the endpoint. Workers write it into the endpoint queue, because they
 * may not write the operator's configuration.
 */
function withEndpointQueue(endpoint: Endpoint, endpointQueue: EndpointQueue | undefined): Endpoint {
  const disabled = endpointQueue?.disabled;
  if (endpoint.status === 'disabled' || disabled?.enabledAt !== endpoint.enabledAt) return endpoint;
  return { ...endpoint, status: 'disabled', disabledReason: disabled.reason, disabledAt: disabled.at };
}

/** @returns true when the account exists */
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
 * Writes the endpoint that `change` returns, unless it is the same; `undefined` when the endpoint does not exist. After
 * a conflict it reads and decides again.
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
    const edited = editedParts(endpoint, changed);
    const result = await table.update({
      Key: endpointKey(options.accountId, options.endpointId),
      ...updateExpression(
        {
          set: { status, enabledAt, secrets, disabledReason, disabledAt, ...edited.set },
          remove: [
            ...edited.remove,
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

/** Returns what differs, so that changes of different parts at the same time do not undo each other. */
function editedParts(from: Endpoint, to: Endpoint) {
  const parts = (['url', 'description', 'eventTypes'] as const).filter((part) => from[part] !== to[part]);
  return {
    set: Object.fromEntries(parts.map((part) => [part, to[part]])),
    remove: parts.filter((part) => to[part] === undefined),
  };
}

/**
 * Disables an endpoint because of its responses, and notifies the account's other endpoints.
 *
 * @returns false when it was already disabled, or no longer exists
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
      // An endpoint that was enabled again in the meantime gets another chance.
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
