import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns';
import type { MovableClock } from '../clock';
import { isFromProgram, parseObject, readBody, sendJson, startLoopbackServer } from '../loopback-server';
import type { Log } from '../mappings';
import { type Answer, type Answers, chooseLookUp, createAnswers, type ReceiptStatus } from './answers';
import type { AwsAccount } from './aws-account';
import { describeAccount } from './eum-describe';
import { answerRegistrations } from './eum-registrations';
import {
  answerCarrierLookup,
  answerFeedback,
  eumAnswer,
  type HandedOver,
  operationOf,
  readEumRequest,
} from './eum-protocol';
import { findFault } from './provider-faults';
import { createReceiptPublisher } from './receipts';
import { openSentLog, type SentFilter, type SentMessage } from './sent-log';

/** Attachments of registrations are the largest bodies: 500 KB, in base64. */
const MAX_BODY_BYTES = 1024 * 1024;

export interface SimulatorOptions {
  /** Absent: a free one. */
  port?: number;
  /** File of the log of messages that were taken; absent: in memory only. */
  dataFile?: string;
  /** Time before an answer. */
  latencyMs: number;
  /** Rate above which the simulator throttles; absent: it never does. */
  ratePerSecond?: number;
  clock: MovableClock;
  sns: SNSClient;
  /** ARNs; nothing is published to a topic without one. */
  topics: { inbound?: string; receipts?: string };
  log: Log;
  /** Returns true for phones that are reported as not delivered; absent: those that the README names. */
  isUnreachable?: (to: string) => boolean;
  /** AWS account that End User Messaging describes; absent: none. */
  account?: AwsAccount;
  /** Draws which hand-overs a fault acts on; absent: at random. */
  random?: () => number;
}

interface InboundText {
  from: string;
  to: string;
  body: string;
  /** Set to repeat a text, as a provider may. */
  inboundMessageId?: string | undefined;
}

/**
 * Provider that delivers nowhere, and the phones behind it. It implements a protocol of its own (`POST /messages`) and
 * that of AWS End User Messaging.
 */
export interface Simulator {
  url: string;
  /**
   * Returns the messages that were taken, oldest first, including those whose answer was lost, without refused ones.
   */
  sent: (filter: SentFilter) => SentMessage[];
  /** Publishes a text from a phone to one of our numbers. */
  inbound: (text: InboundText) => Promise<{ inboundMessageId: string }>;
  /** Publishes a receipt at once. */
  receipt: (options: {
    messageId: string;
    status: ReceiptStatus;
  }) => Promise<'published' | 'unknown-message'>;
  /** Returns the faults in force, which are kept in memory only. */
  faults: Answers['faults'];
  /** Switches a fault at once, and returns the faults in force. */
  switchFault: Answers['switchFault'];
  /** Forgets all messages, receipts to come and faults. */
  clear(): void;
  stop(): Promise<void>;
}

