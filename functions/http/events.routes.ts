import { EVENTS_ANSWER_SCHEMA, EVENTS_SCHEMA } from '../../shared/custom-events/custom-events.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import { MAX_EVENTS_BODY_BYTES } from '../../shared/limits';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const acceptEvents = {
  operationId: 'acceptEvents',
  method: 'POST',
  path: '/api/v1/events',
  handler: 'functions/http/accept-events.ts',
  authentication: 'basic',
  scope: 'messages:send',
  bucket: 'events',
  isAudited: false,
  maxBodyBytes: MAX_EVENTS_BODY_BYTES,
  summary: 'Report events that begin automations',
} as const satisfies AuthenticatedRoute;

export const EVENT_ROUTES = [
  {
    route: acceptEvents,
    access: (): TableAccess[] => [{ put: ['outbox'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Automations',
      description: `What happened to a person in another system, such as an order that was shipped. Automations that listen to the
name of an event let its person enter. One invalid event refuses all of the request. The answer is the same whether an
automation listens or not, and whoever the phone belongs to.`,
      request: {
        name: 'events',
        schema: EVENTS_SCHEMA,
        isRequired: true,
        examples: {
          shipped: {
            summary: 'An order that was shipped',
            value: {
              events: [
                {
                  name: 'order.shipped',
                  to: '+12125550123',
                  key: 'order:4711:shipped',
                  data: { order_number: 4711, carrier: 'UPS', is_gift: false },
                  at: '2026-03-01T12:00:00Z',
                },
              ],
            },
          },
        },
      },
      answers: {
        202: {
          description: 'The events are stored.',
          schema: { EventsAccepted: EVENTS_ANSWER_SCHEMA },
          examples: {
            accepted: {
              summary: 'One event',
              value: { events: [{ index: 0, id: 'evt_01KJMNEX00P9G5NV1S6B8DHYQE', status: 'accepted' }] },
            },
          },
        },
      },
      errors: [33003],
    }),
  },
];
