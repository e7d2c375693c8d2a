import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { type InboundDeps, receiveInbound } from '../../shared/inbound/receive-inbound';
import { parsePhoneOfText } from '../../shared/phone-numbers/e164';
import { readFirstSentAt } from '../../shared/platform/queues/first-sent';
import { getPlatform, type Platform } from '../../shared/platform/platform';
import { readInboundText } from '../../shared/platform/provider/eum/inbound-text';
import { keepOnQueue, workOnRecord } from './sqs-batch';
import { worker } from './worker';

/**
 * Inbound queue (two-way SMS -> topic -> queue) -> consent, stored texts, keyword replies.
 *
 * The texts of one phone are processed one after another, in the order of the batch. An invalid record fails like any
 * other: it goes to the dead-letter queue for the operator.
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
  measureLag(event.Records, core);
  return keepOnQueue(failed, core);
});

/**
 * Measures failed tries too: SQS leaves messages that were received three times out of the age of its oldest. A text
 * that was put back counts from then on.
 */
function measureLag(
  records: readonly SQSRecord[],
  { clock, metrics }: Pick<Platform, 'clock' | 'metrics'>,
): void {
  const sentAtMs = Math.min(...records.map(({ attributes }) => Number(attributes.SentTimestamp)));
  if (sentAtMs > 0) metrics.record('InboundLag', Math.max(0, clock.now().getTime() - sentAtMs));
}

async function receive(platform: InboundDeps, record: SQSRecord): Promise<void> {
  const receivedAt = readFirstSentAt(record) ?? platform.clock.now();
  await receiveInbound(platform, readInboundText(JSON.parse(record.body)), receivedAt);
}

/** Returns the same text for records that must keep their order; an invalid record is in a group of its own. */
function phoneOf(record: SQSRecord): string {
  try {
    const { rawFrom } = readInboundText(JSON.parse(record.body));
    return parsePhoneOfText(rawFrom) ?? rawFrom;
  } catch {
    return record.messageId;
  }
}
