import { ServiceError } from '../../shared/errors/service-error';
import { publicEndpoint } from '../../shared/http/endpoint';
import { hasRouteForPath } from '../../shared/http/match-path';
import { followLink } from '../../shared/links/follow-link';

/**
 * Whatever no route takes: a registered short link by `Host` and path, else 33106 where the path exists with another
 * method, else 33105.
 */
export const handler = publicEndpoint(async (event, platform) => {
  const { method } = event.requestContext.http;
  if (method === 'GET' || method === 'HEAD') {
    const target = await followLink(platform, {
      host: event.headers.host ?? event.requestContext.domainName,
      path: event.rawPath,
      token: event.queryStringParameters?.r,
      userAgent: event.headers['user-agent'],
    });
    if (target !== undefined) {
      return { statusCode: 302, headers: { location: target, 'cache-control': 'no-store' } };
    }
  }
  throw new ServiceError(hasRouteForPath(event.rawPath) ? 33106 : 33105);
});
