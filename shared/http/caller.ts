import type { Actor } from '../accounts/actor';
import type { ApiKey } from '../accounts/api-keys';
import type { UserScope } from '../accounts/scopes';
import type { Role } from '../users/role';

/** Who asks, in an account. */
export type Caller = KeyCaller | UserCaller;
/** The same before it is known what the caller may do. */
export type CallerId = Pick<Caller, 'type' | 'id'>;

export interface KeyCaller {
  type: 'apiKey';
  id: string;
  /** All that the key may do; absent: everything that keys can. */
  scopes: ApiKey['scopes'];
  createdBy: ApiKey['createdBy'];
  knownTo: ApiKey['knownTo'];
}

export interface UserCaller {
  type: 'user';
  id: string;
  email: string;
  role: Role;
  isOperator: boolean;
  /** All that the user may do in the account. */
  scopes: readonly UserScope[];
}

/** The caller as it is kept beside what it did. */
export function actorOf(caller: Caller): Actor {
  const { type: kind, id } = caller;
  if (caller.type === 'user') return { kind, id };
  const { createdBy, knownTo } = caller;
  return { kind, id, createdBy, knownTo };
}
