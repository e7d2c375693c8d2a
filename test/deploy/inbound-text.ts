import { randomUUID } from 'node:crypto';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** Text from a phone, as End User Messaging publishes it. */
export const inboundText = (text: { from: string; to: string; body: string }) => ({
  originationNumber: text.from,
  destinationNumber: text.to,
  messageKeyword: 'KEYWORD',
  messageBody: text.body,
  inboundMessageId: randomUUID(),
});

/** Puts a message into a queue, where workers see it at once unless it is delayed. */
export async function putIntoQueue(
  QueueUrl: string,
  body: object,
  { DelaySeconds }: { DelaySeconds?: number } = {},
): Promise<void> {
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(body), DelaySeconds }));
}
