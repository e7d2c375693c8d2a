import type { FromSchema } from 'json-schema-to-ts';
import {
  EVENT_DATA_NAME_PATTERN,
  EVENT_NAME_PATTERN,
  MAX_EVENT_DATA_BYTES,
  MAX_EVENT_KEY_CHARACTERS,
  MAX_ID_CHARACTERS,
  MAX_NUMBER_CHARACTERS,
  MAX_REPORTED_EVENTS,
} from '../limits';

const DATA_SCHEMA = {
  type: 'object',
  description: `Values for the merge tags \`{{event_<name>}}\` of the automation's texts: at most ${MAX_EVENT_DATA_BYTES} bytes of JSON.`,
  propertyNames: { type: 'string', pattern: EVENT_DATA_NAME_PATTERN },
  additionalProperties: {
    anyOf: [
      { type: 'string', documented: { maxLength: MAX_EVENT_DATA_BYTES } },
      { type: 'number' },
      { type: 'boolean' },
    ],
  },
} as const;

/** **Source:** rules E10.6. */
export const EVENTS_SCHEMA = {
  type: 'object',
  properties: {
    events: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_REPORTED_EVENTS,
      items: {
        type: 'object',
        properties: {
          name: {
            type: 'string',
            pattern: EVENT_NAME_PATTERN,
            description: 'The name that automations listen to.',
            examples: ['order.shipped'],
          },
          to: {
            type: 'string',
            documented: { maxLength: MAX_NUMBER_CHARACTERS },
            description: 'The person, E.164. Whether it is a contact makes no difference to the answer.',
            examples: ['+12125550123'],
          },
          key: {
            type: 'string',
            format: 'text',
            minLength: 1,
            maxLength: MAX_EVENT_KEY_CHARACTERS,
            description:
              'Your id of the event: within 7 days it enters the person once into each automation, however often it is reported.',
          },
          data: DATA_SCHEMA,
          at: {
            type: 'string',
            format: 'text',
            maxLength: 100,
            description: 'When it happened, an ISO time with a zone. Absent: now. Not in the future.',
            examples: ['2026-03-01T12:00:00Z'],
          },
        },
        required: ['name', 'to'],
        additionalProperties: false,
      },
    },
  },
  required: ['events'],
  additionalProperties: false,
} as const;

export type EventsBody = FromSchema<typeof EVENTS_SCHEMA>;

/** **Source:** rules E10.6. */
export const EVENTS_ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    events: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_REPORTED_EVENTS,
      description: 'In the order of the request.',
      items: {
        type: 'object',
        properties: {
          index: { type: 'integer', minimum: 0, maximum: MAX_REPORTED_EVENTS - 1 },
          id: {
            type: 'string',
            maxLength: MAX_ID_CHARACTERS,
            description: 'The id of the service for this report.',
          },
          status: { type: 'string', enum: ['accepted'] },
        },
        required: ['index', 'id', 'status'],
        additionalProperties: false,
      },
    },
  },
  required: ['events'],
  additionalProperties: false,
} as const;
