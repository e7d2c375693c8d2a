import { MAX_GROUP_NAME_CHARACTERS, MAX_ITEM_ENTRIES, MAX_PAGE_LIMIT } from '../../limits';

const TIMESTAMP = { $ref: '#/components/schemas/Timestamp' } as const;

/** **Source:** rules 2.5. */
export const TAG_SCHEMA = {
  type: 'object',
  description: 'A label for members of one group.',
  properties: {
    id: { type: 'string', pattern: '^tag_[0-9A-Za-z]{1,64}$' },
    name: { type: 'string', maxLength: MAX_GROUP_NAME_CHARACTERS },
    createdAt: TIMESTAMP,
    updatedAt: TIMESTAMP,
  },
  required: ['id', 'name', 'createdAt', 'updatedAt'],
  additionalProperties: false,
} as const;

/** **Source:** rules 2.5. */
export const GROUP_SCHEMA = {
  type: 'object',
  description: 'A list that people opt in to. Made and edited by the operator only.',
  properties: {
    id: { $ref: '#/components/schemas/GroupId' },
    name: { type: 'string', maxLength: MAX_GROUP_NAME_CHARACTERS },
    isDefault: { type: 'boolean', description: "True for the account's default group." },
    optInType: {
      type: 'string',
      enum: ['SINGLE', 'DOUBLE'],
      description:
        '`SINGLE`: explicit consent, enrol with `optInMode` `DIRECT`. `DOUBLE`: enrol with `CONFIRM`.',
    },
    contactCount: { type: 'integer', minimum: 0, description: 'Active members at this moment.' },
    tags: { type: 'array', maxItems: MAX_ITEM_ENTRIES, items: { $ref: '#/components/schemas/Tag' } },
    createdAt: TIMESTAMP,
  },
  required: ['id', 'name', 'isDefault', 'optInType', 'contactCount', 'tags', 'createdAt'],
  additionalProperties: false,
} as const;

/** **Source:** rules 4.7. */
export const GROUP_PAGE_SCHEMA = {
  type: 'object',
  description: 'A page of groups, newest first.',
  properties: {
    page: { type: 'integer', minimum: 1, description: 'As asked for.' },
    limit: { type: 'integer', minimum: 1, description: 'As asked for, after the cap.' },
    totalCount: { type: 'integer', minimum: 0, description: 'Matching groups on all pages.' },
    results: { type: 'array', maxItems: MAX_PAGE_LIMIT, items: { $ref: '#/components/schemas/Group' } },
  },
  required: ['page', 'limit', 'totalCount', 'results'],
  additionalProperties: false,
} as const;
