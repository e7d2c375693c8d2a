import type { SQSRecord } from 'aws-lambda';

/** Attribute of a message that was put back on its queue: when it first came there, in epoch milliseconds. */
export const FIRST_SENT_AT = 'firstSentAt';

/**
 * When a message first came to its queue. Putting a dead letter back makes a new message of it, whose `SentTimestamp`
 * begins anew: what counts by the time at which something was said must ask here.
 *
 * @returns `undefined` where the queue does not say
 */
export function readFirstSentAt(
  record: Partial<Pick<SQSRecord, 'attributes' | 'messageAttributes'>>,
): Date | undefined {
  const sentAtMs = Number(
    record.messageAttributes?.[FIRST_SENT_AT]?.stringValue ?? record.attributes?.SentTimestamp,
  );
  return sentAtMs > 0 ? new Date(sentAtMs) : undefined;
}
