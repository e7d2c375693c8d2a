import page from '../../shared/http/generated/reference-page';
import { publicEndpoint } from '../../shared/http/endpoint';
import { route } from './show-reference.route';

/** GET /docs, the API reference for people. */
export const handler = publicEndpoint(route.operationId, async () => ({
  statusCode: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=300' },
  body: page,
}));
