import { ServiceError } from '../errors/service-error';
import type { Event } from './http-event';

const CONSOLE = 'console';

/**
 * Refuses a change that another site may have caused, as browsers send the cookie along with such requests. A change
 * needs a header that no form and no link can set, and comes from a page of the service itself.
 *
 * @throws ServiceError Forbidden
 */
export function refuseForeign(event: Event, baseUrl: string): void {
  const { method } = event.requestContext.http;
  if (method === 'GET' || method === 'HEAD') return;
  const { origin, 'x-requested-with': requestedWith } = event.headers;
  const isOwn = origin === undefined || origin === new URL(baseUrl).origin;
  if (isOwn && requestedWith === CONSOLE) return;
  throw new ServiceError('Forbidden', {
    cause: isOwn ? 'requestedWith' : 'origin',
    details: { reason: 'origin' },
  });
}

/** Returns true for requests of the console's own page: no other site can set the header. */
export const isFromConsole = (event: Event) => event.headers?.['x-requested-with'] === CONSOLE;
