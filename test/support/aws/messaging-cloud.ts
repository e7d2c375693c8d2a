import { type ChildProcess, spawn } from 'node:child_process';
import { SNSClient } from '@aws-sdk/client-sns';
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';

export interface TestMessagingCloud {
  url: string;
  sqs: SQSClient;
  sns: SNSClient;
  makeQueue(name: string, attributes?: Record<string, string>): Promise<{ url: string; arn: string }>;
  stop(): Promise<void>;
}

/** Script of the server, which ends when the pipe from the test closes, however the test ends. */
const SERVER_SCRIPT = `
import { startMessagingCloud } from './lib/local/messaging-cloud.ts';
const cloud = await startMessagingCloud({ accessKeyId: 'local' });
process.stdin.on('end', () => process.exit(0)).resume();
console.log(cloud.url);
`;

/**
 * Starts the local SQS and SNS in a process of their own: the package is for ES modules only, which Jest does not load.
 */
export async function startTestMessagingCloud(): Promise<TestMessagingCloud> {
  const server = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', SERVER_SCRIPT],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const url = await readFirstLine(server);
  const shared = {
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  const sqs = new SQSClient(shared);
  const sns = new SNSClient(shared);
  return {
    url,
    sqs,
    sns,
    makeQueue: async (name, attributes = {}) => {
      const { QueueUrl: queueUrl } = await sqs.send(
        new CreateQueueCommand({ QueueName: name, Attributes: attributes }),
      );
      const { Attributes: made } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] }),
      );
      return { url: queueUrl ?? '', arn: made?.QueueArn ?? '' };
    },
    stop: async () => {
      sqs.destroy();
      sns.destroy();
      const exit = new Promise((resolve) => server.once('exit', resolve));
      server.stdin.end();
      await exit;
    },
  };
}

function readFirstLine(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [line, ...rest] = output.split('\n');
      if (line !== undefined && rest.length > 0) resolve(line);
    });
    server.once('exit', (code) => reject(new Error(`The messaging cloud ended with ${code}: ${output}`)));
  });
}
