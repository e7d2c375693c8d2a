import { EVENT_TYPES, type EventType, eventSchema } from '../../shared/events/event-types';
import type { JsonObject } from './openapi-responses';

const HEADER_PARAMETERS = [
  header('webhook-id', "The event's `id`: the same at every attempt.", {
    type: 'string',
    pattern: '^(evt|bat)_[0-9A-Za-z]{1,64}$',
  }),
  header('webhook-timestamp', 'Of this attempt, seconds since 1970.', {
    type: 'string',
    pattern: '^\\d{1,12}$',
  }),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; two of them, separated by a space, while the secret is being rotated.',
    { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$' },
  ),
];

function header(name: string, description: string, schema: object) {
  return { name, in: 'header', required: true, description, schema };
}

/** Returns the name of an event's schema: `contacts.group.opted_in` is `ContactsGroupOptedIn`. */
function eventSchemaName(type: string): string {
  return type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

export function eventComponents(): JsonObject {
  return Object.fromEntries(EVENT_TYPES.map((type) => [eventSchemaName(type), eventSchema(type)]));
}

export function webhooksOf(): JsonObject {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: operationOf(type) }]));
}

function operationOf(type: EventType): JsonObject {
  const { title, description } = eventSchema(type);
  return {
    operationId: `receive${eventSchemaName(type)}`,
    tags: ['Webhooks'],
    summary: title,
    description,
    security: [],
    parameters: HEADER_PARAMETERS,
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${eventSchemaName(type)}` } },
      },
    },
    responses: {
      '2XX': { description: 'It arrived. Within 15 seconds.' },
      '410': { description: 'Never again: the endpoint is disabled.' },
      default: { description: 'It failed, and comes again: after 5 s, 5 min, 30 min and so on.' },
    },
  };
}
