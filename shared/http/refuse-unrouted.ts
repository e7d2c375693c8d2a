import { ServiceError } from '../errors/service-error';
import { methodsOfPath } from './match-path';
import type { Route } from './route';

/** Throws the refusal of a request that no route takes: NoSuchRoute, or MethodNotAllowed where the path takes other methods. */
export function refuseUnrouted(routes: ReadonlyArray<Pick<Route, 'method' | 'path'>>, path: string): never {
  const allowedMethods = methodsOfPath(routes, path);
  if (allowedMethods.length === 0) throw new ServiceError('NoSuchRoute');
  throw new ServiceError('MethodNotAllowed', { allowedMethods });
}
