import { CONTACT_ANSWER_SCHEMA } from '../../shared/audience/contacts/contact-answer.schema';
import { CONTACT_SCHEMA } from '../../shared/audience/contacts/contact.schema';
import { CUSTOM_FIELD_LIST_SCHEMA } from '../../shared/audience/custom-fields/custom-fields-answer.schema';
import { ERASURE_SCHEMA } from '../../shared/erasure/erasure-answer.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { DescribedAnswer, RouteDocumentation } from '../../shared/http/route-documentation';
import { MAX_ID_CHARACTERS, MAX_SEARCH_CHARACTERS, MIN_SEARCH_CHARACTERS } from '../../shared/limits';
import { PAGE_QUERY, pageSchema } from '../../shared/lists/page.schema';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { CONTACT_EXAMPLE } from './examples';

export const createContact = {
  operationId: 'createContact',
  method: 'POST',
  path: '/api/v1/contacts/by-phone/{phoneNumber}',
  handler: 'functions/http/create-contact.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'contactApiWrite',
  summary: 'Create a contact',
} as const satisfies AuthenticatedRoute;

export const getContact = {
  operationId: 'getContact',
  method: 'GET',
  path: '/api/v1/contacts/by-phone/{phoneNumber}',
  handler: 'functions/http/get-contact.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'contactApiRead',
  summary: 'Read a contact',
} as const satisfies AuthenticatedRoute;

export const updateContact = {
  operationId: 'updateContact',
  method: 'PATCH',
  path: '/api/v1/contacts/by-phone/{phoneNumber}',
  handler: 'functions/http/update-contact.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'contactApiWrite',
  summary: 'Change a contact',
} as const satisfies AuthenticatedRoute;

export const putBackContact = {
  operationId: 'putBackContact',
  method: 'POST',
  path: '/api/v1/contacts/by-phone/{phoneNumber}/put-back',
  handler: 'functions/http/update-contact.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'contactApiWrite',
  summary: 'Put a number back that is set aside',
} as const satisfies AuthenticatedRoute;

export const eraseContact = {
  operationId: 'eraseContact',
  method: 'DELETE',
  path: '/api/v1/contacts/by-phone/{phoneNumber}',
  handler: 'functions/http/erase-contact.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  // It cannot be undone.
  userScope: 'account:admin',
  bucket: 'contactApiWrite',
  userBucket: 'stop',
  summary: 'Erase a person',
} as const satisfies AuthenticatedRoute;

export const getErasure = {
  operationId: 'getErasure',
  method: 'GET',
  path: '/api/v1/contacts/erasures/{id}',
  handler: 'functions/http/get-erasure.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'read',
  summary: 'Read an erasure',
} as const satisfies AuthenticatedRoute;

export const listContacts = {
  operationId: 'listContacts',
  method: 'GET',
  path: '/api/v1/contacts',
  handler: 'functions/http/list-contacts.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'contactApiRead',
  summary: 'List contacts, newest first',
} as const satisfies AuthenticatedRoute;

export const getCustomFieldSchema = {
  operationId: 'getCustomFieldSchema',
  method: 'GET',
  path: '/api/v1/contacts/custom-fields/schema',
  handler: 'functions/http/read-groups.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'contactApiRead',
  summary: 'List the custom fields of contacts',
} as const satisfies AuthenticatedRoute;

export const contactAnswer = (description: string): DescribedAnswer => ({
  description,
  schema: { Contact: CONTACT_ANSWER_SCHEMA },
  examples: { contact: { summary: 'A member of one group', value: CONTACT_EXAMPLE } },
});

const ID_PARAMETER = { type: 'string', maxLength: MAX_ID_CHARACTERS } as const;

