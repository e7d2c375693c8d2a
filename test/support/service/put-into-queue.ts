import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueUrlCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { describeService, findQueueTraces } from '../erasure/find-queue-traces';

/**
 * Puts a message straight into a queue of the shared service.
 *
 * @param queue name of a queue, which is created if it is missing; or a pattern of the name of one queue of the service
 * @returns deletes a queue that was created for it
 */
export async function putIntoQueue(queue: string | RegExp, body: object): Promise<() => Promise<void>> {
  const { endpoints, environment } = describeService();
  const sqs = new SQSClient({
    endpoint: endpoints.sqs,
    region: 'us-east-1',
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID,
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY,
    },
  });
  const url = typeof queue === 'string' ? await make(sqs, queue) : await find(sqs, queue);
  await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(body) }));
  return async () => {
    if (typeof queue === 'string') await sqs.send(new DeleteQueueCommand({ QueueUrl: url }));
    sqs.destroy();
  };
}

async function make(sqs: SQSClient, name: string): Promise<string | undefined> {
  return (await sqs.send(new CreateQueueCommand({ QueueName: name }))).QueueUrl;
}

async function find(sqs: SQSClient, wanted: RegExp): Promise<string | undefined> {
  const { names } = await findQueueTraces(['']);
  const found = names.filter((name) => wanted.test(name));
  if (found.length !== 1) throw new Error(`${String(wanted)} is not one queue of ${names.join(', ')}`);
  return (await sqs.send(new GetQueueUrlCommand({ QueueName: found[0] }))).QueueUrl;
}
