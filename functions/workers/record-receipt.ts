import type { SQSEvent } from 'aws-lambda';
import { getPlatform } from '../../shared/platform/platform';
import { readReceipt } from '../../shared/messages/receipt';
import { recordReceipt } from '../../shared/sending/receipts/record-receipt';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/** Receipt queue -> delivery status. What is no receipt of ours is dropped. */
export const handler = worker('recordReceipt', async (event: SQSEvent) => {
  const platform = getPlatform();
  return forEachRecord(event, platform, async (body) => {
    const receipt = readReceipt(body);
    if (receipt) await recordReceipt(platform, receipt);
  });
});
