import { randomUUID } from 'node:crypto';

type Worker = (event: never, context: never) => Promise<unknown>;

/** Builds what AWS publishes about a text. */
export const receiptEvent = (messageId: string, eventType: string) => ({
  eventType,
  eventTimestamp: Date.now(),
  isFinal: eventType === 'TEXT_DELIVERED',
  messageId: randomUUID(),
  context: { messageId },
  totalMessageParts: 1,
  totalMessagePrice: 0.00581,
  totalCarrierFee: 0.00302,
});

let records = 0;
export const toRecord = (body: object) => ({
  messageId: `record-${(records += 1)}`,
  body: JSON.stringify(body),
});

/** Calls a worker with records of a queue. */
export async function invoke(handler: Worker, event: { Records: object[] }): Promise<void> {
  const answer = (await handler(event as never, {} as never)) as { batchItemFailures: unknown[] };
  if (answer.batchItemFailures.length > 0)
    throw new Error(`${answer.batchItemFailures.length} records failed`);
}
