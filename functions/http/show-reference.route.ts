import type { PublicRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'showReference',
  method: 'GET',
  path: '/docs',
  handler: 'functions/http/show-reference.ts',
  authentication: 'none',
  summary: 'The API reference, to read',
} as const satisfies PublicRoute;

export const access = (): TableAccess[] => [];

export const documentation = (): RouteDocumentation => ({
  tag: 'Reference',
  description: 'A page for people. It needs no script and loads nothing from elsewhere.',
  answers: { 200: { description: 'HTML.', mediaType: 'text/html', headers: ['Cache-Control'] } },
  errors: [],
});
