import type { Audit } from '../../shared/audit/change-recorder';
import { changesOfWhole } from '../../shared/audit/tell-changes';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import { EVENT_TYPES } from '../../shared/events/event-types';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { REPLAY_AT_MOST_MS } from '../../shared/limits';
import { readListCursor, readListPage, writeListCursor } from '../../shared/lists/list-query';
import { readInstant } from '../../shared/calendar/instant';
import { readOutgoingPolicy } from '../../shared/platform/outgoing/public-address';
import { getSealingKey } from '../../shared/platform/secrets/sealing-key';
import validateAdd from '../../shared/platform/validation/generated/add-webhook';
import validateReplaySince from '../../shared/platform/validation/generated/replay-webhook-deliveries';
import validateReplay from '../../shared/platform/validation/generated/replay-webhook';
import validateUpdate from '../../shared/platform/validation/generated/update-webhook';
import type { Delivery } from '../../shared/webhooks/delivery';
import { findDelivery } from '../../shared/webhooks/delivery-store';
import { editEndpoint, toldParts } from '../../shared/webhooks/edit-endpoint';
import { listDeliveries } from '../../shared/webhooks/list-deliveries';
import {
  addEndpoint,
  enableEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  switchOffEndpoint,
} from '../../shared/webhooks/manage-endpoints';
import { findEndpoint } from '../../shared/webhooks/endpoint-store';
import { presentEndpoint } from '../../shared/webhooks/present-endpoint';
import {
  replayDeliveries,
  replayDelivery,
  retryWaiting,
  sendTestEvent,
} from '../../shared/webhooks/replay-deliveries';
import type { Table } from '../../shared/platform/store/table';
import * as routes from './webhooks.routes';

type Address = { accountId: string; endpointId: string };

const addressOf = (account: { id: string }, { id = '' }: Record<string, string>): Address => ({
  accountId: account.id,
  endpointId: id,
});

/** @throws ServiceError NoSuchResource */
function found<Found>(endpoint: Found | undefined): Found {
  if (endpoint === undefined) throw new ServiceError('NoSuchResource', { cause: 'endpoint' });
  return endpoint;
}

async function requireEndpoint(table: Table, address: Address): Promise<void> {
  found(await findEndpoint(table, address));
}

