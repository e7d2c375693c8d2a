import type { UserScope } from '../accounts/scopes';
import { ServiceError } from '../errors/service-error';
import type { Caller } from './caller';

/**
 * Refuses a request beyond the scopes of the key or the user. A key without scopes may do everything that keys can do.
 *
 * @throws ServiceError Forbidden
 *
 * **Source:** rules E6.
 */
export function requireScope(caller: Scoped, scope: UserScope): void {
  if (!hasScope(caller, scope)) throw new ServiceError('Forbidden', { cause: 'scope', details: { scope } });
}

/** Returns true when the key or the user has a scope. */
export const hasScope = ({ type, scopes }: Scoped, scope: UserScope): boolean =>
  scopes === undefined ? type === 'apiKey' : scopes.some((one) => one === scope);

type Scoped = Pick<Caller, 'type' | 'scopes'>;
