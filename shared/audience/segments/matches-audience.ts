import type { Contact } from '../contacts/contact';
import { meetsCondition } from './meets-condition';
import type { ResolvedAudience } from './resolve-audience';

/**
 * Whether a contact is in an audience, as far as the contact itself tells: whether one of `excludeCampaigns` handed it a
 * message, `walkAudience` finds out.
 *
 * **Source:** rules E3.
 */
export function matchesAudience(
  contact: Contact,
  audience: Omit<ResolvedAudience, 'accountId' | 'excludeCampaigns'>,
): boolean {
  const { groups, tags, excludeGroups, condition, today } = audience;
  const { memberships } = contact;
  const isMember = (groupId: string) => Object.hasOwn(memberships, groupId);
  if (groups && !groups.some(isMember)) return false;
  if (excludeGroups.some(isMember)) return false;
  // The tag is one of the memberships in `groups`, where those are asked for.
  const counts = ({ groupId }: { groupId: string }) => !groups || groups.includes(groupId);
  const hasTag = tags?.some((tag) => counts(tag) && memberships[tag.groupId]?.tagIds.includes(tag.tagId));
  if (tags && !hasTag) return false;
  return !condition || meetsCondition(contact, condition, today);
}
