import type { InvalidField } from '../../errors/error-details';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import routeFacts from '../generated/route-facts';
import type { Event } from '../http-event';
import { decodeSegments } from '../match-path';

/**
 * Reads the query of a request.
 *
 * @throws ServiceError InvalidRequest for parameters that the route does not have, for those without a value, and for
 *   those that occur twice
 *
 * **Source:** rules E1.
 */
export function readQuery(event: Event, { operationId }: { operationId: string }): Record<string, string> {
  const query = (event.queryStringParameters ?? {}) as Record<string, string>;
  const known = routeFacts[operationId]?.query ?? [];
  // The gateway joins values of one name with commas.
  const raw = new URLSearchParams(event.rawQueryString);
  const errors = Object.entries(query).flatMap(([name, value]): InvalidField[] => {
    const pointer = `?${name}`;
    if (!known.includes(name)) return [{ pointer, reason: 'unknown parameter: remove it' }];
    if (/^,*$/.test(value)) return [{ pointer, reason: 'must not be empty: leave it out' }];
    return raw.getAll(name).length > 1 ? [{ pointer, reason: 'must not occur twice' }] : [];
  });
  if (errors.length > 0) throw invalidRequest(...errors);
  return query;
}

/**
 * Refuses a request for a path of another route: the gateway chooses `GET /segments/{id}` for `GET /segments/preview`.
 *
 * @throws ServiceError MethodNotAllowed
 */
export function refuseOtherPath({ rawPath = '' }: Event, { operationId }: { operationId: string }): void {
  const { besides = [] } = routeFacts[operationId] ?? {};
  const other = besides.find(({ path }) => path === decodeSegments(rawPath));
  if (other) throw new ServiceError('MethodNotAllowed', { allowedMethods: other.methods });
}
