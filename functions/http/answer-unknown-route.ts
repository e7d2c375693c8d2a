import { isServiceName } from '../../shared/content/link-domain';
import routePaths from '../../shared/http/generated/route-paths';
import { publicEndpoint } from '../../shared/http/endpoint';
import { refuseUnrouted } from '../../shared/http/refuse-unrouted';
import { isPrefetch } from '../../shared/sending/links/is-prefetch';
import { followLink } from '../../shared/sending/links/follow-link';

/**
 * Answers requests that no route takes: a registered short link by `Host` and path, else MethodNotAllowed where the path
 * has other methods, else NoSuchRoute. Under the service's own name there are no links, whatever is registered.
 */
export const handler = publicEndpoint('unknownRoute', async (event, platform) => {
  const { method } = event.requestContext.http;
  const host = (event.headers.host ?? event.requestContext.domainName).toLowerCase().replace(/:\d+$/, '');
  if ((method === 'GET' || method === 'HEAD') && !isServiceName(host, platform.config.baseUrl)) {
    const target = await followLink(platform, {
      host,
      path: event.rawPath,
      token: event.queryStringParameters?.r,
      userAgent: event.headers['user-agent'],
      isAutomatic: method === 'HEAD' || isPrefetch(event.headers),
    });
    if (target !== undefined) {
      return { statusCode: 302, headers: { location: target, 'cache-control': 'no-store' } };
    }
  }
  return refuseUnrouted(routePaths, event.rawPath);
});
