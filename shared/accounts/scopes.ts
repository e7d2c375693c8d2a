/** Scopes to which an API key can be limited. **Source:** rules E6. */
export const SCOPES = [
  'messages:send',
  'messages:read',
  'contacts:read',
  'contacts:write',
  'campaigns:read',
  'campaigns:write',
  'campaigns:launch',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Scopes of users of the console. API keys never have `account:admin` and `operator`. */
export const USER_SCOPES = [...SCOPES, 'account:admin', 'operator'] as const;
export type UserScope = (typeof USER_SCOPES)[number];
