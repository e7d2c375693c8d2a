import type { SQSEvent } from 'aws-lambda';
import { followEmails } from '../../shared/approvals/follow-emails';
import { sendNotice } from '../../shared/approvals/send-notice';
import { automationItem } from '../../shared/automations/record/automation';
import { settleJob } from '../../shared/automations/run/settle-job';
import { workAutomation } from '../../shared/automations/run/work-automation';
import { campaignItem } from '../../shared/campaigns/record/campaign';
import { workCampaign } from '../../shared/campaigns/run/work-campaign';
import type { ApprovalNoticeTask, ApprovalTopicsTask, CampaignTask } from '../../shared/outbox/relay-outbox';
import { withCampaigns } from '../../shared/campaigns/plan/campaigns-of-accounts';
import { addLogContext } from '../../shared/platform/observability/log';
import type { Table } from '../../shared/platform/store/table';
import { getQueuePlatform } from '../../shared/platform/queues/queue-platform';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/**
 * Campaign queue -> campaigns that begin, continue or end, and automations whose people go on. A message names one; the
 * table shows what it needs. Other messages are notices of approvals, and the addresses that get them.
 */
export const handler = worker(
  'workCampaigns',
  async (event: SQSEvent, context) => {
    const platform = getQueuePlatform();
    return forEachRecord(event, platform, async (body) => {
      const task = body as CampaignTask | ApprovalNoticeTask | ApprovalTopicsTask;
      const { accountId } = task;
      addLogContext({ accountId });
      if ('notice' in task) return sendNotice(platform, task, await findAbout(platform.table, task));
      if ('topics' in task) return followEmails(platform, task);
      const { campaignId, jobId, outboxId } = task;
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
  },
  { runs: 'whenActive' },
);

/** Finds the campaign or automation that a notice is about. */
async function findAbout(table: Table, { accountId, campaignId: id }: ApprovalNoticeTask) {
  const item = id.startsWith('aut_') ? automationItem : campaignItem;
  return item.readIfAny(await table.get(item.key({ accountId, id })));
}