/** Routes of webhook endpoints. **Source:** rules 6, E6. */
export const WEBHOOK_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listWebhooks.route,
    handler: endpoint({
      route: routes.listWebhooks.route,
      handle: async ({ platform, account }) => {
        const endpoints = await listEndpoints(platform.table, account.id);
        const results = endpoints.map(({ endpoint: one, endpointQueue }) => ({
          ...presentOwn(one),
          failingSince: endpointQueue?.failingSince,
          lastSuccessAt: endpointQueue?.lastSuccessAt,
        }));
        return { status: 200, body: { results, eventTypes: EVENT_TYPES } };
      },
    }),
  },
  {
    route: routes.addWebhook.route,
    handler: endpoint({
      route: routes.addWebhook.route,
      validate: validateAdd,
      handle: async ({ platform, audit, account, body }) => {
        const deps = { ...platform, sealingKey: await getSealingKey(), policy: readOutgoingPolicy() };
        const beforeWrite = tellOf(audit);
        const added = await addEndpoint(deps, { accountId: account.id, ...body, beforeWrite });
        return { status: 201, body: { ...presentOwn(added.endpoint), secret: added.secret } };
      },
    }),
  },
  {
    route: routes.updateWebhook.route,
    handler: endpoint({
      route: routes.updateWebhook.route,
      validate: validateUpdate,
      handle: async ({ platform, audit, account, pathParameters, body }) => {
        const deps = { ...platform, policy: readOutgoingPolicy() };
        const edit = { ...addressOf(account, pathParameters), ...body, beforeWrite: tellOf(audit) };
        return { status: 200, body: presentOwn(found(await editEndpoint(deps, edit))) };
      },
    }),
  },
  {
    route: routes.removeWebhook.route,
    handler: endpoint({
      route: routes.removeWebhook.route,
      handle: async ({ platform, audit, account, pathParameters }) => {
        const address = addressOf(account, pathParameters);
        const { url, description } = toldParts(found(await findEndpoint(platform.table, address)));
        audit.tell({ changes: changesOfWhole({ url, description }) });
        if (await removeEndpoint(platform, address)) return { status: 204 };
        throw new ServiceError('NoSuchResource', { cause: 'endpoint' });
      },
    }),
  },
  {
    route: routes.enableWebhook.route,
    handler: endpoint({
      route: routes.enableWebhook.route,
      handle: async ({ platform, audit, account, pathParameters }) => {
        audit.tell({ changes: [{ what: 'status', from: 'disabled', to: 'enabled' }] });
        const changed = await enableEndpoint(platform, addressOf(account, pathParameters));
        return { status: 200, body: presentOwn(found(changed)) };
      },
    }),
  },
  {
    route: routes.disableWebhook.route,
    handler: endpoint({
      route: routes.disableWebhook.route,
      handle: async ({ platform, audit, account, pathParameters }) => {
        audit.tell({ changes: [{ what: 'status', from: 'enabled', to: 'disabled' }] });
        const changed = await switchOffEndpoint(platform, addressOf(account, pathParameters));
        return { status: 200, body: presentOwn(found(changed)) };
      },
    }),
  },
  {
    route: routes.rotateWebhookSecret.route,
    handler: endpoint({
      route: routes.rotateWebhookSecret.route,
      handle: async ({ platform, account, pathParameters }) => {
        const deps = { ...platform, sealingKey: await getSealingKey() };
        const rotated = found(await rotateSecret(deps, addressOf(account, pathParameters)));
        return { status: 200, body: { ...presentOwn(rotated.endpoint), secret: rotated.secret } };
      },
    }),
  },
  {
    route: routes.testWebhook.route,
    handler: endpoint({
      route: routes.testWebhook.route,
      handle: async ({ platform, account, pathParameters }) => {
        const address = addressOf(account, pathParameters);
        await requireEndpoint(platform.table, address);
        const delivery = await sendTestEvent(platform, address);
        if (!delivery) throw new ServiceError('InvalidState', { details: { status: 'disabled' } });
        return { status: 202, body: presentDelivery(delivery) };
      },
    }),
  },
  {
    route: routes.listWebhookDeliveries.route,
    handler: endpoint({
      route: routes.listWebhookDeliveries.route,
      handle: async ({ platform, account, pathParameters, query }) => {
        const address = addressOf(account, pathParameters);
        const status = readStatus(query.status);
        const list = `deliveries ${address.endpointId}`;
        const scope = { accountId: account.id, list, filter: { status } };
        const page = readListPage(query, scope);
        await requireEndpoint(platform.table, address);
        const { deliveries, nextPlace } = await listDeliveries(platform, {
          ...{ endpointId: address.endpointId, status, page },
        });
        const nextCursor = nextPlace === undefined ? undefined : writeListCursor(scope, nextPlace);
        return { status: 200, body: { results: deliveries.map(presentDelivery), nextCursor } };
      },
    }),
  },
  {
    route: routes.getWebhookDelivery.route,
    handler: endpoint({
      route: routes.getWebhookDelivery.route,
      handle: async ({ platform, account, pathParameters }) => {
        const address = addressOf(account, pathParameters);
        await requireEndpoint(platform.table, address);
        const { endpointId } = address;
        const delivery = await findDelivery(platform.table, {
          ...{ endpointId, eventId: pathParameters.eventId ?? '' },
        });
        if (delivery === undefined) throw new ServiceError('NoSuchResource', { cause: 'delivery' });
        return { status: 200, body: { ...presentDelivery(delivery), history: delivery.history ?? [] } };
      },
    }),
  },
  {
    route: routes.replayWebhook.route,
    handler: endpoint({
      route: routes.replayWebhook.route,
      validate: validateReplay,
      handle: async ({ platform, account, pathParameters, body: { eventId } }) => {
        const address = addressOf(account, pathParameters);
        await requireEndpoint(platform.table, address);
        const result = await replayDelivery(platform, { ...address, eventId });
        switch (result) {
          case 'replayed':
            return { status: 202, body: { id: address.endpointId, eventId } };
          case 'unknown':
            throw new ServiceError('NoSuchResource', { cause: 'delivery' });
          case 'pending':
          case 'endpointDisabled':
            throw new ServiceError('InvalidState', { details: { status: result } });
        }
      },
    }),
  },
  {
    route: routes.replayWebhookDeliveries.route,
    handler: endpoint({
      route: routes.replayWebhookDeliveries.route,
      validate: validateReplaySince,
      handle: async ({ platform, account, pathParameters, query: { cursor }, body, receivedAtMs }) => {
        const { since, includeDelivered = false, onlyWaiting = false } = body;
        if (onlyWaiting && (since !== undefined || includeDelivered)) throw invalidRequest(ALONE);
        const address = addressOf(account, pathParameters);
        const flags = { includeDelivered: String(includeDelivered), onlyWaiting: String(onlyWaiting) };
        const filter = { since, ...flags };
        const scope = { accountId: account.id, list: `replay ${address.endpointId}`, filter };
        const place = cursor === undefined ? undefined : readListCursor(scope, cursor);
        const replay = { ...address, place, endsAtMs: receivedAtMs + REPLAY_AT_MOST_MS };
        const replaySince = { ...replay, since: readSince(since), includesDelivered: includeDelivered };
        await requireEndpoint(platform.table, address);
        const result = await (onlyWaiting
          ? retryWaiting(platform, replay)
          : replayDeliveries(platform, replaySince));
        if (!result) throw new ServiceError('InvalidState', { details: { status: 'disabled' } });
        const { replayed, nextPlace } = result;
        const nextCursor = nextPlace === undefined ? undefined : writeListCursor(scope, nextPlace);
        return { status: 202, body: { id: address.endpointId, replayed, nextCursor } };
      },
    }),
  },
];