export const CONTACT_ROUTES = [
  {
    route: createContact,
    access: (): TableAccess[] => [{ read: ['account', 'contact', 'erasedPerson'], update: ['contact'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Contacts',
      description:
        'Starts no consent flow: the contact can be sent to once it is in a group. All fields are optional.',
      request: {
        name: 'contact',
        schema: CONTACT_SCHEMA,
        isRequired: false,
        examples: {
          contact: {
            summary: 'A contact',
            value: {
              firstName: 'Ada',
              email: 'ada@example.com',
              address: { city: 'New York', postalCode: '10001', country: 'US' },
              customFields: { Topics: ['News'] },
            },
          },
        },
      },
      answers: { 201: contactAnswer('The contact.') },
      errors: [33033, 33037],
    }),
  },
  {
    route: getContact,
    access: (): TableAccess[] => [{ read: ['account', 'contact'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Contacts',
      description: 'With its groups, and those that wait for its confirmation.',
      answers: { 200: contactAnswer('The contact.') },
      errors: [33030],
    }),
  },
  {
    route: updateContact,
    access: (): TableAccess[] => [{ read: ['account', 'contact'], update: ['contact'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Contacts',
      description:
        'A JSON Merge Patch (RFC 7396): absent is unchanged, a value sets, `null` or an empty string clears. `address` and `customFields` are merged field by field. Memberships are never touched.',
      request: {
        name: 'contact',
        schema: CONTACT_SCHEMA,
        isRequired: false,
        examples: {
          patch: {
            summary: 'One field set, one cleared',
            value: { lastName: 'Lovelace', email: null },
          },
        },
      },
      answers: { 200: contactAnswer('The contact after the change.') },
      errors: [33030, 33033],
    }),
  },
  {
    route: putBackContact,
    access: (): TableAccess[] => [{ read: ['account', 'contact'], update: ['contact'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Contacts',
      description:
        'A number to which three texts in a row failed for good is set aside: broadcasts, batches, campaigns and automations leave it out. From this answer on they take it again. A contact that is not set aside stays as it is.',
      answers: { 200: contactAnswer('The contact after it.') },
      errors: [33030],
    }),
  },
  {
    route: eraseContact,
    access: (): TableAccess[] => [
      {
        read: ['account', 'contact', 'erasedPerson'],
        query: ['contact'],
        put: ['contact', 'erasedPerson', 'erasure', 'outbox'],
        delete: ['review'],
        listTexts: true,
      },
    ],
    documentation: (): RouteDocumentation => ({
      tag: 'Contacts',
      description:
        'Removes the person: the contact with its log, and the number and texts in messages, jobs, inbound texts and webhook deliveries, and the number, name and e-mail address in what was typed about the person, such as filters of segments and campaigns. A number that is no contact but has sent or got texts, or opted out, is erased likewise. From this answer on nothing is sent to the person. What is read back afterwards has `to` and `body` null and `erased: true`. Counts and credits stay. A hard opt-out is kept as a keyed hash of the number: a contact made again at the number is still opted out.',
      answers: {
        202: {
          description: 'The erasure has begun.',
          schema: { Erasure: ERASURE_SCHEMA },
          examples: {
            erasure: {
              summary: 'Just begun',
              value: {
                id: 'ers_01KJMNEX00E2TTQZ4N0A8QH0FV',
                status: 'running',
                requestedAt: '2026-03-01T12:00:00.000Z',
              },
            },
          },
        },
      },
      errors: [33030],
    }),
  },
  {
    route: getErasure,
    access: (): TableAccess[] => [{ read: ['erasure'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Contacts',
      description: 'Whether an erasure is still running.',
      path: { id: { description: 'As the answer to the erasure told it.', schema: 'ErasureId' } },
      answers: {
        200: {
          description: 'The erasure.',
          schema: { Erasure: ERASURE_SCHEMA },
          examples: {
            erasure: {
              summary: 'Ended',
              value: {
                id: 'ers_01KJMNEX00E2TTQZ4N0A8QH0FV',
                status: 'completed',
                requestedAt: '2026-03-01T12:00:00.000Z',
                completedAt: '2026-03-01T12:00:04.000Z',
              },
            },
          },
        },
      },
      errors: [33110],
    }),
  },
  {
    route: listContacts,
    access: (): TableAccess[] => [
      { read: ['account', 'contact', 'import'], query: ['account'], listContacts: true },
    ],
    documentation: (): RouteDocumentation => ({
      tag: 'Contacts',
      description:
        'Newest first. What is given is combined by AND. A search that finds little ends a page after 2 seconds; `nextCursor` continues it.',
      query: [
        { name: 'group', description: 'Active members of this group.', schema: ID_PARAMETER },
        {
          name: 'pendingGroup',
          description: 'Those who have yet to confirm this group.',
          schema: ID_PARAMETER,
        },
        { name: 'tag', description: 'Those who have this tag in a group.', schema: ID_PARAMETER },
        {
          name: 'optedOut',
          description: 'Whether the contact has refused all messages.',
          schema: { type: 'string', enum: ['true', 'false'] },
        },
        {
          name: 'setAside',
          description: 'Whether the number is set aside because texts to it failed for good.',
          schema: { type: 'string', enum: ['true', 'false'] },
        },
        {
          name: 'addedByImport',
          description: 'Those who were added by this import, or by one of corrected rows of its file.',
          schema: ID_PARAMETER,
        },
        {
          name: 'search',
          description:
            'Beginning of the first name, of the last name, of both, or of the e-mail address, ignoring case, accents, apostrophes, hyphens and spaces; or digits that the phone number contains.',
          schema: { type: 'string', minLength: MIN_SEARCH_CHARACTERS, maxLength: MAX_SEARCH_CHARACTERS },
        },
        {
          name: 'updatedSince',
          description: 'Those of whom anything changed at this time or later; ISO 8601.',
          schema: { type: 'string', maxLength: '2026-03-01T12:00:00.000000000+00:00'.length },
        },
        ...PAGE_QUERY,
      ],
      answers: {
        200: {
          description: 'A page.',
          schema: { ContactPage: pageSchema('Contact', 'A page of contacts, newest first.') },
          examples: {
            page: { summary: 'One contact in all', value: { results: [CONTACT_EXAMPLE] } },
          },
        },
      },
      errors: [33031, 33034, 33100, 33110],
    }),
  },
  {
    route: getCustomFieldSchema,
    access: (): TableAccess[] => [{ read: ['account'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Contacts',
      description: 'The fields that `customFields` of a contact can have. Disabled ones are left out.',
      answers: {
        200: {
          description: 'The fields.',
          schema: { CustomFieldList: CUSTOM_FIELD_LIST_SCHEMA },
          examples: {
            fields: {
              summary: 'Two fields',
              value: {
                fields: [
                  {
                    label: 'Topics',
                    key: 'contact_custom_field_1',
                    type: 'MULTI_SELECT',
                    options: ['News', 'Sales'],
                  },
                  { label: 'Table', key: 'contact_custom_field_2', type: 'NUMBER' },
                ],
              },
            },
          },
        },
      },
      errors: [],
    }),
  },
];
