import type { CustomFieldSchema } from '../../custom-fields/custom-field-schema';
import type { Group } from '../group';
import type { Contact } from '../../contacts/contact';
import { presentProfile } from '../../contacts/profile';

/**
 * Builds the API form of a contact: unset fields are left out, and memberships are sorted oldest first.
 *
 * @param options.groups at least those that the contact is a member of, active or pending
 *
 * **Source:** rules 2.3, 2.5, E7.
 */
export function presentContact(options: {
  contact: Contact;
  groups: ReadonlyMap<string, Group>;
  schema: CustomFieldSchema;
}) {
  const { contact, groups, schema } = options;
  // JSON leaves out undefined values.
  return {
    id: contact.id,
    phoneNumber: contact.phoneNumber,
    ...presentProfile(contact, schema),
    groups: presentMemberships(contact, groups),
    pendingGroups: presentPendingMemberships(contact, groups),
    optedOutAt: contact.hardOptOut?.at,
    setAsideAt: contact.setAsideAt,
    setAsideReason: contact.setAsideReason,
    createdAt: contact.createdAt,
  };
}

function presentMemberships({ memberships }: Contact, groups: ReadonlyMap<string, Group>) {
  const presented = Object.entries(memberships).flatMap(([groupId, { optInAt, tagIds }]) => {
    const group = groups.get(groupId);
    if (!group) return [];
    const tags = group.tags.filter((tag) => tagIds.includes(tag.id));
    return [{ id: group.id, name: group.name, optInAt, tags }];
  });
  return presented.sort((a, b) => compare(a.optInAt, b.optInAt) || compare(a.id, b.id));
}

function presentPendingMemberships({ pendingMemberships }: Contact, groups: ReadonlyMap<string, Group>) {
  const presented = Object.entries(pendingMemberships).flatMap(([groupId, { pendingSince }]) => {
    const group = groups.get(groupId);
    return group ? [{ id: group.id, name: group.name, pendingSince }] : [];
  });
  return presented.sort((a, b) => compare(a.pendingSince, b.pendingSince) || compare(a.id, b.id));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
