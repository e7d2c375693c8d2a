import type { ApiKey } from '../accounts/api-keys';
import type { Scope } from '../accounts/scopes';
import { ServiceError } from '../errors/service-error';

/**
 * Refuses what the API key may not do. A key without scopes may do everything.
 *
 * @throws ServiceError Forbidden
 *
 * **Source:** rules E6.
 */
export function requireScope(key: Pick<ApiKey, 'scopes'>, scope: Scope): void {
  if (key.scopes && !key.scopes.includes(scope)) throw new ServiceError('Forbidden', { details: { scope } });
}
