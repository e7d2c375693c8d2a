import { ServiceError } from '../../shared/errors/service-error';
import { publicEndpoint } from '../../shared/http/endpoint';
import { hasRouteForPath } from '../../shared/http/match-path';

/** Whatever no route takes: 33106 where the path exists with another method, else 33105. */
export const handler = publicEndpoint(async (event) => {
  throw new ServiceError(hasRouteForPath(event.rawPath) ? 33106 : 33105);
});
