import { EVENT_TYPES } from '../../shared/events/event-types';
import { MAX_ENDPOINT_DESCRIPTION_CHARACTERS } from '../../shared/limits';
import { PAGE_QUERY } from '../../shared/lists/page.schema';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { endpointItem } from '../../shared/webhooks/endpoint';
import { declare } from './declare';
import {
  COUNT,
  FLAG,
  listOf,
  MAX_ID_CHARACTERS,
  oneOf,
  record,
  resultsOf,
  TEXT,
  textOf,
  TIME,
} from './schemas';

const REQUIRED = {
  id: TEXT,
  url: TEXT,
  status: oneOf(['enabled', 'disabled']),
  enabledAt: TIME,
  createdAt: TIME,
};
const OPTIONAL = {
  description: TEXT,
  eventTypes: listOf(oneOf(EVENT_TYPES)),
  batch: FLAG,
  disabledReason: oneOf(['operator', 'gone', 'failing']),
  disabledAt: TIME,
  failingSince: TIME,
  lastSuccessAt: TIME,
  previousSecretValidUntil: TIME,
};
const WEBHOOK = record(REQUIRED, OPTIONAL);
const WITH_SECRET = record({ ...REQUIRED, secret: TEXT }, OPTIONAL);
const EXAMPLE = {
  id: 'end_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  url: 'https://example.com/webhooks',
  status: 'enabled',
  enabledAt: '2026-03-01T12:00:00.000Z',
  createdAt: '2026-03-01T12:00:00.000Z',
};
const SECRET_EXAMPLE = { ...EXAMPLE, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
const DELIVERY = record(
  {
    endpointId: TEXT,
    eventId: TEXT,
    eventType: TEXT,
    eventTime: TIME,
    status: oneOf(['pending', 'delivered', 'failed']),
    attempts: COUNT,
    createdAt: TIME,
    event: { type: 'object' },
  },
  {
    nextAttemptAt: TIME,
    lastAttemptAt: TIME,
    lastResponseStatus: COUNT,
    lastError: TEXT,
    lastDurationMs: COUNT,
    erased: FLAG,
  },
);
const ATTEMPT = record(
  { at: TIME, durationMs: COUNT },
  { responseStatus: COUNT, error: TEXT, answer: TEXT, isAnswerCut: FLAG },
);
const DELIVERY_WITH_ATTEMPTS = {
  ...DELIVERY,
  properties: { ...DELIVERY.properties, history: listOf(ATTEMPT) },
  required: [...DELIVERY.required, 'history'],
};
const URL_TEXT = { type: 'string', maxLength: 2048 } as const;
const DELIVERY_EXAMPLE = {
  endpointId: EXAMPLE.id,
  eventId: 'evt_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  eventType: 'messaging.message.delivered',
  eventTime: '2026-03-01T12:00:00.000Z',
  status: 'failed',
  attempts: 10,
  createdAt: '2026-03-01T12:00:00.000Z',
  lastError: 'The receiver answered 500.',
  lastResponseStatus: 500,
  lastDurationMs: 132,
  event: { id: 'evt_01KJMNEX00D4VQ6N2M8XJ1PZRS' },
};
const read: TableAccess = {
  read: ['account', 'endpointQueue', 'delivery'],
  query: ['account', 'delivery', 'endpointQueue'],
};
const access: TableAccess = {
  ...read,
  put: ['delivery', 'endpointQueue', 'outbox'],
  putOnly: { account: endpointItem.attributes },
  update: ['endpointQueue'],
  updateOnly: {
    account: [
      ...['status', 'enabledAt', 'secrets', 'disabledReason', 'disabledAt'],
      ...['url', 'description', 'eventTypes'],
    ],
  },
  delete: ['account', 'endpointQueue'],
  check: ['account'],
};
const scope = 'account:admin' as const;

export const listWebhooks = declare({
  operationId: 'listWebhooks',
  method: 'GET',
  path: 'webhooks',
  scope,
  summary: 'List the addresses that events are sent to, oldest first',
  access: read,
  answer: {
    name: 'Webhooks',
    schema: record({ results: listOf(WEBHOOK), eventTypes: listOf(oneOf(EVENT_TYPES)) }),
    example: { results: [EXAMPLE], eventTypes: [...EVENT_TYPES] },
  },
});

export const addWebhook = declare({
  operationId: 'addWebhook',
  method: 'POST',
  path: 'webhooks',
  scope,
  summary: 'Send events to an address',
  description:
    'The secret that signs them is in this answer and nowhere else. Without `eventTypes` all are sent. With `batch` up to 100 events that are due at once come in one request.',
  access,
  request: {
    schema: record(
      { url: URL_TEXT },
      {
        description: textOf(MAX_ENDPOINT_DESCRIPTION_CHARACTERS),
        eventTypes: { ...listOf(oneOf(EVENT_TYPES)), uniqueItems: true },
        batch: FLAG,
      },
    ),
    example: { url: EXAMPLE.url },
  },
  answer: { status: 201, name: 'CreatedWebhook', schema: WITH_SECRET, example: SECRET_EXAMPLE },
});

export const updateWebhook = declare({
  operationId: 'updateWebhook',
  method: 'PATCH',
  path: 'webhooks/{id}',
  scope,
  summary: 'Change address, description or events of an endpoint',
  description:
    '`null` takes the description away, and with `eventTypes` subscribes to all. The secret stays. What waits for the endpoint goes to the new address.',
  access,
  request: {
    schema: record(
      {},
      {
        url: URL_TEXT,
        description: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: MAX_ENDPOINT_DESCRIPTION_CHARACTERS,
          format: 'text',
        },
        eventTypes: {
          ...listOf(oneOf(EVENT_TYPES)),
          type: ['array', 'null'],
          minItems: 1,
          uniqueItems: true,
        },
      },
    ),
    example: { description: 'Shop' },
  },
  answer: { name: 'Webhook', schema: WEBHOOK, example: EXAMPLE },
  errors: [33110],
});

