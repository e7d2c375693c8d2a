import type { Contact } from '../../../api/schemas';

/** Group with those of several contacts that are in it. */
export interface GroupOfSeveral {
  id: string;
  name: string;
  members: Contact[];
}

/**
 * Returns the groups of several contacts by name.
 *
 * @param options.withPending set to count contacts that have not confirmed, too
 */
export function groupsOfSeveral(
  contacts: readonly Contact[],
  { withPending }: { withPending: boolean },
): GroupOfSeveral[] {
  const groups = new Map<string, GroupOfSeveral>();
  for (const contact of contacts) {
    for (const { id, name } of [...contact.groups, ...(withPending ? contact.pendingGroups : [])]) {
      const { members } = groups.get(id) ?? { members: [] };
      groups.set(id, { id, name, members: [...members, contact] });
    }
  }
  return [...groups.values()].sort((a, b) => a.name.localeCompare(b.name));
}
