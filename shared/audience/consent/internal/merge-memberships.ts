import type { Contact } from '../../contacts/contact';
import type { Group } from '../../groups/group';
import {
  type ConsentState,
  decideTransition,
  type Effect,
  type Transition,
} from '../../groups/membership-transitions';

type Memberships = Pick<Contact, 'memberships' | 'pendingMemberships'>;
type Pair = { kept: Memberships; double: Memberships };

/** Returns the ids of all groups of a contact, active and pending, sorted. */
export const groupIdsOf = ({ memberships, pendingMemberships }: Memberships): string[] =>
  [...new Set([...Object.keys(memberships), ...Object.keys(pendingMemberships)])].sort();

/** Returns the groups of the double in which the kept contact is not, and which it does not join: it has not agreed. */
export function groupsLeft({ kept, double }: Pair): string[] {
  const own = groupIdsOf(kept);
  return groupIdsOf(double).filter((groupId) => !own.includes(groupId));
}

/** Returns the tags of a membership, active or pending. */
const tagsIn = ({ memberships, pendingMemberships }: Memberships, groupId: string): readonly string[] =>
  memberships[groupId]?.tagIds ?? pendingMemberships[groupId]?.tagIds ?? [];

/** Returns the tags that the kept contact takes from the double, by the id of a group that it is in itself. */
export function takenTags({ kept, double }: Pair, groups: ReadonlyMap<string, Group>): Map<string, string[]> {
  const taken = groupIdsOf(kept).map((groupId): [string, string[]] => {
    const own = tagsIn(kept, groupId);
    const live = groups.get(groupId)?.tags ?? [];
    const added = tagsIn(double, groupId).filter(
      (tagId) => !own.includes(tagId) && live.some(({ id }) => id === tagId),
    );
    return [groupId, added];
  });
  return new Map(taken.filter(([, tagIds]) => tagIds.length > 0));
}

/** Adds tags to memberships, which stay otherwise as they are. */
export function withTags(contact: Memberships, tags: ReadonlyMap<string, string[]>): Memberships {
  const add = <Membership extends { tagIds?: string[] | undefined }>(
    memberships: Record<string, Membership>,
  ) =>
    Object.fromEntries(
      Object.entries(memberships).map(([groupId, membership]) => {
        const added = tags.get(groupId);
        const tagIds = [...(membership.tagIds ?? []), ...(added ?? [])];
        return [groupId, added === undefined ? membership : { ...membership, tagIds }];
      }),
    );
  return {
    memberships: add(contact.memberships),
    pendingMemberships: add(contact.pendingMemberships),
  };
}

/** Decides that a contact leaves groups, as if each was removed from it. */
export function decideLeavingOf(
  state: ConsentState,
  groupIds: readonly string[],
  at: string,
): { state: ConsentState; effects: Effect[] } {
  let left: { state: ConsentState; effects: Effect[] } = { state, effects: [] };
  for (const groupId of groupIds) {
    const transition: Transition = decideTransition(left.state, { type: 'remove', groupId }, at);
    if (transition.outcome === 'changed')
      left = { state: transition.state, effects: [...left.effects, ...transition.effects] };
  }
  return left;
}
