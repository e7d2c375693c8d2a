import type { SQSEvent } from 'aws-lambda';
import { workImport } from '../../shared/audience/import/work-import';
import type { TransferTask } from '../../shared/outbox/relay-outbox';
import { workExport } from '../../shared/exports/work-export';
import { withCampaigns } from '../http/campaigns';
import { getFilesPlatform } from '../../shared/platform/files-platform';
import { addLogContext } from '../../shared/platform/log';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/** Transfer queue -> imports and exports. A message names one; the table says how far it is. */
export const handler = worker('transferContacts', async (event: SQSEvent, context) => {
  const platform = getFilesPlatform();
  return forEachRecord(event, platform, async (body) => {
    const { accountId, transferId } = body as TransferTask;
    addLogContext({ accountId });
    const remainingMs = () => context.getRemainingTimeInMillis();
    if (transferId.startsWith('exp_')) {
      return workExport(withCampaigns(platform), { accountId, exportId: transferId, remainingMs });
    }
    await workImport(platform, { accountId, importId: transferId, remainingMs });
  });
});
