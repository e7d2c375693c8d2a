import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { readInboundText } from '../../shared/inbound/inbound-text';
import { type InboundDeps, receiveInbound } from '../../shared/inbound/receive-inbound';
import { parsePhoneOfText } from '../../shared/phone-numbers/e164';
import { readFirstSentAt } from '../../shared/platform/first-sent';
import { getPlatform } from '../../shared/platform/platform';
import { keepOnQueue, workOnRecord } from './sqs-batch';
import { worker } from './worker';

/**
 * Inbound queue (two-way SMS -> topic -> queue) -> consent, kept texts, keyword replies.
 *
 * The texts of one phone are taken one after another, in the order of the batch. A record that cannot be read fails
 * like any other: it ends in the dead-letter queue, where the operator finds it.
 */
export const handler = worker('receiveInbound', async (event: SQSEvent) => {
  const core = getPlatform();
  const platform: InboundDeps = { ...core, keywordReplies: core.config.keywordReplies() };
  const failed: SQSRecord[] = [];
  const queues = new Map<string, Promise<void>>();
  for (const record of event.Records) {
    const phone = phoneOf(record);
    const earlier = queues.get(phone) ?? Promise.resolve();
    queues.set(
      phone,
      earlier.then(async () => {
        const outcome = await workOnRecord(record, core, () => receive(platform, record));
        if (outcome === 'failed') failed.push(record);
      }),
    );
  }
  await Promise.all(queues.values());
  return keepOnQueue(failed, core);
});

async function receive(platform: InboundDeps, record: SQSRecord): Promise<void> {
  const receivedAt = readFirstSentAt(record) ?? platform.clock.now();
  await receiveInbound(platform, readInboundText(JSON.parse(record.body)), receivedAt);
}

/** The same for texts that must keep their order; a record that cannot be read stands alone. */
function phoneOf(record: SQSRecord): string {
  try {
    const { rawFrom } = readInboundText(JSON.parse(record.body));
    return parsePhoneOfText(rawFrom) ?? rawFrom;
  } catch {
    return record.messageId;
  }
}
