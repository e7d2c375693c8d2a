import { ReceiveMessageCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { startTestMessagingCloud, type TestMessagingCloud } from '../../../support/aws/messaging-cloud';

const HEADER = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';

let cloud: TestMessagingCloud;
beforeAll(async () => {
  cloud = await startTestMessagingCloud();
});
afterAll(() => cloud.stop());

it('hands out the trace header of a message as SQS does, beside its own attributes', async () => {
  const { url } = await cloud.makeQueue('traced');
  const text = (value: string) => ({ DataType: 'String', StringValue: value });
  const trace = { MessageSystemAttributes: { AWSTraceHeader: text(HEADER) } };
  await cloud.sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: url,
      Entries: [
        { Id: 'both', MessageBody: 'both', ...trace, MessageAttributes: { own: text('kept') } },
        { Id: 'trace', MessageBody: 'trace', ...trace },
        { Id: 'none', MessageBody: 'none' },
      ],
    }),
  );
  const { Messages: messages = [] } = await cloud.sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
  );
  const seen = messages.map(({ Body: body, Attributes: attributes, MessageAttributes: own }) => ({
    ...{ body, trace: attributes?.AWSTraceHeader, own: own && Object.keys(own) },
  }));
  expect(seen.sort((a, b) => (String(a.body) < String(b.body) ? -1 : 1))).toEqual([
    { body: 'both', trace: HEADER, own: ['own'] },
    { body: 'none', trace: undefined, own: undefined },
    { body: 'trace', trace: HEADER, own: undefined },
  ]);
});
