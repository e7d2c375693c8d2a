import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { contactAnswer } from './examples';

export const route = {
  operationId: 'getContact',
  method: 'GET',
  path: '/api/v1/contacts/by-phone/{phoneNumber}',
  handler: 'functions/http/get-contact.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'contactApiRead',
  summary: 'Read a contact',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['account', 'contact'] }];

export const documentation = (): RouteDocumentation => ({
  tag: 'Contacts',
  description: 'With its groups, and those that wait for its confirmation.',
  answers: { 200: contactAnswer('The contact.') },
  errors: [33030],
});
