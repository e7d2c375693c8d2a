import { GROUP_PAGE_SCHEMA, GROUP_SCHEMA } from '../../shared/audience/groups/group-answer.schema';
import { ADD_MEMBERSHIP_SCHEMA } from '../../shared/audience/groups/membership.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import {
  DEFAULT_FREE_TEXTS,
  DEFAULT_PAGE_LIMIT,
  MAX_CONFIRMATION_TEXTS,
  MAX_GROUP_NAME_CHARACTERS,
  MAX_PAGE_LIMIT,
} from '../../shared/limits';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { CONSENT_CHANGE, COUNTRY_LIMITS } from '../table-access';
import { contactAnswer } from './contacts.routes';
import { GROUP_EXAMPLE } from './examples';

export const addMembership = {
  operationId: 'addMembership',
  method: 'POST',
  path: '/api/v1/contacts/by-phone/{phoneNumber}/groups/{groupId}',
  handler: 'functions/http/add-membership.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'contactApiWrite',
  summary: 'Add a contact to a group',
} as const satisfies AuthenticatedRoute;

export const removeMembership = {
  operationId: 'removeMembership',
  method: 'DELETE',
  path: '/api/v1/contacts/by-phone/{phoneNumber}/groups/{groupId}',
  handler: 'functions/http/remove-membership.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'contactApiWrite',
  userBucket: 'stop',
  summary: 'Remove a contact from a group',
} as const satisfies AuthenticatedRoute;

export const listGroups = {
  operationId: 'listGroups',
  method: 'GET',
  path: '/api/v1/groups',
  handler: 'functions/http/read-groups.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'contactApiRead',
  summary: 'List groups, newest first',
} as const satisfies AuthenticatedRoute;

export const getGroup = {
  operationId: 'getGroup',
  method: 'GET',
  path: '/api/v1/groups/{id}',
  handler: 'functions/http/read-groups.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'contactApiRead',
  summary: 'Read a group',
} as const satisfies AuthenticatedRoute;

export const MEMBERSHIP_ROUTES = [
  {
    route: addMembership,
    access: (): TableAccess[] => [
      CONSENT_CHANGE,
      COUNTRY_LIMITS,
      {
        check: ['account'],
        put: ['message'],
      },
    ],
    documentation: (): RouteDocumentation => ({
      tag: 'Memberships',
      description: `Enrolling a member changes nothing; so does asking again for a confirmation that is pending. A contact that
opted out of everything cannot be enrolled; only the contact can lift its opt-out, with \`START\` (33035). A contact that
has to confirm another group has to do that first (33036).

\`DIRECT\` into a group with an opt-in message, and \`CONFIRM\`, send a text. It counts in the daily quota (33012), and
goes to the countries that the operator has enabled for the account, else to those of the account's own numbers (33003,
\`country_not_enabled\`). It comes from the number of the group, else from the default number of the account, else from its
only Active number. 33009: that number is not Active. 33100 for \`/optInMode\`: there is none, and what the operator has to
set. A contact is asked to confirm a group at most ${MAX_CONFIRMATION_TEXTS} times in 24 hours, removals in between or not (33109).
These texts, answers to HELP and to keywords of the account, and away messages are the free texts of the account, at most ${DEFAULT_FREE_TEXTS.toLocaleString('en-US')} in a UTC day unless the operator sets another number; beyond
that no text is sent, and \`Retry-After\` says when the next day begins (33109).

The operator can have \`DIRECT\` into groups of the type \`DOUBLE\` refused (33100).`,
      request: {
        name: 'add-membership',
        schema: ADD_MEMBERSHIP_SCHEMA,
        isRequired: false,
        examples: { confirm: { summary: 'With confirmation', value: { optInMode: 'CONFIRM' } } },
      },
      answers: { 200: contactAnswer('The contact after the change.') },
      errors: [33009, 33012, 33030, 33031, 33035, 33036, 33038, 33109],
    }),
  },
  {
    route: removeMembership,
    access: (): TableAccess[] => [CONSENT_CHANGE],
    documentation: (): RouteDocumentation => ({
      tag: 'Memberships',
      description:
        'Ends a membership, pending or active. Removing a contact that is not a member changes nothing. A removal is never recorded as an opt-out.',
      answers: { 200: contactAnswer('The contact after the change.') },
      errors: [33030, 33031],
    }),
  },
];

export const GROUP_ROUTES = [
  {
    route: listGroups,
    access: (): TableAccess[] => [{ read: ['account'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Groups',
      description: 'Newest first, in pages.',
      query: [
        { name: 'page', description: 'From 1 on.', schema: { type: 'integer', minimum: 1, default: 1 } },
        {
          name: 'limit',
          description: `Groups a page; more than ${MAX_PAGE_LIMIT} count as ${MAX_PAGE_LIMIT}.`,
          schema: { type: 'integer', minimum: 1, default: DEFAULT_PAGE_LIMIT },
        },
        {
          name: 'name',
          description: 'Part of the name, in upper or lower case.',
          schema: { type: 'string', maxLength: MAX_GROUP_NAME_CHARACTERS },
        },
      ],
      answers: {
        200: {
          description: 'A page.',
          schema: { GroupPage: GROUP_PAGE_SCHEMA },
          examples: {
            page: {
              summary: 'One group in all',
              value: { page: 1, limit: 20, totalCount: 1, results: [GROUP_EXAMPLE] },
            },
          },
        },
      },
      errors: [33100],
    }),
  },
  {
    route: getGroup,
    access: (): TableAccess[] => [{ read: ['account'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Groups',
      description: 'One group.',
      answers: {
        200: {
          description: 'The group.',
          schema: { Group: GROUP_SCHEMA },
          examples: { group: { summary: 'A group', value: GROUP_EXAMPLE } },
        },
      },
      errors: [33031],
    }),
  },
];
