import type { Contact } from '../contacts/contact';
import { meetsCondition } from './internal/meets-condition';
import type { ResolvedAudience } from './resolve-audience';

/**
 * Returns true when a contact is in an audience, as far as its own attributes tell. `walkAudience` then leaves out
 * contacts to whom one of `excludeCampaigns` handed over a message.
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
  // When the audience has groups, the tag must be on a membership of one of them.
  const counts = ({ groupId }: { groupId: string }) => !groups || groups.includes(groupId);
  const hasTag = tags?.some((tag) => counts(tag) && memberships[tag.groupId]?.tagIds.includes(tag.tagId));
  if (tags && !hasTag) return false;
  return !condition || meetsCondition(contact, condition, today);
}
