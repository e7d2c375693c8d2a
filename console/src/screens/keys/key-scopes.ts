import type { ApiKey } from '../../api/schemas';

export type KeyScope = ApiKey['scopes'][number];

export const KEY_SCOPES: { value: KeyScope; label: string; description: string }[] = [
  { value: 'messages:send', label: 'Send texts', description: 'Single texts, broadcasts and batches' },
  {
    value: 'messages:read',
    label: 'Read texts',
    description: 'Texts, their numbers, and what became of them',
  },
  { value: 'contacts:read', label: 'Read contacts', description: 'Contacts, groups and segments; exports' },
  {
    value: 'contacts:write',
    label: 'Change contacts',
    description: 'Contacts and consent; imports; erasure',
  },
  { value: 'campaigns:read', label: 'Read campaigns', description: 'Campaigns with their recipients' },
  { value: 'campaigns:write', label: 'Write campaigns', description: 'Drafts; it launches none' },
  { value: 'campaigns:launch', label: 'Launch campaigns', description: 'Launch, pause, cancel and test' },
];

/** Says in words what a key may do. */
export function describeScopes(scopes: readonly KeyScope[]): string {
  if (KEY_SCOPES.every(({ value }) => scopes.includes(value))) return 'Everything';
  const chosen = KEY_SCOPES.filter(({ value }) => scopes.includes(value));
  return chosen.map(({ label }) => label).join(', ') || 'Nothing';
}
