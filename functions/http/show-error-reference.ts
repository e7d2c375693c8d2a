import { publicEndpoint } from '../../shared/http/endpoint';
import page from '../../shared/http/generated/error-page';
import { route } from './show-error-reference.route';

/** GET /docs/errors, the target of `moreInfo`. **Source:** rules 7. */
export const handler = publicEndpoint(route.operationId, async () => ({
  statusCode: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=300' },
  body: page,
}));
