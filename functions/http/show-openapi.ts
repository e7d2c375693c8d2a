import consoleDocument from '../../shared/http/generated/console-openapi';
import document from '../../shared/http/generated/openapi';
import { byRoute, type RouteHandler } from '../../shared/http/by-route';
import { publicEndpoint } from '../../shared/http/endpoint';
import type { PublicRoute } from '../../shared/http/route';
import * as routes from './reference.routes';

const show = (route: PublicRoute, body: string): RouteHandler => ({
  route,
  handler: publicEndpoint(route.operationId, async () => ({
    statusCode: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      // Client generators and documentation tools run in browsers of other origins; there is nothing private in it.
      'access-control-allow-origin': '*',
    },
    body,
  })),
});

/** GET /docs/openapi.json and /docs/console-openapi.json, the API reference for programs. */
export const handler = byRoute([
  show(routes.showOpenApi, document),
  show(routes.showConsoleOpenApi, consoleDocument),
]);
