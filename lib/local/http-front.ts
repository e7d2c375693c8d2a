import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import pLimit from 'p-limit';
import { PayloadTooLargeError } from './function-runtime';
import { gatewayError, type GatewayErrorCode, type HttpAnswer, toHttpAnswer } from './http-answer';
import { announcesTooMuch, MAX_REQUEST_BYTES, readBody } from './http-body';
import { splitTarget, toHttpEvent } from './http-event';
import { findOversize } from './http-limits';
import { type HttpRoute, HttpRouter, type RouteMatch } from './http-router';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Invoke = (
  functionLogicalId: string,
  event: unknown,
  options?: { maxEventBytes: number },
) => Promise<unknown>;

/**
 * Limit of concurrent requests; the others wait, and their timeouts start later. Lambda gives each request a process of
 * its own. Here all share one, and so do their calls to DynamoDB: with more requests at a time, each would exceed its
 * timeouts.
 */
const MAX_REQUESTS_AT_ONCE = 64;
/**
 * Size, as sent, above which bodies are processed one at a time. Accepting a job of tens of thousands keeps the process
 * busy for seconds. Several at once would each take the time of all, and exceed their timeouts on a slow machine.
 */
const LARGE_JOB_BYTES = 32 * 1024;
const LINGER_MS = 5_000;

export interface HttpFrontOptions {
  routes: HttpRoute[];
  invoke: Invoke;
  onError: (error: unknown) => void;
  /** Called for a request that is answered here, and that API Gateway or Lambda would refuse for its size. */
  onBeyondAws?: (route: HttpRoute) => void;
  /** Time that a refused client may go on sending before its connection is closed. */
  lingerMs?: number;
}

/**
 * Creates a handler that answers requests as an HTTP API with Lambda integrations does: routing, payload format 2.0,
 * limits, and API Gateway's own answers where no function has one. Unlike there, a route can take larger bodies.
 */
export function createHttpFront(options: HttpFrontOptions): RequestHandler {
  const router = new HttpRouter(options.routes);
  const requests = pLimit(MAX_REQUESTS_AT_ONCE);
  const largeJobs = pLimit(1);
  const inTurn: InTurn = (work, { isLargeJob }) =>
    isLargeJob ? largeJobs(() => requests(work)) : requests(work);
  return async (request, response) => {
    const requestId = randomUUID();
    const answer = await answerRequest(request, { ...options, router, requestId, inTurn });
    if (answer !== undefined) {
      send({ request, response, answer, requestId, lingerMs: options.lingerMs ?? LINGER_MS });
    }
  };
}

type InTurn = (work: () => Promise<HttpAnswer>, of: { isLargeJob: boolean }) => Promise<HttpAnswer>;

async function answerRequest(
  request: IncomingMessage,
  options: HttpFrontOptions & { router: HttpRouter; requestId: string; inTurn: InTurn },
): Promise<HttpAnswer | undefined> {
  const receivedAt = new Date();
  const refuse = (code: GatewayErrorCode) => gatewayError(code, { host: request.headers.host });
  const oversize = findOversize(request);
  if (oversize !== undefined) {
    return refuse(oversize);
  }
  const method = request.method ?? 'GET';
  const target = request.url ?? '/';
  const match = options.router.match(method, splitTarget(target).path);
  if (match === 'malformed') {
    return refuse(33100);
  }
  if (match === undefined) {
    return refuse(33105);
  }
  const body = await readBody(request, match.route.maxBodyBytes ?? MAX_REQUEST_BYTES);
  if (body === 'aborted') {
    return undefined;
  }
  if (body === 'tooLarge') {
    return refuse(33103);
  }
  const event = toHttpEvent({
    request: {
      method,
      target,
      protocol: `HTTP/${request.httpVersion}`,
      rawHeaders: request.rawHeaders,
      sourceIp: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
      localPort: request.socket.localPort ?? 0,
      body,
    },
    routeKey: match.route.routeKey,
    pathParameters: match.pathParameters,
    requestId: options.requestId,
    now: receivedAt,
  });
  try {
    const isLargeJob = match.route.maxBodyBytes !== undefined && body.length > LARGE_JOB_BYTES;
    return await options.inTurn(
      () => {
        const call = invokeRoute(match, event, options).then(
          (result) => toHttpAnswer(result) ?? refuse(33199),
        );
        return firstWithin(call, { timeoutMs: match.route.timeoutMs, timedOut: refuse(33113) });
      },
      { isLargeJob },
    );
  } catch (error) {
    options.onError(error);
    return refuse(isTooLarge(error) ? 33103 : 33199);
  }
}

const isTooLarge = (error: unknown) => error instanceof PayloadTooLargeError && error.side === 'request';

async function invokeRoute(
  { route }: RouteMatch,
  event: unknown,
  { invoke, onBeyondAws }: HttpFrontOptions,
): Promise<unknown> {
  try {
    return await invoke(route.functionLogicalId, event);
  } catch (error) {
    if (!isTooLarge(error) || route.maxBodyBytes === undefined) throw error;
    onBeyondAws?.(route);
    return invoke(route.functionLogicalId, event, { maxEventBytes: Infinity });
  }
}

async function firstWithin(
  call: Promise<HttpAnswer>,
  { timeoutMs, timedOut }: { timeoutMs: number; timedOut: HttpAnswer },
): Promise<HttpAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<HttpAnswer>((resolve) => {
    timer = setTimeout(() => resolve(timedOut), timeoutMs);
  });
  try {
    return await Promise.race([call, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function send(options: {
  request: IncomingMessage;
  response: ServerResponse;
  answer: HttpAnswer;
  requestId: string;
  lingerMs: number;
}): void {
  const { request, response, answer, lingerMs } = options;
  if (response.destroyed) {
    return;
  }
  const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
  response.writeHead(answer.statusCode, {
    ...answer.headers,
    'apigw-requestid': options.requestId,
    ...(hasBody && { 'content-length': answer.body.length }),
    ...(!request.complete && { connection: 'close' }),
  });
  const content = hasBody ? answer.body : Buffer.alloc(0);
  if (request.complete || isWaiting(request)) response.end(content);
  else endOnceSent({ request, response, content, lingerMs });
}

/** Returns true for a client that asked before it sent its body, and got no `100 Continue`. */
const isWaiting = (request: IncomingMessage) =>
  request.headers.expect !== undefined && announcesTooMuch(request);

/**
 * Writes the whole answer at once, but ends it, and with it the connection, only when the client has sent everything: a
 * client that is cut off while it sends would see a broken connection instead of its answer.
 */
function endOnceSent(options: {
  request: IncomingMessage;
  response: ServerResponse;
  content: Buffer;
  lingerMs: number;
}): void {
  const { request, response, content, lingerMs } = options;
  response.flushHeaders();
  response.write(content);
  const end = () => response.end();
  const cut = setTimeout(end, lingerMs).unref();
  request.once('close', () => clearTimeout(cut));
  request.once('end', end).resume();
}
