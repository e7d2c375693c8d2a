import type { SQSEvent } from 'aws-lambda';
import type { TransferTask } from '../../shared/outbox/relay-outbox';
import { lookUpImported } from '../../shared/audience/import/look-up-imported';
import { workTransfer } from '../../shared/exports/work-transfer';
import { withCampaigns } from '../../shared/campaigns/plan/campaigns-of-accounts';
import { getFilesPlatform } from '../../shared/platform/files/files-platform';
import { addLogContext } from '../../shared/platform/observability/log';
import { getLookUps } from '../../shared/sending/platform/look-up-platform';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/**
 * Transfer queue -> imports and exports, and the look-ups after an import. A message names one of an account; the table has the turns and the progress.
 */
export const handler = worker(
  'transferContacts',
  async (event: SQSEvent, context) => {
    const platform = getFilesPlatform();
    return forEachRecord(event, platform, async (body) => {
      const { accountId, transferId, lookUp } = body as TransferTask;
      addLogContext({ accountId });
      const remainingMs = () => context.getRemainingTimeInMillis();
      if (lookUp)
        return lookUpImported(
          { ...platform, lookUps: getLookUps(platform) },
          { accountId, importId: transferId, remainingMs },
        );
      await workTransfer(withCampaigns(platform), { accountId, transferId, remainingMs });
    });
  },
  { runs: 'whenActive' },
);
