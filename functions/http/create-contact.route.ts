import { CONTACT_SCHEMA } from '../../shared/audience/contacts/contact.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { REQUEST_EXAMPLES, contactAnswer } from './examples';

export const route = {
  operationId: 'createContact',
  method: 'POST',
  path: '/api/v1/contacts/by-phone/{phoneNumber}',
  handler: 'functions/http/create-contact.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'contactApiWrite',
  summary: 'Create a contact',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [
  { read: ['account', 'contact', 'erasedPerson'], update: ['contact'] },
];

export const documentation = (): RouteDocumentation => ({
  tag: 'Contacts',
  description:
    'Starts no consent flow: the contact can be sent to once it is in a group. All fields are optional.',
  request: {
    name: 'contact',
    schema: CONTACT_SCHEMA,
    isRequired: false,
    examples: { contact: REQUEST_EXAMPLES.contact },
  },
  answers: { 201: contactAnswer('The contact.') },
  errors: [33033, 33037],
});
