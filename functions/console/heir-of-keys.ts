import type { Person } from '../../shared/accounts/actor';
import { invalidRequest } from '../../shared/errors/service-error';

/**
 * Returns the new owner of the API keys of a user who is removed or demoted: the calling user; `undefined` when the
 * keys are to be revoked.
 */
export function heirOf({ keys = 'revoke' }: Record<string, string>, userId: string): Person | undefined {
  if (keys === 'handOver') return { kind: 'user', id: userId };
  if (keys === 'revoke') return undefined;
  throw invalidRequest({ pointer: '?keys', reason: 'must be revoke or handOver' });
}
