import type { IncomingHttpHeaders } from 'node:http';
import type { MessageAttributeValue } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { TRACE_ATTRIBUTE } from '../../shared/platform/observability/tracing';
import { createMailbox, type Mailbox } from './mailbox';
import { isFromProgram, REFUSED_CALLER } from './loopback-server';
import { LOCAL_REGION } from './template';

interface MessagingCloud {
  /** Address of SQS and SNS. */
  url: string;
  /** E-mails that topics have sent. */
  mailbox: Mailbox;
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
  statusCode: number;
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
  const mailbox = createMailbox();
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string') return payload;
    if (reply.statusCode === 200) mailbox.observe(request.body);
    const operation = String(request.headers['x-amz-target']);
    if (operation.endsWith('.ReceiveMessage')) return showTraceHeaders(payload);
    return URL_OPERATIONS.test(operation) ? payload.replaceAll(insideOrigin(), outsideOrigin()) : payload;
  });

  port = new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port;
  return { url: outsideOrigin(), mailbox, stop: () => app.close() };
}

interface Sent {
  MessageAttributes?: Record<string, MessageAttributeValue>;
  MessageSystemAttributes?: Record<string, MessageAttributeValue>;
}

interface Received {
  Attributes?: Record<string, string>;
  MessageAttributes?: Record<string, MessageAttributeValue>;
  MD5OfMessageAttributes?: string;
}

/**
 * Copies the trace header of a sent message into a message attribute: fauxqs drops the system attribute, the only one
 * that SQS takes.
 */
function keepTraceHeaders(request: unknown): void {
  const { Entries: entries } = request as { Entries?: Sent[] };
  for (const message of entries ?? [request as Sent]) {
    const header = message.MessageSystemAttributes?.[TRACE_ATTRIBUTE];
    if (header) message.MessageAttributes = { ...message.MessageAttributes, [TRACE_ATTRIBUTE]: header };
  }
}

/** Moves the trace headers of an answer, in JSON, back to the system attributes, as in SQS. */
function showTraceHeaders(answer: string): string {
  if (!answer.includes(`"${TRACE_ATTRIBUTE}"`)) return answer;
  const { Messages: messages, ...rest } = JSON.parse(answer) as { Messages?: Received[] };
  return JSON.stringify({ ...rest, Messages: messages?.map(showTraceHeader) });
}

function showTraceHeader(message: Received): Received {
  const { [TRACE_ATTRIBUTE]: header, ...own } = message.MessageAttributes ?? {};
  if (header?.StringValue === undefined) return message;
  const { MessageAttributes: _, MD5OfMessageAttributes: __, ...rest } = message;
  return {
    ...rest,
    Attributes: { ...message.Attributes, [TRACE_ATTRIBUTE]: header.StringValue },
    ...(Object.keys(own).length > 0 && { MessageAttributes: own }),
  };
}
