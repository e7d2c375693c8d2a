import type { Endpoint } from './endpoint';

/** Returns an endpoint without its secrets, which are not shown even in sealed form. */
export function presentEndpoint({ secrets, ...endpoint }: Endpoint) {
  const previousSecretValidUntil = secrets.find(({ validUntil }) => validUntil !== undefined)?.validUntil;
  return { ...endpoint, ...(previousSecretValidUntil && { previousSecretValidUntil }) };
}
