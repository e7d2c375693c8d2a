import type { Actor } from '../accounts/actor';
import type { ApiKey } from '../accounts/api-keys';
import type { UserScope } from '../accounts/scopes';
import type { Role } from '../users/role';

/** Authenticated caller in an account. */
export type Caller = KeyCaller | UserCaller;
/** Caller before its permissions are known. */
export type CallerId = Pick<Caller, 'type' | 'id'>;

interface KeyCaller {
  type: 'apiKey';
  id: string;
  /** Permissions of the key; absent: everything that keys can do. */
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
  /** Permissions of the user in the account. */
  scopes: readonly UserScope[];
}

/** Returns the caller in the form in which it is stored with a change. */
export function actorOf(caller: Caller): Actor {
  const { type: kind, id } = caller;
  if (caller.type === 'user') return { kind, id };
  const { createdBy, knownTo } = caller;
  return { kind, id, createdBy, knownTo };
}
