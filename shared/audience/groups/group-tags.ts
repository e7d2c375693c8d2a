import { findContact } from '../contacts/find-contact';
import type { Contact } from '../contacts/contact';
import { contactUpdate } from '../contacts/contact-write';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import { isoNow } from '../../platform/clock';
import { updateExpression } from '../../platform/store/expressions';
import type { Platform } from '../../platform/platform';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import { checkGroupTexts, isSameTagName } from './check-group';
import { type Group, groupItem, type Tag } from './group';
import { findGroup } from './group-store';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Defines a tag on a group. If the group has a tag of that name, ignoring case, it stays as it is.
 *
 * @throws ServiceError GroupNotFound no such group, InvalidRequest invalid name
 */
export async function addTag(
  deps: Deps,
  options: { accountId: string; groupId: string; name: string },
): Promise<Group> {
  checkGroupTexts({ tags: [options.name] });
  return changeTags(deps, options, (tags) => {
    if (tags.some((tag) => isSameTagName(tag.name, options.name))) return tags;
    const now = isoNow(deps.clock);
    return [...tags, { id: deps.ids.next('tag'), name: options.name.trim(), createdAt: now, updatedAt: now }];
  });
}

/**
 * Removes a tag from a group, and with it from all of its members.
 *
 * @throws ServiceError GroupNotFound no such group, InvalidRequest no such tag
 */
export async function removeTag(
  deps: Deps,
  options: { accountId: string; groupId: string; name: string },
): Promise<Group> {
  return changeTags(deps, options, (tags) => {
    const left = tags.filter((tag) => !isSameTagName(tag.name, options.name));
    if (left.length === tags.length) throw noSuchTag();
    return left;
  });
}

async function changeTags(
  deps: Deps,
  options: { accountId: string; groupId: string },
  change: (tags: Tag[]) => Tag[],
): Promise<Group> {
  return retryOnConflict(deps.table.waits, async () => {
    const group = await findGroup(deps.table, options);
    if (!group) throw new ServiceError('GroupNotFound');
    const tags = change(group.tags);
    if (tags === group.tags) return group;
    const result = await deps.table.update({
      Key: groupItem.key(options),
      ...updateExpression({ set: { tags } }, { values: { ':tagsRead': group.tags } }),
      ConditionExpression: '#tags = :tagsRead',
    });
    return result.written && result.item ? groupItem.read(result.item) : CONFLICT;
  });
}

/**
 * Adds a tag of the group to a member. If the member has it already, nothing changes.
 *
 * @returns the contact after the change
 * @throws ServiceError ContactNotFound no such contact, GroupNotFound no such group, InvalidRequest no such tag, or no
 *   active member
 */
export async function tagMembership(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: { accountId: string; phoneNumber: string; groupId: string; tagName: string },
): Promise<Contact> {
  const { groupId, tagName } = options;
  return retryOnConflict(deps.table.waits, async () => {
    const [contact, group] = await Promise.all([
      findContact(deps.table, options),
      findGroup(deps.table, options),
    ]);
    if (contact?.id === undefined) throw new ServiceError('ContactNotFound', { cause: 'addressed' });
    if (!group) throw new ServiceError('GroupNotFound');
    const tag = group.tags.find(({ name }) => isSameTagName(name, tagName));
    if (!tag) throw noSuchTag();
    const membership = contact.memberships[groupId];
    if (!membership) throw invalidRequest({ pointer: '/groupId', reason: 'the contact is no active member' });
    if (membership.tagIds.includes(tag.id)) return contact;

    // Ids of tags that were removed from the group are left out.
    const tagIds = [...membership.tagIds.filter((id) => group.tags.some((other) => other.id === id)), tag.id];
    const memberships = { ...contact.memberships, [groupId]: { ...membership, tagIds } };
    const result = await deps.table.update(
      contactUpdate({ ...options, known: contact, set: { memberships }, at: isoNow(deps.clock) }),
    );
    return result.written ? { ...contact, memberships, version: contact.version + 1 } : CONFLICT;
  });
}

const noSuchTag = () => invalidRequest({ pointer: '/tag', reason: 'the group has no such tag' });
