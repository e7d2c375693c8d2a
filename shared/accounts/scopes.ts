/** What an API key can be limited to. **Source:** rules E6. */
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

/** What users of the console can be allowed: `account:admin` and `operator` no API key has. */
export const USER_SCOPES = [...SCOPES, 'account:admin', 'operator'] as const;
export type UserScope = (typeof USER_SCOPES)[number];
