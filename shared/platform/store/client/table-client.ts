import { randomUUID } from 'node:crypto';
import { Agent, request as requestHttp } from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { awsDomain } from '../../aws/internal/aws-domain';
import { outsideClock } from '../../clock';
import { type RequestLimits, USUAL_LIMITS } from '../../aws/internal/request-limits';
import { createSigner, readCredentials } from '../../aws/signed-request';
import { realWaits } from '../retry-on-conflict';
import { isThrottle, isWorthRetrying, TimeoutError, toServiceError } from './service-error';
import { fromWireText, toWireText, withPlainItems } from './wire-form';

/** Operations by the command's class, because the names of classes are shortened in a bundle. */
const OPERATIONS = new Map<unknown, string>([
  [GetCommand, 'GetItem'],
  [BatchGetCommand, 'BatchGetItem'],
  [BatchWriteCommand, 'BatchWriteItem'],
  [PutCommand, 'PutItem'],
  [UpdateCommand, 'UpdateItem'],
  [DeleteCommand, 'DeleteItem'],
  [QueryCommand, 'Query'],
  [ScanCommand, 'Scan'],
  [TransactWriteCommand, 'TransactWriteItems'],
]);

const MAX_ATTEMPTS = 5;
const MAX_CONNECTIONS = 64;
const FIRST_PAUSE_MS = 50;
const FIRST_PAUSE_WHEN_THROTTLED_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

interface Answer {
  status: number;
  requestId: string | undefined;
  text: string;
}

/**
 * Client with the part of the document client that the table uses, in a tenth of the CPU time: one signed `POST` over a
 * connection that stays open. Attempts, timeouts and errors are those of the SDK; see the decision "The table has a
 * client of its own".
 */
export class TableClient {
  private readonly url: URL;
  private readonly agent: Agent;
  private readonly sign: ReturnType<typeof createSigner>;
  private readonly limits: RequestLimits;

  constructor(limits: Partial<RequestLimits> = {}) {
    const {
      AWS_REGION: region = 'us-east-1',
      AWS_ENDPOINT_URL_DYNAMODB: own,
      AWS_ENDPOINT_URL: all,
    } = process.env;
    this.url = new URL(own ?? all ?? `https://dynamodb.${region}.${awsDomain(region)}`);
    const connections = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
    this.agent = this.url.protocol === 'https:' ? new SecureAgent(connections) : new Agent(connections);
    this.sign = createSigner({ service: 'dynamodb', region });
    this.limits = { ...USUAL_LIMITS, connectMs: 5_000, ...limits };
  }

  close(): void {
    this.agent.destroy();
  }

  /**
   * Sends a command.
   *
   * @param command command of the document client
   * @returns the answer; `$metadata.attempts`, as the SDK has it, is how often it was asked for
   */
  async send({ input, constructor }: { input: object; constructor: unknown }): Promise<object> {
    const operation = OPERATIONS.get(constructor);
    if (operation === undefined) throw new Error('The table client does not know the command');
    // All attempts are one transaction: one whose response was lost is not refused because of its own writes.
    const body = toWireText(
      operation === 'TransactWriteItems' ? { ClientRequestToken: randomUUID(), ...input } : input,
    );
    for (let attempt = 1; ; attempt++) {
      try {
        return { ...withPlainItems(await this.attempt(operation, body)), $metadata: { attempts: attempt } };
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isWorthRetrying(error)) throw error;
        const first = isThrottle(error) ? FIRST_PAUSE_WHEN_THROTTLED_MS : FIRST_PAUSE_MS;
        const ceilingMs = Math.min(LONGEST_PAUSE_MS, first * 2 ** (attempt - 1));
        await realWaits.pause(realWaits.random() * ceilingMs);
      }
    }
  }

  private async attempt(operation: string, body: string): Promise<Record<string, unknown>> {
    const named = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    };
    const headers = this.sign(
      { method: 'POST', url: this.url, headers: named, body },
      // The service's own clock can be moved in the local service.
      { credentials: readCredentials(), now: outsideClock.now() },
    );
    const { status, requestId, text } = await this.post(headers, body);
    if (status === 200) return fromWireText(text);
    throw toServiceError({ status, requestId, body: parseError(text) });
  }

  private post(headers: Record<string, string>, body: string): Promise<Answer> {
    const { url, agent, limits } = this;
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const outgoing = request(url, {
        agent,
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      });
      const giveUp = (what: string) => outgoing.destroy(new TimeoutError(`DynamoDB ${what} in time`));
      const answerTimer = setTimeout(() => giveUp('did not answer'), limits.answerMs);
      outgoing.on('socket', (socket) => {
        if (!socket.connecting) return;
        const connectTimer = setTimeout(() => giveUp('did not take the connection'), limits.connectMs);
        socket.once('connect', () => clearTimeout(connectTimer));
        outgoing.once('close', () => clearTimeout(connectTimer));
      });
      const fail = (error: Error) => {
        clearTimeout(answerTimer);
        reject(error);
      };
      outgoing.on('error', fail);
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', fail);
        incoming.on('end', () => {
          clearTimeout(answerTimer);
          const requestId = incoming.headers['x-amzn-requestid'];
          resolve({
            status: incoming.statusCode ?? 0,
            requestId: typeof requestId === 'string' ? requestId : undefined,
            text: Buffer.concat(chunks).toString('utf8'),
          });
        });
      });
      outgoing.end(body);
    });
  }
}

/** Parses an error; empty when it is not JSON, such as the HTML of a proxy. */
function parseError(text: string): Record<string, unknown> {
  try {
    return fromWireText(text);
  } catch {
    return {};
  }
}
