import { GROUP_PAGE_SCHEMA } from '../../shared/audience/groups/group-answer.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from '../../shared/limits';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { GROUP_PAGE_EXAMPLE } from './examples';

export const route = {
  operationId: 'listGroups',
  method: 'GET',
  path: '/api/v1/groups',
  handler: 'functions/http/read-groups.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'contactApiRead',
  summary: 'List groups, newest first',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['account'] }];

export const documentation = (): RouteDocumentation => ({
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
      schema: { type: 'string' },
    },
  ],
  answers: {
    200: {
      description: 'A page.',
      schema: { GroupPage: GROUP_PAGE_SCHEMA },
      examples: { page: GROUP_PAGE_EXAMPLE },
    },
  },
  errors: [33100],
});
