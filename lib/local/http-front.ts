import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import pLimit from 'p-limit';
import { MAX_TARGET_BYTES } from '../../shared/limits';
import { PayloadTooLargeError } from './function-runtime';
import { gatewayError, type GatewayErrorCode, type HttpAnswer, toHttpAnswer } from './http-answer';
import { splitTarget, toHttpEvent } from './http-event';
import { type HttpRoute, HttpRouter, type RouteMatch } from './http-router';
import { readBytes, type RequestHandler } from './loopback-server';

type Invoke = (
  functionLogicalId: string,
  event: unknown,
  options?: { maxEventBytes: number },
) => Promise<unknown>;

/** **Source:** API Gateway's payload size. */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;
/** **Source:** API Gateway's quota of request line and header values. */
const MAX_HEAD_BYTES = 10_240;
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

export interface HttpFrontOptions {
  routes: HttpRoute[];
  invoke: Invoke;
  onError: (error: unknown) => void;
  /** Called for a request that is answered here, and that API Gateway or Lambda would refuse for its size. */
  onBeyondAws?: (route: HttpRoute) => void;
}

/**
 * Creates a handler that answers requests as an HTTP API with Lambda integrations does: routing, payload format 2.0,
 * limits, and API Gateway's own answers where no function has one. Unlike there, a route can take larger bodies.
 */
export function createHttpFront(options: HttpFrontOptions): RequestHandler {
  const router = new HttpRouter(options.routes);
  const requests = pLimit(MAX_REQUESTS_AT_ONCE);
  const largeJobs = pLimit(1);
  return async (request, response) => {
    const requestId = randomUUID();
    const refuse = (code: GatewayErrorCode) => gatewayError(code, { host: request.headers.host });
    const call = await readCall(request, { router, requestId });
    if (call === 'aborted') return;
    if (typeof call === 'number') return send(response, { answer: refuse(call), requestId });
    const { match, event, bodyBytes } = call;
    const work = () =>
      firstWithin(
        invokeRoute(match, event, options).then((result) => toHttpAnswer(result) ?? refuse(33199)),
        { timeoutMs: match.route.timeoutMs, timedOut: refuse(33113) },
      );
    const isLargeJob = match.route.maxBodyBytes !== undefined && bodyBytes > LARGE_JOB_BYTES;
    const answer = await (isLargeJob ? largeJobs(() => requests(work)) : requests(work)).catch(
      (error: unknown) => {
        options.onError(error);
        return refuse(isTooLarge(error) ? 33103 : 33199);
      },
    );
    send(response, { answer, requestId });
  };
}

interface Call {
  match: RouteMatch;
  event: unknown;
  bodyBytes: number;
}

/** Reads a request to its end. @returns the code of the refusal when there is no function to call */
async function readCall(
  request: IncomingMessage,
  { router, requestId }: { router: HttpRouter; requestId: string },
): Promise<Call | GatewayErrorCode | 'aborted'> {
  const receivedAt = new Date();
  const { method = 'GET', url: target = '/', rawHeaders, httpVersion, socket } = request;
  const headBytes = `${method} ${target} HTTP/1.1${rawHeaders.join('')}`.length;
  const match = router.match(method, splitTarget(target).path);
  const maxBytes = (typeof match === 'object' ? match.route.maxBodyBytes : undefined) ?? MAX_REQUEST_BYTES;
  let body: Buffer | undefined;
  try {
    body = await readBytes(request, maxBytes);
  } catch {
    return 'aborted';
  }
  if (target.length > MAX_TARGET_BYTES) return 33115;
  if (headBytes > MAX_HEAD_BYTES) return 33114;
  if (match === 'malformed') return 33100;
  if (match === undefined) return 33105;
  if (body === undefined) return 33103;
  const event = toHttpEvent({
    request: {
      ...{ method, target, rawHeaders, body },
      protocol: `HTTP/${httpVersion}`,
      sourceIp: (socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
      localPort: socket.localPort ?? 0,
    },
    routeKey: match.route.routeKey,
    pathParameters: match.pathParameters,
    requestId,
    now: receivedAt,
  });
  return { match, event, bodyBytes: body.length };
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

function send(
  response: ServerResponse,
  { answer, requestId }: { answer: HttpAnswer; requestId: string },
): void {
  if (response.destroyed) return;
  const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
  response.writeHead(answer.statusCode, {
    ...answer.headers,
    'apigw-requestid': requestId,
    ...(hasBody && { 'content-length': answer.body.length }),
  });
  response.end(hasBody ? answer.body : undefined);
}
