import type { SQSEvent } from 'aws-lambda';
import type { TransferTask } from '../../shared/outbox/relay-outbox';
import { workTransfer } from '../../shared/exports/work-transfer';
import { withCampaigns } from '../../shared/campaigns/plan/campaigns-of-accounts';
import { getFilesPlatform } from '../../shared/platform/files/files-platform';
import { addLogContext } from '../../shared/platform/observability/log';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/**
 * Transfer queue -> imports and exports. A message names one of an account; the table has the turns and the progress.
 */
export const handler = worker('transferContacts', async (event: SQSEvent, context) => {
  const platform = getFilesPlatform();
  return forEachRecord(event, platform, async (body) => {
    const { accountId, transferId } = body as TransferTask;
    addLogContext({ accountId });
    const remainingMs = () => context.getRemainingTimeInMillis();
    await workTransfer(withCampaigns(platform), { accountId, transferId, remainingMs });
  });
});
