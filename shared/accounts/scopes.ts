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
