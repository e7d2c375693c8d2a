import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { createVisibility } from '../../../../../shared/platform/queues/visibility';
import { startTestMessagingCloud, type TestMessagingCloud } from '../../../../support/aws/messaging-cloud';

const ENVIRONMENT = { ...process.env };
let cloud: TestMessagingCloud;

beforeAll(async () => {
  cloud = await startTestMessagingCloud();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SQS: cloud.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});

afterAll(async () => {
  process.env = ENVIRONMENT;
  await cloud.stop();
});

async function receive(queueUrl: string, waitSeconds: number) {
  const { Messages: messages = [] } = await cloud.sqs.send(
    new ReceiveMessageCommand({ QueueUrl: queueUrl, WaitTimeSeconds: waitSeconds, MaxNumberOfMessages: 10 }),
  );
  return messages;
}

describe('the visibility of messages', () => {
  it('shows a message again after the seconds that are asked for, and not the others', async () => {
    const { url, arn } = await cloud.makeQueue('Work', { VisibilityTimeout: '300' });
    for (const body of ['failed', 'under way']) {
      await cloud.sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: body }));
    }
    const taken = await receive(url, 5);
    const failed = taken.find(({ Body: body }) => body === 'failed');
    expect(taken).toHaveLength(2);
    expect(await receive(url, 0)).toEqual([]);

    const { ReceiptHandle: receiptHandle = '' } = failed ?? {};
    await createVisibility().change(arn, [{ receiptHandle, seconds: 1 }]);

    expect((await receive(url, 10)).map(({ Body: body }) => body)).toEqual(['failed']);
  });
});
