import { invalidRequest } from '../errors/service-error';
import type { EventType } from '../events/event-types';
import { isoNow } from '../platform/clock';
import { endpointKey } from '../platform/store/keys';
import type { OutgoingPolicy } from '../platform/outgoing/public-address';
import type { Platform } from '../platform/platform';
import type { SealingKey } from '../platform/secrets/sealing-key';
import type { Table } from '../platform/store/table';
import { type BeforeEdit, distinctTypes, readEndpointUrl, toldParts } from './edit-endpoint';
import { type Endpoint, isOfAccount, rotateSecrets } from './endpoint';
import {
  changeEndpoint,
  findConfiguredEndpoints,
  findEndpoint,
  findEndpoints,
  insertEndpoint,
} from './endpoint-store';
import { announceArrival, type EndpointQueue, queueParts } from './endpoint-queue';
import { newSigningSecret, sealSecret } from './signing-secret';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;
type Address = { accountId: string; endpointId: string };

/** Limit because each event of an account is written once for each of its endpoints. */
const MAX_ENDPOINTS = 20;

/**
 * Adds an address to which events of the account are sent from now on.
 *
 * @param input.eventTypes absent: all
 * @param input.description name that people give it
 * @param input.batch true when up to 100 events are sent in one request
 * @param input.beforeWrite called with nothing, and what it is told
 * @returns the endpoint, and its secret, which is only in this response and, sealed, in the table
 * @throws ServiceError InvalidRequest for an invalid address, too many endpoints, or an unknown account
 */
export async function addEndpoint(
  deps: Deps & { sealingKey: SealingKey; policy: OutgoingPolicy },
  input: {
    accountId: string;
    url: string;
    eventTypes?: EventType[] | undefined;
    description?: string | undefined;
    batch?: boolean | undefined;
    beforeWrite?: BeforeEdit | undefined;
  },
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { accountId } = input;
  const url = readEndpointUrl(input.url, deps.policy);
  const others = (await findConfiguredEndpoints(deps.table, accountId)).filter(isOfAccount);
  if (others.length >= MAX_ENDPOINTS) {
    throw invalidRequest({
      pointer: '/url',
      reason: `would be one more than ${MAX_ENDPOINTS} of the account: remove one first`,
    });
  }
  const id = deps.ids.next('end');
  const now = isoNow(deps.clock);
  const secret = newSigningSecret();
  const sealed = sealSecret(secret, { key: deps.sealingKey, owner: { accountId, endpointId: id } });
  const endpoint: Endpoint = {
    id,
    accountId,
    url,
    description: input.description,
    eventTypes: distinctTypes(input.eventTypes),
    batch: input.batch === true ? true : undefined,
    status: 'enabled',
    disabledReason: undefined,
    disabledAt: undefined,
    enabledAt: now,
    secrets: [{ sealed, createdAt: now, validUntil: undefined }],
    createdAt: now,
  };
  input.beforeWrite?.({}, toldParts(endpoint));
  if (!(await insertEndpoint(deps.table, endpoint))) {
    throw invalidRequest({ pointer: '/accountId', reason: 'there is no such account' });
  }
  return { endpoint, secret };
}

/** Lists the account's endpoints with their health, oldest first; without the one in Twilio's form. */
export async function listEndpoints(
  table: Table,
  accountId: string,
): Promise<Array<{ endpoint: Endpoint; endpointQueue: EndpointQueue | undefined }>> {
  return (await findEndpoints(table, accountId)).filter(({ endpoint }) => isOfAccount(endpoint));
}

/** @returns false when the account has no such endpoint */
export async function removeEndpoint(
  deps: Pick<Deps, 'table' | 'clock'>,
  address: Address,
): Promise<boolean> {
  const endpoint = await findEndpoint(deps.table, address);
  return endpoint !== undefined && isOfAccount(endpoint) && deleteEndpoint(deps, address);
}

