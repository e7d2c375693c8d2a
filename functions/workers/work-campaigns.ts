import type { SQSEvent } from 'aws-lambda';
import { settleJob } from '../../shared/automations/run/settle-job';
import { workAutomation } from '../../shared/automations/run/work-automation';
import { workCampaign } from '../../shared/campaigns/run/work-campaign';
import type { CampaignTask } from '../../shared/outbox/relay-outbox';
import { withCampaigns } from '../../shared/campaigns/plan/campaigns-of-accounts';
import { addLogContext } from '../../shared/platform/observability/log';
import { getRelayPlatform } from '../../shared/platform/queues/relay-platform';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/** Campaign queue -> campaigns that begin, continue or end, and automations whose people go on. A message names one; the table shows what it needs. */
export const handler = worker('workCampaigns', async (event: SQSEvent, context) => {
  const platform = getRelayPlatform();
  return forEachRecord(event, platform, async (body) => {
    const { accountId, campaignId, jobId, outboxId } = body as CampaignTask;
    addLogContext({ accountId });
    const remainingMs = () => context.getRemainingTimeInMillis();
    if (jobId !== undefined) return settleJob(platform, { jobId, outboxId });
    if (campaignId.startsWith('aut_'))
      return workAutomation(platform, { accountId, automationId: campaignId, remainingMs });
    await workCampaign(withCampaigns(platform), {
      accountId,
      campaignId,
      remainingMs,
    });
  });
});
