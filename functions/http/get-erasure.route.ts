import { ERASURE_SCHEMA } from '../../shared/erasure/erasure-answer.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { ANSWER_EXAMPLES } from './examples';

export const route = {
  operationId: 'getErasure',
  method: 'GET',
  path: '/api/v1/contacts/erasures/{id}',
  handler: 'functions/http/get-erasure.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'read',
  summary: 'Read an erasure',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['erasure'] }];

export const documentation = (): RouteDocumentation => ({
  tag: 'Contacts',
  description: 'Whether an erasure is still running.',
  path: { id: { description: 'As the answer to the erasure told it.', schema: 'ErasureId' } },
  answers: {
    200: {
      description: 'The erasure.',
      schema: { Erasure: ERASURE_SCHEMA },
      examples: { erasure: ANSWER_EXAMPLES.erased },
    },
  },
  errors: [33110],
});
