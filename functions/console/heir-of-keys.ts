import type { Person } from '../../shared/accounts/actor';
import { invalidRequest } from '../../shared/errors/service-error';

/** Who gets the API keys of a user who is removed or demoted: the user who asks, or no one, and then the keys end. */
export function heirOf({ keys = 'revoke' }: Record<string, string>, userId: string): Person | undefined {
  if (keys === 'handOver') return { kind: 'user', id: userId };
  if (keys === 'revoke') return undefined;
  throw invalidRequest({ pointer: '?keys', reason: 'must be revoke or handOver' });
}
