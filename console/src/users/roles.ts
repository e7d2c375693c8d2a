import type { Role } from '../api/schemas';

/** Roles of a user in an account, from least to most rights. */
export const ROLES: { value: Role; label: string; description: string }[] = [
  { value: 'viewer', label: 'Viewer', description: 'Reads everything but keys, users and the audit log.' },
  {
    value: 'editor',
    label: 'Editor',
    description: 'Also changes contacts, writes campaigns and automations, and submits them for approval.',
  },
  {
    value: 'sender',
    label: 'Sender',
    description: 'Also sends texts, launches campaigns, and approves those of others.',
  },
  {
    value: 'admin',
    label: 'Administrator',
    description: 'Also manages keys, users, numbers and settings, and erases contacts.',
  },
];

export const ROLE_NAMES: Record<string, string> = Object.fromEntries(
  ROLES.map(({ value, label }) => [value, label]),
);
