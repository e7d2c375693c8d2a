import { ServiceError } from '../errors/service-error';
import { methodsOfPath } from './match-path';
import type { Route } from './route';

/**
 * Throws the error for a request that matches no route: NoSuchRoute, or MethodNotAllowed when the path has other
 * methods.
 */
export function refuseUnrouted(routes: ReadonlyArray<Pick<Route, 'method' | 'path'>>, path: string): never {
  const allowedMethods = methodsOfPath(routes, path);
  if (allowedMethods.length === 0) throw new ServiceError('NoSuchRoute');
  throw new ServiceError('MethodNotAllowed', { allowedMethods });
}
