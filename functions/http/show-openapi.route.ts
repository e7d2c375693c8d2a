import type { PublicRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'showOpenApi',
  method: 'GET',
  path: '/docs/openapi.json',
  handler: 'functions/http/show-openapi.ts',
  authentication: 'none',
  summary: 'The API reference, as an OpenAPI 3.1 document',
} as const satisfies PublicRoute;

export const access = (): TableAccess[] => [];

export const documentation = (): RouteDocumentation => ({
  tag: 'Reference',
  description: 'This document.',
  answers: {
    200: {
      description: 'OpenAPI 3.1.',
      mediaType: 'application/json',
      headers: ['Cache-Control', 'Access-Control-Allow-Origin'],
    },
  },
  errors: [],
});
