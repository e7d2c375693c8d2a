import { listAllGroups } from '../audience/groups/list-groups';
import { takesPeople } from '../automations/record/automation';
import { findAutomations, findVersions } from '../automations/record/automation-store';
import { campaignItem, hasEnded } from '../campaigns/record/campaign';
import { findAccountKeywords } from '../inbound/account-keyword';
import { campaignsPk } from '../platform/store/keys';
import type { Table } from '../platform/store/table';

/**
 * Lists what would lose its sender: groups and keywords, and campaigns and automations that are neither drafts nor ended. A draft names
 * it until its launch is refused.
 */
export async function findUseOfSender(
  table: Table,
  { accountId, senderId }: { accountId: string; senderId: string },
): Promise<string[]> {
  const groups = await listAllGroups(table, accountId);
  const { keywords } = await findAccountKeywords(table, accountId);
  const campaigns: string[] = [];
  for await (const item of table.query({
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: '#from = :from',
    ExpressionAttributeNames: { '#from': 'from' },
    ExpressionAttributeValues: { ':pk': campaignsPk(accountId), ':from': senderId },
    ConsistentRead: true,
  })) {
    const campaign = campaignItem.read(item);
    if (campaign.status !== 'draft' && !hasEnded(campaign)) campaigns.push(campaign.id);
  }
  const automations: string[] = [];
  for (const { id: automationId } of (await findAutomations(table, accountId)).filter(takesPeople)) {
    // People on their way keep to the sender of their version.
    const versions = await findVersions(table, { accountId, automationId });
    if (versions.some(({ plan }) => plan.from === senderId)) automations.push(automationId);
  }
  return [
    ...groups.filter(({ from }) => from === senderId).map(({ id }) => id),
    ...keywords.filter(({ number }) => number === senderId).map(({ word }) => `the keyword ${word}`),
    ...campaigns,
    ...automations,
  ];
}
