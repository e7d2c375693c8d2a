import { ServiceError } from '../errors/service-error';
import type { Event } from './http-event';

const CONSOLE = 'console';

/**
 * Browsers send the cookie along with requests that other sites cause. What changes something needs a header that no form
 * and no link can have, and comes from a page of the service itself.
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

/** Whether the console's own page asks: no other site can set the header. */
export const isFromConsole = (event: Event) => event.headers?.['x-requested-with'] === CONSOLE;
