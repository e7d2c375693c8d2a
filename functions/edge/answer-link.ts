import { isServiceName } from '../../shared/content/link-domain';
import { ServiceError } from '../../shared/errors/service-error';
import { publicEndpoint } from '../../shared/http/endpoint';
import { findLink } from '../../shared/sending/links/find-link';

/**
 * Lifetime of a redirect in CloudFront's cache: one answer serves every token of a link. For as long again it serves the old
 * one while it asks for a new one, and for a day when the service fails.
 */
const REDIRECT = 's-maxage=60, stale-while-revalidate=60, stale-if-error=86400';

/**
 * Answers CloudFront, which asks for a short link on behalf of many people and counts no click: clicks are counted from its
 * access logs. Viewers get `no-store` in place of these headers.
 */
export const handler = publicEndpoint('edgeLink', async (event, { table, config }) => {
  const host = (event.headers.host ?? event.requestContext.domainName).toLowerCase().replace(/:\d+$/, '');
  const path = `/${event.pathParameters?.path ?? ''}`;
  const link = isServiceName(host, config.baseUrl) ? undefined : await findLink(table, { host, path });
  if (!link) throw new ServiceError('NoSuchRoute');
  return { statusCode: 302, headers: { location: link.url, 'cache-control': REDIRECT } };
});
