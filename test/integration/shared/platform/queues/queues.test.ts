import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { createQueues } from '../../../../../shared/platform/queues/queues';
import { startTestMessagingCloud, type TestMessagingCloud } from '../../../../support/aws/messaging-cloud';

const ENVIRONMENT = { ...process.env };
let cloud: TestMessagingCloud;

beforeAll(async () => {
  cloud = await startTestMessagingCloud();
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: cloud.url,
  });
});
afterAll(async () => {
  process.env = ENVIRONMENT;
  await cloud.stop();
});

it('counts the messages that wait, without those that are delayed or under way', async () => {
  const { url } = await cloud.makeQueue('chunks');
  const queues = createQueues(() => url);
  expect(await queues.countWaiting('chunk')).toBe(0);

  await queues.send('chunk', [{ body: 1 }, { body: 2 }, { body: 3 }, { body: 4, delaySeconds: 900 }]);
  await cloud.sqs.send(new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 1 }));

  expect(await queues.countWaiting('chunk')).toBe(2);
});