/** Deletes an endpoint of any form. @returns false when there is none */
export async function deleteEndpoint(
  deps: Pick<Deps, 'table' | 'clock'>,
  address: Address,
): Promise<boolean> {
  const result = await deps.table.delete({
    Key: endpointKey(address.accountId, address.endpointId),
    ConditionExpression: 'attribute_exists(pk)',
  });
  if (!result.written) return false;
  // The next worker finds no endpoint and deletes its waiting deliveries.
  await requestDelivery(deps, address);
  return true;
}

/**
 * Gives the endpoint a new secret. The former one signs along with it for 24 hours, so that a receiver can change over
 * at any time; after two rotations on one day the oldest of the three is invalid.
 *
 * @returns `undefined` when the account has no such endpoint
 */
export async function rotateSecret(
  deps: Pick<Deps, 'table' | 'clock'> & { sealingKey: SealingKey },
  address: Address,
): Promise<{ endpoint: Endpoint; secret: string } | undefined> {
  const known = await findEndpoint(deps.table, address);
  if (!known || !isOfAccount(known)) return undefined;
  const secret = newSigningSecret();
  const sealed = sealSecret(secret, { key: deps.sealingKey, owner: address });
  const now = deps.clock.now();
  const endpoint = await changeEndpoint(deps.table, {
    ...address,
    change: (endpoint) => ({
      ...endpoint,
      secrets: rotateSecrets(endpoint.secrets, { sealed, now }),
    }),
  });
  return endpoint && { endpoint, secret };
}

/**
 * Enables an endpoint again; earlier failures do not count any more. `replayDeliveries` sends the events that it
 * missed.
 *
 * @returns `undefined` when the account has no such endpoint
 */
export async function enableEndpoint(
  deps: Pick<Deps, 'table' | 'clock'>,
  address: Address,
): Promise<Endpoint | undefined> {
  const now = isoNow(deps.clock);
  return changeEndpoint(deps.table, {
    ...address,
    change: (current) =>
      current.status === 'enabled'
        ? current
        : {
            ...current,
            status: 'enabled',
            disabledReason: undefined,
            disabledAt: undefined,
            enabledAt: laterThan(current.enabledAt, now),
          },
  });
}

/**
 * Returns a time at which the endpoint was not enabled before, so that a record that disabled it then does not apply
 * again.
 */
function laterThan(enabledAt: string, now: string): string {
  return now > enabledAt ? now : new Date(Date.parse(enabledAt) + 1).toISOString();
}

/**
 * Disables an endpoint by hand. Its waiting deliveries are given up, and can be replayed.
 *
 * @returns `undefined` when the account has no such endpoint
 */
export async function switchOffEndpoint(
  deps: Pick<Deps, 'table' | 'clock'>,
  address: Address,
): Promise<Endpoint | undefined> {
  const now = isoNow(deps.clock);
  const endpoint = await changeEndpoint(deps.table, {
    ...address,
    change: (current) =>
      current.status === 'disabled'
        ? current
        : { ...current, status: 'disabled', disabledReason: 'operator', disabledAt: now },
  });
  if (endpoint) await requestDelivery(deps, address);
  return endpoint;
}

/** Makes the timer check all existing parts of the endpoint queue. */
async function requestDelivery(deps: Pick<Deps, 'table' | 'clock'>, address: Address): Promise<void> {
  const now = deps.clock.now();
  await Promise.all(
    queueParts(address).map((queue) =>
      deps.table.unrecorded.update({
        ...announceArrival(queue, now),
        ConditionExpression: 'attribute_exists(pk)',
      }),
    ),
  );
}

export async function requireEndpoint(table: Table, address: Address): Promise<Endpoint> {
  const endpoint = await findEndpoint(table, address);
  if (!endpoint) throw invalidRequest({ pointer: '/endpointId', reason: 'there is no such endpoint' });
  return endpoint;
}
