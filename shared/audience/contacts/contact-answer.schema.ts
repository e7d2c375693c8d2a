import {
  MAX_CUSTOM_FIELD_OPTIONS,
  MAX_CUSTOM_TEXT_CHARACTERS,
  MAX_GROUP_NAME_CHARACTERS,
  MAX_ITEM_ENTRIES,
  MAX_TIME_ZONE_CHARACTERS,
} from '../../limits';
import { SET_ASIDE_REASONS } from './look-up';
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS, partOfFields } from './contact-fields';

const TIMESTAMP = { $ref: '#/components/schemas/Timestamp' } as const;

/** **Source:** rules 2.3. */
export const MEMBERSHIP_SCHEMA = {
  type: 'object',
  description: 'An active membership: the contact can be sent to.',
  properties: {
    id: { $ref: '#/components/schemas/GroupId' },
    name: { type: 'string', maxLength: MAX_GROUP_NAME_CHARACTERS, description: "The group's name." },
    optInAt: TIMESTAMP,
    tags: { type: 'array', maxItems: MAX_ITEM_ENTRIES, items: { $ref: '#/components/schemas/Tag' } },
  },
  required: ['id', 'name', 'optInAt', 'tags'],
  additionalProperties: false,
} as const;

/** **Source:** rules 2.3. */
export const PENDING_MEMBERSHIP_SCHEMA = {
  type: 'object',
  description: "A membership that waits for the contact's `YES`.",
  properties: {
    id: { $ref: '#/components/schemas/GroupId' },
    name: { type: 'string', maxLength: MAX_GROUP_NAME_CHARACTERS, description: "The group's name." },
    pendingSince: TIMESTAMP,
  },
  required: ['id', 'name', 'pendingSince'],
  additionalProperties: false,
} as const;

/** **Source:** rules 2.3. */
export const CONTACT_ANSWER_SCHEMA = {
  type: 'object',
  description: 'A contact; what is not set is left out.',
  properties: {
    id: { $ref: '#/components/schemas/ContactId' },
    phoneNumber: { $ref: '#/components/schemas/PhoneNumber' },
    ...partOfFields('answer'),
    tz: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_TIME_ZONE_CHARACTERS,
      description:
        'IANA name. Derived from the ZIP code, else from the area code, else what an import of Amazon Pinpoint endpoints said; absent when none tells. A postal code is a ZIP when `country` is `US`, or not set and the number begins with +1. Dates in merge tags are of this zone.',
    },
    groups: { type: 'array', maxItems: MAX_ITEM_ENTRIES, items: { $ref: '#/components/schemas/Membership' } },
    pendingGroups: {
      type: 'array',
      maxItems: MAX_ITEM_ENTRIES,
      items: { $ref: '#/components/schemas/PendingMembership' },
    },
    optedOutAt: {
      ...TIMESTAMP,
      description:
        'When the contact refused all messages; absent while it has not. Nothing is sent to it, and it can be enrolled in no group.',
    },
    setAsideAt: {
      ...TIMESTAMP,
      description:
        'Since when the number is set aside; absent while it is not. Broadcasts, batches, campaigns and automations leave it out.',
    },
    setAsideReason: {
      type: 'string',
      enum: SET_ASIDE_REASONS,
      description:
        'Why the number is set aside: `failures`, texts to it failed for good; `landline` and `invalid`, a look-up found that it is one. Only with `setAsideAt`.',
    },
    createdAt: TIMESTAMP,
  },
  required: [
    'id',
    'phoneNumber',
    ...CONTACT_FIELD_NAMES.filter((name) => CONTACT_FIELDS[name].isAlwaysAnswered),
    'groups',
    'pendingGroups',
    'createdAt',
  ],
  additionalProperties: false,
} as const;

/** **Source:** rules 2.6. */
export const CUSTOM_FIELD_VALUE_SCHEMA = {
  description:
    'By the type of the field: `TEXT`, `DATE` (`YYYY-MM-DD`) and `SINGLE_SELECT` a string, `NUMBER` a number, `BOOLEAN` a boolean, `MULTI_SELECT` an array of strings.',
  oneOf: [
    { type: 'string', maxLength: MAX_CUSTOM_TEXT_CHARACTERS },
    { type: 'number' },
    { type: 'boolean' },
    {
      type: 'array',
      maxItems: MAX_CUSTOM_FIELD_OPTIONS,
      items: { type: 'string', maxLength: MAX_CUSTOM_TEXT_CHARACTERS },
    },
  ],
} as const;
