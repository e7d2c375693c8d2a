import { CONTACT_SCHEMA } from '../../shared/audience/contacts/contact.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { REQUEST_EXAMPLES, contactAnswer } from './examples';

export const route = {
  operationId: 'updateContact',
  method: 'PATCH',
  path: '/api/v1/contacts/by-phone/{phoneNumber}',
  handler: 'functions/http/update-contact.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'contactApiWrite',
  summary: 'Change a contact',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['account', 'contact'], update: ['contact'] }];

export const documentation = (): RouteDocumentation => ({
  tag: 'Contacts',
  description:
    'A JSON Merge Patch (RFC 7396): absent is unchanged, a value sets, `null` or an empty string clears. `address` and `customFields` are merged field by field. Memberships are never touched.',
  request: {
    name: 'contact',
    schema: CONTACT_SCHEMA,
    isRequired: false,
    examples: { patch: REQUEST_EXAMPLES.contactPatch },
  },
  answers: { 200: contactAnswer('The contact after the change.') },
  errors: [33030, 33033],
});
