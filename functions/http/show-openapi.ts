import document from '../../shared/http/generated/openapi';
import { publicEndpoint } from '../../shared/http/endpoint';
import * as routes from './reference.routes';

/** GET /docs/openapi.json, the API reference for programs. */
export const handler = publicEndpoint(routes.showOpenApi.operationId, async () => ({
  statusCode: 200,
  headers: {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=300',
    // Client generators and documentation tools run in browsers of other origins; there is nothing private in it.
    'access-control-allow-origin': '*',
  },
  body: document,
}));
