import type { Endpoint } from './endpoint';

/** What may be shown of an endpoint: everything but its secrets, sealed though they are. */
export function presentEndpoint({ secrets, ...endpoint }: Endpoint) {
  const previousSecretValidUntil = secrets.find(({ validUntil }) => validUntil !== undefined)?.validUntil;
  return { ...endpoint, ...(previousSecretValidUntil && { previousSecretValidUntil }) };
}
