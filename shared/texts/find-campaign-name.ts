import { automationItem } from '../automations/record/automation';
import { readSendId } from '../automations/record/send-id';
import { campaignItem } from '../campaigns/record/campaign';
import type { Table } from '../platform/store/table';

/** Finds the name of the campaign of a text, or of the automation; `undefined` when it was deleted. */
export async function findCampaignName(
  table: Table,
  { accountId, campaignId }: { accountId: string; campaignId: string },
): Promise<string | undefined> {
  const step = readSendId(campaignId);
  if (step === undefined)
    return campaignItem.readIfAny(await table.get(campaignItem.key({ accountId, id: campaignId })))?.name;
  const key = automationItem.key({ accountId, id: step.automationId });
  return automationItem.readIfAny(await table.get(key))?.name;
}
