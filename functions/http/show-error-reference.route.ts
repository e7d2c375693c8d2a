import type { PublicRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'showErrorReference',
  method: 'GET',
  path: '/docs/errors',
  handler: 'functions/http/show-error-reference.ts',
  authentication: 'none',
  summary: 'Error codes and what to do about them',
} as const satisfies PublicRoute;

export const access = (): TableAccess[] => [];

export const documentation = (): RouteDocumentation => ({
  tag: 'Reference',
  description: 'Where `moreInfo` of an error leads: `#33028` is the anchor of the code 33028.',
  answers: { 200: { description: 'HTML.', mediaType: 'text/html', headers: ['Cache-Control'] } },
  errors: [],
});
