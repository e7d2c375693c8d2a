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
export function requireScope({ type, scopes }: Pick<Caller, 'type' | 'scopes'>, scope: UserScope): void {
  const isAllowed = scopes === undefined ? type === 'apiKey' : scopes.some((one) => one === scope);
  if (!isAllowed) throw new ServiceError('Forbidden', { cause: 'scope', details: { scope } });
}
