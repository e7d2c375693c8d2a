import { GROUP_SCHEMA } from '../../shared/audience/groups/group-answer.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { ANSWER_EXAMPLES } from './examples';

export const route = {
  operationId: 'getGroup',
  method: 'GET',
  path: '/api/v1/groups/{id}',
  handler: 'functions/http/read-groups.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'contactApiRead',
  summary: 'Read a group',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['account'] }];

export const documentation = (): RouteDocumentation => ({
  tag: 'Groups',
  description: 'One group.',
  answers: {
    200: {
      description: 'The group.',
      schema: { Group: GROUP_SCHEMA },
      examples: { group: ANSWER_EXAMPLES.group },
    },
  },
  errors: [33031],
});
