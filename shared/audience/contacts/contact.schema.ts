import { partOfFields } from './contact-fields';

/** **Source:** rules 2.3, 2.4, 4.4. */
export const CONTACT_SCHEMA = {
  type: 'object',
  description: 'Absent is unset, or unchanged in an update; `null` and the empty string clear.',
  properties: partOfFields('request'),
  additionalProperties: false,
} as const;
