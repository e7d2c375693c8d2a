import type { Person } from '../../shared/accounts/actor';
import type { ToldChanges } from '../../shared/audit/tell-changes';
import { invalidRequest } from '../../shared/errors/service-error';
import type { Loss } from '../../shared/users/remove-with-keys';

/** Who gets the API keys of a user who is removed: the user who asks, or no one, and then the keys end. */
export function heirOf({ keys = 'revoke' }: Record<string, string>, userId: string): Person | undefined {
  if (keys === 'handOver') return { kind: 'user', id: userId };
  if (keys === 'revoke') return undefined;
  throw invalidRequest({ pointer: '?keys', reason: 'must be revoke or handOver' });
}

/** What the audit log tells of a user who is removed: the role, and what became of each key. */
export const changesOf = (
  { role, keys }: { role?: string | undefined; keys: Loss['keys'] },
  heir: string | undefined,
): ToldChanges => [
  ...(role === undefined ? [] : [{ what: 'role', from: role }]),
  ...keys.map((from) => ({ from, to: heir ?? 'revoked' })),
];