const ALONE = {
  pointer: '/onlyWaiting',
  reason: 'must not come with since or includeDelivered, which are about what does not wait',
};

/** Returns a function that tells the audit log the changes of an endpoint. */
const tellOf = (audit: Audit) => (before: object, after: object) =>
  audit.tell({ changes: changesOfWhole(before, after) });

function readSince(since: string | undefined): Date | undefined {
  if (since === undefined) return undefined;
  const sinceMs = readInstant(since);
  if (sinceMs !== undefined) return new Date(sinceMs);
  throw invalidRequest({ pointer: '/since', reason: 'must be an ISO time, such as 2026-12-01T00:00:00Z' });
}

function presentOwn(...[endpointOf]: Parameters<typeof presentEndpoint>) {
  const { accountId: _, ...shown } = presentEndpoint(endpointOf);
  return shown;
}

function presentDelivery(delivery: Delivery) {
  const {
    payload,
    history,
    expiresAtEpochSeconds: _,
    accountId: _account,
    trace: _trace,
    ...shown
  } = delivery;
  const lastDurationMs = history?.at(-1)?.durationMs;
  return { ...shown, lastDurationMs, event: JSON.parse(payload) as unknown };
}

const STATUSES = ['pending', 'delivered', 'failed'] as const;

function readStatus(text: string | undefined): Delivery['status'] | undefined {
  const status = STATUSES.find((one) => one === text);
  if (text === undefined || status) return status;
  throw invalidRequest({ pointer: '?status', reason: `must be one of ${STATUSES.join(', ')}` });
}
