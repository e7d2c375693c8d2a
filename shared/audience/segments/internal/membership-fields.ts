import { MAX_AUDIENCE_ID_CHARACTERS, MAX_AUDIENCE_IDS } from '../../../limits';
import type { FilterTerm } from '../../../platform/store/filter-terms';
import type { LiveTag } from '../../groups/live-tags';
import { type Condition, leavesOf } from '../condition';
import { mapLeaves } from './condition-tree';
import type { AudienceField, IdPrefix } from './audience-field';

const asOptions = (ids: string[]) => (ids.length === 0 ? undefined : ids);

/** Term of the active members of a group. */
export const isMemberOf = (groupId: string): FilterTerm => ({
  path: ['memberships', groupId],
  test: 'exists',
});

/** Term of the members who have a tag in its group. */
export const hasTag = ({ groupId, tagId }: LiveTag): FilterTerm => ({
  path: ['memberships', groupId, 'tagIds'],
  test: 'contains',
  value: tagId,
});

/** Groups of which a contact is an active member. */
export const GROUPS_FIELD: AudienceField = {
  kind: 'options',
  idPrefix: 'grp',
  read: ({ memberships }) => asOptions(Object.keys(memberships)),
  attributes: [['memberships']],
  path: ['memberships'],
  termOf: isMemberOf,
};

/** Tags on the active memberships of a contact, before `withLiveTags` has looked up which of them exist. */
export const TAGS_FIELD: AudienceField = {
  kind: 'options',
  idPrefix: 'tag',
  read: ({ memberships }) => asOptions(Object.values(memberships).flatMap(({ tagIds }) => tagIds)),
  attributes: [['memberships']],
  path: undefined,
};

/** Returns the groups that a condition names. */
export const groupsIn = (condition: Condition): string[] =>
  leavesOf(condition).flatMap(({ field, test }) =>
    field.idPrefix === 'grp' && 'options' in test ? test.options : [],
  );

/** Returns true when a condition depends on the tags that the groups have. */
export const comparesTags = (condition: Condition): boolean =>
  leavesOf(condition).some(({ field }) => field.idPrefix === 'tag');

/**
 * Returns the condition for tags that exist: contacts keep the ids of tags that were removed from their group, which no
 * longer count.
 *
 * @param tags all tags that the groups of the account have
 */
export function withLiveTags(condition: Condition, tags: readonly LiveTag[]): Condition {
  const byId = new Map(tags.map((tag) => [tag.tagId, tag]));
  const field: AudienceField = {
    ...TAGS_FIELD,
    read: ({ memberships }) =>
      asOptions(Object.values(memberships).flatMap(({ tagIds }) => tagIds.filter((id) => byId.has(id)))),
    termOf: (tagId) => {
      const tag = byId.get(tagId);
      return tag && hasTag(tag);
    },
  };
  return mapLeaves(condition, (leaf) => (leaf.field.idPrefix === 'tag' ? { ...leaf, field } : leaf));
}

/** Returns what is wrong with a list of ids in a comparison, in the words for the lists of an audience. */
export function refuseIds(ids: readonly string[], prefix: IdPrefix): string | undefined {
  if (ids.length > MAX_AUDIENCE_IDS) return `must have at most ${MAX_AUDIENCE_IDS} items`;
  const isOther = ids.some((id) => !id.startsWith(`${prefix}_`));
  if (isOther) return `each item must be an id that begins with ${prefix}_`;
  const isLong = ids.some((id) => [...id].length > MAX_AUDIENCE_ID_CHARACTERS);
  return isLong ? `each item must have at most ${MAX_AUDIENCE_ID_CHARACTERS} characters` : undefined;
}
