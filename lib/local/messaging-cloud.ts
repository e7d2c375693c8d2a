import type { IncomingHttpHeaders } from 'node:http';
import { CreateTopicCommand, type SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { CreateQueueCommand, PurgeQueueCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { isFromProgram } from './callers';
import { REFUSED_CALLER } from './loopback-server';
import { queueAttributes, subscriptionRequests } from './messaging-resources';
import { physicalName } from './references';
import { keepTraceHeaders, showTraceHeaders } from './trace-headers';
import { LOCAL_REGION, type Template } from './template';

interface MessagingCloud {
  /** Address of SQS and SNS. */
  url: string;
  stop(): Promise<void>;
}

/** The part of the Fastify application of fauxqs that is used; its own types do not resolve from here. */
interface FauxqsApp {
  addHook(name: 'onRequest', hook: (request: FauxqsRequest, reply: FauxqsReply) => Promise<unknown>): void;
  addHook(
    name: 'preHandler' | 'onSend',
    hook: (request: FauxqsRequest, reply: FauxqsReply, payload?: unknown) => Promise<unknown>,
  ): void;
  listen(options: { port: number; host: string }): Promise<string>;
  close(): Promise<void>;
}

interface FauxqsRequest {
  body: unknown;
  headers: IncomingHttpHeaders;
}

interface FauxqsReply {
  code(status: number): FauxqsReply;
  send(body: object): FauxqsReply;
}

/** Operations of SQS that answer with queue URLs. */
const URL_OPERATIONS = /\.(CreateQueue|GetQueueUrl|ListQueues|ListDeadLetterSourceQueues)$/;

/**
 * Starts the local SQS and SNS, empty, on a free port of the loopback interface.
 *
 * @param options.accessKeyId access key that requests must be signed with
 */
export async function startMessagingCloud({ accessKeyId }: { accessKeyId: string }): Promise<MessagingCloud> {
  const app = buildApp({ logger: false, defaultRegion: LOCAL_REGION }) as unknown as FauxqsApp;
  let port = '0';
  const insideOrigin = () => `http://sqs.${LOCAL_REGION}.localhost:${port}`;
  const outsideOrigin = () => `http://127.0.0.1:${port}`;

  app.addHook('onRequest', async (request, reply) =>
    isFromProgram(request.headers, accessKeyId) ? undefined : reply.code(403).send(REFUSED_CALLER),
  );
  // fauxqs gives its queues a host name that only resolves where *.localhost does. As in SQS, the path alone identifies
  // a queue, so queues can also be addressed by the host that everything else uses.
  app.addHook('preHandler', async (request) => {
    const body = request.body as { QueueUrl?: unknown } | null | undefined;
    if (typeof body?.QueueUrl === 'string' && URL.canParse(body.QueueUrl)) {
      body.QueueUrl = insideOrigin() + new URL(body.QueueUrl).pathname;
      keepTraceHeaders(body);
    }
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    if (typeof payload !== 'string') return payload;
    const operation = String(request.headers['x-amz-target']);
    if (operation.endsWith('.ReceiveMessage')) return showTraceHeaders(payload);
    return URL_OPERATIONS.test(operation) ? payload.replaceAll(insideOrigin(), outsideOrigin()) : payload;
  });

  port = new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port;
  return { url: outsideOrigin(), stop: () => app.close() };
}

/** Creates the queues, topics and subscriptions of the template, whose references must be set. */
export async function createMessagingResources(options: {
  template: Template;
  sqs: SQSClient;
  sns: SNSClient;
}): Promise<void> {
  const { template } = options;
  const queues = template.resources('AWS::SQS::Queue');
  // Redrive policies name dead-letter queues by ARN, so the queues can be created in any order.
  await Promise.all(
    queues.map((queue) =>
      options.sqs.send(
        new CreateQueueCommand({
          QueueName: physicalName(queue),
          Attributes: queueAttributes(template, queue),
        }),
      ),
    ),
  );
  await Promise.all(
    template
      .resources('AWS::SNS::Topic')
      .map((topic) => options.sns.send(new CreateTopicCommand({ Name: physicalName(topic) }))),
  );
  await Promise.all(
    subscriptionRequests(template).map((input) => options.sns.send(new SubscribeCommand(input))),
  );
}

/** Deletes every message from every queue. */
export async function purgeQueues(template: Template, sqs: SQSClient): Promise<void> {
  await Promise.all(
    template
      .resources('AWS::SQS::Queue')
      .map(({ logicalId }) =>
        sqs.send(new PurgeQueueCommand({ QueueUrl: String(template.resolve({ Ref: logicalId })) })),
      ),
  );
}
