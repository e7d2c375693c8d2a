import type { FromSchema } from 'json-schema-to-ts';
import { WEEKDAYS } from './sending-hours';

export const TIME_OF_DAY = { type: 'string', format: 'text', maxLength: 100, examples: ['09:00'] } as const;
const DAYS = {
  type: 'array',
  items: { type: 'string', enum: WEEKDAYS },
  minItems: 1,
  maxItems: WEEKDAYS.length,
  uniqueItems: true,
  description: 'Absent: every day.',
} as const;

/** JSON schema of hours in a request. `refuseSendingHours` checks what it cannot say. */
export const HOURS = {
  type: 'object',
  properties: { from: TIME_OF_DAY, to: TIME_OF_DAY, days: DAYS },
  required: ['from', 'to'],
  additionalProperties: false,
} as const;
export type Hours = FromSchema<typeof HOURS>;

/** JSON schema of a merge patch of hours: what it leaves out stays, and `null` for `days` is every day. */
export const HOURS_PATCH = {
  ...HOURS,
  properties: { from: TIME_OF_DAY, to: TIME_OF_DAY, days: { ...DAYS, type: ['array', 'null'] } },
  required: [],
} as const;
export type HoursPatch = FromSchema<typeof HOURS_PATCH>;
