import type { SQSRecord } from 'aws-lambda';

/**
 * Attribute of a message that was put back on its queue: the time at which it was first sent, in epoch milliseconds.
 */
export const FIRST_SENT_AT = 'firstSentAt';

/**
 * Returns the time at which a message was first sent to its queue. A dead letter that is put back becomes a new message
 * with a new `SentTimestamp`: rules that depend on the time of the original must use this function.
 *
 * @returns `undefined` when the queue does not tell it
 */
export function readFirstSentAt(
  record: Partial<Pick<SQSRecord, 'attributes' | 'messageAttributes'>>,
): Date | undefined {
  const sentAtMs = Number(
    record.messageAttributes?.[FIRST_SENT_AT]?.stringValue ?? record.attributes?.SentTimestamp,
  );
  return sentAtMs > 0 ? new Date(sentAtMs) : undefined;
}
