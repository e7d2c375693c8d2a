import { SCOPES, type Scope, USER_SCOPES, type UserScope } from '../accounts/scopes';

/** Roles of a console user in an account, from least to most rights. **Source:** rules E6. */
export const ROLES = ['viewer', 'editor', 'sender', 'admin'] as const;
export type Role = (typeof ROLES)[number];

const VIEWER: Scope[] = ['messages:read', 'contacts:read', 'campaigns:read'];
const EDITOR: Scope[] = [...VIEWER, 'contacts:write', 'campaigns:write'];

const SCOPES_OF_ROLE: Readonly<Record<Role, readonly UserScope[]>> = {
  viewer: VIEWER,
  editor: EDITOR,
  sender: [...EDITOR, 'messages:send', 'campaigns:launch'],
  admin: [...SCOPES, 'account:admin'],
};

/** Returns the scopes of a user in an account. */
export function scopesOf({ role, isOperator }: { role: Role; isOperator: boolean }): readonly UserScope[] {
  return isOperator ? USER_SCOPES : SCOPES_OF_ROLE[role];
}
