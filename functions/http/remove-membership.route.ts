import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { CONSENT_CHANGE } from '../table-access';
import { contactAnswer } from './examples';

export const route = {
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

export const access = (): TableAccess[] => [CONSENT_CHANGE];

export const documentation = (): RouteDocumentation => ({
  tag: 'Memberships',
  description:
    'Ends a membership, pending or active. Removing a contact that is not a member changes nothing. A removal is never recorded as an opt-out.',
  answers: { 200: contactAnswer('The contact after the change.') },
  errors: [33030, 33031],
});
