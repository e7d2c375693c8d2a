const ACTIONS: Record<string, string> = {
  OPT_IN: 'Opted in',
  OPT_OUT: 'Opted out',
  OPT_IN_REQUESTED: 'Asked to confirm',
  MANUAL_REMOVAL: 'Removed from the group',
  PENDING_REMOVED: 'Removed before a confirmation',
  HARD_OPT_OUT: 'Opted out of everything',
  HARD_OPT_OUT_LIFTED: 'Opt-out of everything lifted',
  LIKELY_OPT_OUT: 'Probably opted out',
  LIKELY_OPT_OUT_DISMISSED: 'Decided not to be an opt-out',
};
/** Names of those who cause entries. */
export const ACTORS: Record<string, string> = {
  api: 'a program',
  contact: 'the contact',
  operator: 'a user or operator',
  import: 'an import',
};

/** Actions after which the contact gets fewer texts. */
const REFUSALS = new Set(['OPT_OUT', 'MANUAL_REMOVAL', 'PENDING_REMOVED', 'HARD_OPT_OUT', 'LIKELY_OPT_OUT']);

/** Converts a constant to words: `USER_ADDED` to “User added”. */
export function words(value: string): string {
  const text = value.toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Describes an entry of the consent history, with its group if it has one. */
export function describeConsent({ action, groupName }: { action: string; groupName?: string }): string {
  const text = ACTIONS[action] ?? words(action);
  return groupName ? `${text}: ${groupName}` : text;
}

export const isRefusal = (action: string): boolean => REFUSALS.has(action);
