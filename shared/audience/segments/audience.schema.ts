import {
  MAX_AUDIENCE_ID_CHARACTERS,
  MAX_AUDIENCE_IDS,
  MAX_CONDITION_DEPTH,
  MAX_CONDITION_LEAVES,
  MAX_CONDITION_TEXT_CHARACTERS,
  MAX_CONDITION_VALUES,
} from '../../limits';
import { orNull } from '../../platform/validation/or-null';
import { AUDIENCE_FIELD_NAMES, MAX_FIELD_NAME_CHARACTERS } from './internal/fields';

const idList = (prefix: string, description: string) =>
  ({
    type: 'array',
    items: { type: 'string', pattern: `^${prefix}_`, format: 'text', maxLength: MAX_AUDIENCE_ID_CHARACTERS },
    maxItems: MAX_AUDIENCE_IDS,
    description,
  }) as const;

const FILTER_DESCRIPTION = `A comparison, or several with \`all\`, \`any\` and \`not\`: at most ${MAX_CONDITION_LEAVES} comparisons, at most ${MAX_CONDITION_DEPTH} of \`all\`, \`any\` and \`not\` within one another.`;

const EVERYONE = 'Every contact of the contact book. Not beside `groups`, `tags` or `filter`.';

const PROPERTIES = {
  everyone: { type: 'boolean', const: true, description: EVERYONE },
  groups: idList('grp', 'Active members of any of these.'),
  tags: idList('tag', 'Those who have any of these tags in one of those memberships.'),
  // The account's fields decide what a filter may contain; the OpenAPI document shows the schema of a condition.
  filter: {
    type: 'object',
    $comment: '#/components/schemas/Condition',
    description: FILTER_DESCRIPTION,
  },
  excludeGroups: idList('grp', 'No active members of these.'),
  excludeCampaigns: idList('cmp', 'Leaves out contacts to whom one of these campaigns handed a message.'),
} as const;

export const SEGMENT_ID_SCHEMA = { type: 'string', format: 'text', minLength: 1, maxLength: 100 } as const;

/** **Source:** rules E3. */
export const AUDIENCE_SCHEMA = {
  type: 'object',
  description: 'People of the contact book. It has at least one part: `everyone` means all of them.',
  properties: PROPERTIES,
  additionalProperties: false,
} as const;

/** **Source:** rules E3; RFC 7396. */
export const AUDIENCE_PATCH_SCHEMA = {
  type: 'object',
  description:
    'Absent is unchanged, `null` takes a part out; `filter` and the lists are replaced as a whole. `everyone` takes the place of `groups`, `tags` and `filter`, and each of them its place.',
  properties: {
    everyone: { type: ['boolean', 'null'], enum: [true, null], description: EVERYONE },
    groups: orNull(PROPERTIES.groups),
    tags: orNull(PROPERTIES.tags),
    filter: { ...PROPERTIES.filter, type: ['object', 'null'] },
    excludeGroups: orNull(PROPERTIES.excludeGroups),
    excludeCampaigns: orNull(PROPERTIES.excludeCampaigns),
  },
  additionalProperties: false,
} as const;

const CONDITION = { $ref: '#/components/schemas/Condition' } as const;
const CONDITIONS = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_CONDITION_LEAVES,
  items: CONDITION,
} as const;
const only = (title: string, name: string, schema: object, description: string) => ({
  title,
  type: 'object',
  description,
  properties: { [name]: schema },
  required: [name],
  additionalProperties: false,
});

const VALUE_TEXT = { type: 'string', maxLength: MAX_CONDITION_TEXT_CHARACTERS } as const;
const COMPARISON_VALUE = {
  description:
    'What the field is compared with: for `in`, `containsAny` and `containsAll` an array, for `between` first and last day, for `exists` a boolean.',
  oneOf: [
    VALUE_TEXT,
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', maxItems: MAX_CONDITION_VALUES, items: { oneOf: [VALUE_TEXT, { type: 'number' }] } },
  ],
} as const;

/** **Source:** rules E3. */
export const CONDITION_SCHEMA = {
  description: FILTER_DESCRIPTION,
  oneOf: [
    only('AllConditions', 'all', CONDITIONS, 'Each of these holds.'),
    only('AnyCondition', 'any', CONDITIONS, 'One of these holds.'),
    only('NotCondition', 'not', CONDITION, 'This does not hold.'),
    {
      title: 'Comparison',
      type: 'object',
      description: 'A comparison of one field.',
      properties: {
        field: {
          type: 'string',
          maxLength: MAX_FIELD_NAME_CHARACTERS,
          description: `One of ${AUDIENCE_FIELD_NAMES.map((name) => `\`${name}\``).join(', ')}, or \`customFields.<label>\`. \`groups\` are the ids of the groups of which the contact is an active member, \`tags\` the ids of its tags there.`,
        },
        op: {
          type: 'string',
          // More than any has: a bound of an answer that grew with a new operator would break clients that check it.
          maxLength: 40,
          description:
            'Texts and SINGLE_SELECT: `equals`, `notEquals`, `startsWith`, `contains`, `in`, ignoring case. NUMBER: `equals`, `notEquals`, `lt`, `lte`, `gt`, `gte`, `in`. Dates: `equals`, `before`, `after`, `between`, `withinLastDays`, `notWithinLastDays`, `anniversaryInDays`, `anniversaryWithinDays`. BOOLEAN: `equals`. MULTI_SELECT, `groups` and `tags`: `containsAny`, `containsAll`. All: `exists`. An empty field fails all of them but `notEquals` and `exists: false`.',
        },
        value: COMPARISON_VALUE,
      },
      required: ['field', 'op', 'value'],
      additionalProperties: false,
    },
  ],
} as const;
