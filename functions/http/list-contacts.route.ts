import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import { PAGE_QUERY, pageSchema } from '../../shared/lists/page.schema';
import { MAX_SEARCH_CHARACTERS, MIN_SEARCH_CHARACTERS } from '../../shared/limits';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { ANSWER_EXAMPLES } from './examples';

export const route = {
  operationId: 'listContacts',
  method: 'GET',
  path: '/api/v1/contacts',
  handler: 'functions/http/list-contacts.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'contactApiRead',
  summary: 'List contacts, newest first',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['account'], query: ['account'], listContacts: true }];

export const documentation = (): RouteDocumentation => ({
  tag: 'Contacts',
  description:
    'Newest first. What is given is combined by AND. A search that finds little ends a page after 2 seconds; `nextCursor` continues it.',
  query: [
    { name: 'group', description: 'Active members of this group.', schema: { type: 'string' } },
    {
      name: 'pendingGroup',
      description: 'Those who have yet to confirm this group.',
      schema: { type: 'string' },
    },
    { name: 'tag', description: 'Those who have this tag in a group.', schema: { type: 'string' } },
    {
      name: 'optedOut',
      description: 'Whether the contact has refused all messages.',
      schema: { type: 'string', enum: ['true', 'false'] },
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
      schema: { type: 'string' },
    },
    ...PAGE_QUERY,
  ],
  answers: {
    200: {
      description: 'A page.',
      schema: { ContactPage: pageSchema('Contact', 'A page of contacts, newest first.') },
      examples: {
        page: { summary: 'One contact in all', value: { results: [ANSWER_EXAMPLES.contact.value] } },
      },
    },
  },
  errors: [33031, 33034, 33100],
});