/** Stands for the provider's id of a message that was only checked. */
const DRY_RUN = 'sim_dry_run';

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { clock, sns, topics } = options;
  const sentLog = openSentLog(options.dataFile);
  const answers = createAnswers(options);
  const receipts =
    topics.receipts === undefined
      ? undefined
      : createReceiptPublisher({ ...options, topicArn: topics.receipts });

  const take = (message: HandedOver): SentMessage => {
    const sent: SentMessage = {
      to: message.to,
      from: message.from,
      body: message.body,
      ...(typeof message.mediaUrl === 'string' && { mediaUrl: message.mediaUrl }),
      messageId: message.messageId,
      providerMessageId: `sim_${randomUUID()}`,
      at: clock.now().toISOString(),
      ...(message.protection !== undefined && { protection: message.protection }),
      ...(message.expectsFeedback === true && { expectsFeedback: true }),
      ...(message.trace !== undefined && { trace: message.trace }),
    };
    sentLog.add(sent);
    receipts?.expect(sent);
    return sent;
  };

  const treat = async (
    message: HandedOver,
    { isDryRun }: { isDryRun: boolean },
  ): Promise<{ decision: Answer; providerMessageId?: string }> => {
    const decision = answers.choose(message);
    const isTaken = !isDryRun && (decision.kind === 'accept' || decision.kind === 'accept-silently');
    const taken = isTaken ? take(message) : undefined;
    if (options.latencyMs > 0) await sleep(options.latencyMs);
    return { decision, ...(taken && { providerMessageId: taken.providerMessageId }) };
  };

  const isThrottled = (from: string) =>
    ['throttled', 'unavailable'].includes(findFault(answers.faults(), from).fault);

  const serveEum = async (response: ServerResponse, target: string, body: string | undefined) => {
    const asked = { operation: operationOf(target) ?? '', body };
    const lookedUp = answerCarrierLookup(asked);
    if (lookedUp) return sendJson(response, lookedUp.status, lookedUp.body);
    const described =
      options.account &&
      ((await describeAccount(options.account, asked)) ??
        (await answerRegistrations(options.account, asked)));
    const answered = described ?? answerFeedback(asked, { find: sentLog.findByProviderId, isThrottled });
    if (answered) return sendJson(response, answered.status, answered.body);
    const read = readEumRequest(target, body);
    if ('exception' in read) return sendJson(response, read.exception.status, read.exception.body);
    const { decision, providerMessageId } = await treat(read.message, read);
    const isMedia = read.message.mediaUrl !== undefined;
    const said = eumAnswer(decision, { providerMessageId, isMedia });
    if (said) sendJson(response, said.status, said.body);
    else response.destroy();
  };

  const serveLookUp = (response: ServerResponse, body: string | undefined) => {
    const { phoneNumber } = parseObject(body) ?? {};
    const found = chooseLookUp(String(phoneNumber));
    return found === 'throttled'
      ? sendJson(response, 429, { outcome: 'unavailable', retryAfterSeconds: 1 })
      : sendJson(response, 200, { outcome: 'found', lineType: found });
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request, MAX_BODY_BYTES);
    const target = request.headers['x-amz-target'];
    if (request.method === 'POST' && typeof target === 'string') return serveEum(response, target, body);
    if (request.method === 'POST' && request.url === '/look-ups') return serveLookUp(response, body);
    const isDryRun = request.url === '/checks';
    if (request.method !== 'POST' || !(isDryRun || request.url === '/messages')) {
      return sendJson(response, 404, {
        message: 'The simulator takes POST /messages, /checks and /look-ups only.',
      });
    }
    const message = parseMessage(body);
    if (message === undefined) {
      const errorMessage = 'The simulator expects messageId, to, from and body.';
      return sendJson(response, 400, { outcome: 'refused', errorType: 'invalid_request', errorMessage });
    }
    const { decision, providerMessageId = DRY_RUN } = await treat(message, { isDryRun });
    switch (decision.kind) {
      case 'accept':
        return sendJson(response, 200, { outcome: 'accepted', providerMessageId });
      case 'accept-silently':
        response.destroy();
        return;
      case 'refuse': {
        const { errorType, errorMessage } = decision;
        const providerReason = `Simulated ${errorType}`;
        return sendJson(response, 200, { outcome: 'refused', errorType, errorMessage, providerReason });
      }
      case 'unavailable': {
        const { status, retryAfterSeconds } = decision;
        const providerReason = `Simulated ${status}`;
        return sendJson(response, status, {
          ...{ outcome: 'unavailable', retryAfterSeconds, providerReason },
          ...(status === 429 && { isNoOutage: true }),
        });
      }
      case 'spend-limit':
        return sendJson(response, 200, {
          ...{ outcome: 'unavailable', retryAfterSeconds: 120, everyMessage: 'spend_limit' },
          providerReason: 'Simulated spend limit',
        });
    }
  };
  const server = await startLoopbackServer(serve, {
    port: options.port,
    // A provider: its own protocol has no credentials.
    admits: (headers) => isFromProgram(headers, undefined),
  });

  return {
    url: server.url,
    sent: (filter) => sentLog.list(filter),
    inbound: async (text) => {
      const inboundMessageId = text.inboundMessageId ?? randomUUID();
      if (topics.inbound !== undefined) {
        const previous = sentLog.findLastBetween({ from: text.to, to: text.from });
        const event = inboundEvent({ ...text, inboundMessageId, previousId: previous?.providerMessageId });
        await sns.send(new PublishCommand({ TopicArn: topics.inbound, Message: JSON.stringify(event) }));
      }
      return { inboundMessageId };
    },
    receipt: async ({ messageId, status }) => {
      const message = sentLog.find(messageId);
      if (message === undefined) return 'unknown-message';
      await receipts?.publishNow(message, status);
      return 'published';
    },
    faults: answers.faults,
    switchFault: answers.switchFault,
    clear: () => {
      sentLog.clear();
      answers.clear();
      receipts?.clear();
    },
    stop: async () => {
      await Promise.all([server.stop(), receipts?.stop()]);
      sentLog.close();
    },
  };
}

/** Builds the event with which AWS End User Messaging passes on a text to one of the account's numbers. */
export function inboundEvent(
  text: InboundText & { inboundMessageId: string; previousId: string | undefined },
): object {
  return {
    originationNumber: text.from,
    destinationNumber: text.to,
    messageKeyword: text.body.trim().split(/\s+/)[0]?.toUpperCase() ?? '',
    messageBody: text.body,
    ...(text.previousId !== undefined && { previousPublishedMessageId: text.previousId }),
    inboundMessageId: text.inboundMessageId,
  };
}

function parseMessage(body: string | undefined): HandedOver | undefined {
  const message = parseObject(body);
  const isComplete = ['messageId', 'to', 'from', 'body'].every((name) => typeof message?.[name] === 'string');
  return isComplete ? (message as unknown as HandedOver) : undefined;
}
