import { readSendId } from '../../../automations/record/send-id';
import { countForCampaign } from '../../../campaigns/record/campaign-counters';
import { jobKey } from '../../../platform/store/keys';
import type { Table, TransactItem } from '../../../platform/store/table';
import { readJob } from '../../jobs/job';
import { readJobMessageId } from '../../jobs/results/job-message-id';

/**
 * Builds the write that counts the first click of a text of an automation; none for other messages. The jobs of an
 * automation are too many to be added up, as those of a campaign are.
 *
 * **Source:** rules E10.5.
 */
export async function countStepClick(table: Table, messageId: string): Promise<TransactItem[]> {
  const place = readJobMessageId(messageId);
  const item = place && (await table.get(jobKey(place.jobId)));
  const { campaignId, runId } = item ? readJob(item) : {};
  if (!place || campaignId === undefined || !readSendId(campaignId)) return [];
  return [campaignId, runId].flatMap((id) =>
    id === undefined
      ? []
      : [countForCampaign({ campaignId: id, added: { clicked: 1 }, spread: place.chunk + place.position })],
  );
}