export const removeWebhook = declare({
  operationId: 'removeWebhook',
  method: 'DELETE',
  path: 'webhooks/{id}',
  bucket: 'stop',
  scope,
  summary: 'Send nothing there any more',
  access,
  errors: [33110],
});

export const enableWebhook = declare({
  operationId: 'enableWebhook',
  method: 'POST',
  path: 'webhooks/{id}/enable',
  scope,
  summary: 'Switch an endpoint on again',
  access,
  answer: { name: 'Webhook', schema: WEBHOOK, example: EXAMPLE },
  errors: [33110],
});

export const disableWebhook = declare({
  operationId: 'disableWebhook',
  method: 'POST',
  path: 'webhooks/{id}/disable',
  bucket: 'stop',
  scope,
  summary: 'Switch an endpoint off; what happens meanwhile is kept to be replayed',
  access,
  answer: { name: 'Webhook', schema: WEBHOOK, example: EXAMPLE },
  errors: [33110],
});

export const rotateWebhookSecret = declare({
  operationId: 'rotateWebhookSecret',
  method: 'POST',
  path: 'webhooks/{id}/rotate',
  scope,
  summary: 'Give an endpoint a new secret; the old one signs along for 24 hours',
  access,
  answer: { name: 'CreatedWebhook', schema: WITH_SECRET, example: SECRET_EXAMPLE },
  errors: [33110],
});

export const testWebhook = declare({
  operationId: 'testWebhook',
  method: 'POST',
  path: 'webhooks/{id}/test',
  scope,
  summary: 'Send a test event; its deliveries say what came of it',
  access,
  isAudited: false,
  answer: { status: 202, name: 'WebhookDelivery', schema: DELIVERY, example: DELIVERY_EXAMPLE },
  errors: [33110, 33111],
});

export const listWebhookDeliveries = declare({
  operationId: 'listWebhookDeliveries',
  method: 'GET',
  path: 'webhooks/{id}/deliveries',
  scope,
  summary: 'Deliveries of the last 30 days, newest event first',
  access: read,
  query: [
    ...PAGE_QUERY,
    { name: 'status', description: 'Only these.', schema: oneOf(['pending', 'delivered', 'failed']) },
  ],
  answer: {
    name: 'WebhookDeliveries',
    schema: resultsOf(DELIVERY),
    example: { results: [DELIVERY_EXAMPLE] },
  },
  errors: [33100, 33110],
});

export const getWebhookDelivery = declare({
  operationId: 'getWebhookDelivery',
  method: 'GET',
  path: 'webhooks/{id}/deliveries/{eventId}',
  scope,
  summary: 'One delivery with its attempts, oldest first',
  description:
    'Of each attempt the time that it took and what the receiver answered: the status, and the first 1,000 characters. No answer is kept of a request with several events.',
  access: read,
  answer: {
    name: 'WebhookDeliveryDetail',
    schema: DELIVERY_WITH_ATTEMPTS,
    example: {
      ...DELIVERY_EXAMPLE,
      history: [
        {
          ...{ at: '2026-03-01T12:00:01.000Z', durationMs: 132, responseStatus: 500 },
          ...{ error: 'The receiver answered 500.', answer: 'Internal Server Error' },
        },
      ],
    },
  },
  errors: [33110],
});

export const replayWebhook = declare({
  operationId: 'replayWebhook',
  method: 'POST',
  path: 'webhooks/{id}/replay',
  scope,
  summary: 'Deliver an event again at once, whether it failed, arrived, or waits for its next attempt',
  access,
  request: {
    schema: record({ eventId: textOf(MAX_ID_CHARACTERS) }),
    example: { eventId: DELIVERY_EXAMPLE.eventId },
  },
  answer: {
    status: 202,
    name: 'ReplayedDelivery',
    schema: record({ id: TEXT, eventId: TEXT }),
    example: { id: EXAMPLE.id, eventId: DELIVERY_EXAMPLE.eventId },
  },
  errors: [33110, 33111],
});

export const replayWebhookDeliveries = declare({
  operationId: 'replayWebhookDeliveries',
  method: 'POST',
  path: 'webhooks/{id}/replay-since',
  scope,
  summary: 'Deliver again what failed of the events since a time',
  description:
    'Without `since`, of the last 30 days. With `onlyWaiting` and nothing else, it attempts at once what waits for its next attempt. `nextCursor` says that time ran out: send the same body again with it as `cursor`.',
  access,
  query: [{ name: 'cursor', description: '`nextCursor` of the answer before.', schema: TEXT }],
  request: {
    schema: record({}, { since: textOf(100), includeDelivered: FLAG, onlyWaiting: FLAG }),
    example: { since: '2026-03-01T12:00:00.000Z' },
  },
  answer: {
    status: 202,
    name: 'ReplayedDeliveries',
    schema: record({ id: TEXT, replayed: COUNT }, { nextCursor: TEXT }),
    example: { id: EXAMPLE.id, replayed: 12 },
  },
  errors: [33110, 33111],
});

export const WEBHOOK_ROUTES = [
  listWebhooks,
  addWebhook,
  updateWebhook,
  removeWebhook,
  enableWebhook,
  disableWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhook,
  replayWebhookDeliveries,
];
