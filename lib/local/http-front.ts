import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERROR_CODES, type ErrorCode } from '../../shared/errors/error-codes';
import { PayloadTooLargeError } from './function-runtime';
import { gatewayAnswer, type HttpAnswer, INTERNAL_SERVER_ERROR, toHttpAnswer } from './http-answer';
import { announcesTooMuch, readBody } from './http-body';
import { splitTarget, toHttpEvent } from './http-event';
import { type HttpRoute, HttpRouter } from './http-router';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
export type Invoke = (functionLogicalId: string, event: unknown) => Promise<unknown>;

/** How long a client that was refused may go on sending before its connection is cut. */
const LINGER_MS = 5_000;
const TIMED_OUT = gatewayAnswer(503, 'Service Unavailable');

/**
 * Answers requests as an HTTP API with Lambda integrations does: routing, payload format 2.0, limits, and API
 * Gateway's own answers where no function has one.
 */
export function createHttpFront(options: {
  routes: HttpRoute[];
  invoke: Invoke;
  onError: (error: unknown) => void;
}): RequestHandler {
  const router = new HttpRouter(options.routes);
  return async (request, response) => {
    const requestId = randomUUID();
    const answer = await answerRequest(request, { ...options, router, requestId });
    if (answer !== undefined) {
      send({ request, response, answer, requestId });
    }
  };
}

async function answerRequest(
  request: IncomingMessage,
  options: { router: HttpRouter; invoke: Invoke; onError: (error: unknown) => void; requestId: string },
): Promise<HttpAnswer | undefined> {
  const receivedAt = new Date();
  const method = request.method ?? 'GET';
  const target = request.url ?? '/';
  const match = options.router.match(method, splitTarget(target).path);
  if (match === 'malformed') {
    return refuse(request, 33100, 'Bad Request');
  }
  if (match === undefined) {
    return gatewayAnswer(404, 'Not Found');
  }
  const body = await readBody(request);
  if (body === 'aborted') {
    return undefined;
  }
  if (body === 'tooLarge') {
    return refuse(request, 33103, 'Request Entity Too Large');
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
    const call = options.invoke(match.route.functionLogicalId, event).then(toHttpAnswer);
    return await firstWithin(call, match.route.timeoutMs);
  } catch (error) {
    options.onError(error);
    return error instanceof PayloadTooLargeError && error.side === 'request'
      ? refuse(request, 33103, 'Request Entity Too Large')
      : INTERNAL_SERVER_ERROR;
  }
}

/** A refusal of API Gateway's, in its words, with the rest of the service's envelope beside them. */
function refuse(request: IncomingMessage, code: ErrorCode, message: string): HttpAnswer {
  const { status } = ERROR_CODES[code];
  const moreInfo = `http://${request.headers.host ?? 'localhost'}/docs/errors#${code}`;
  return gatewayAnswer(status, message, { code, status, moreInfo });
}

async function firstWithin(call: Promise<HttpAnswer>, timeoutMs: number): Promise<HttpAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<HttpAnswer>((resolve) => {
    timer = setTimeout(() => resolve(TIMED_OUT), timeoutMs);
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
}): void {
  const { request, response, answer } = options;
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
  else endOnceSent({ request, response, content });
}

/** A client that asked whether to send its body, and was not told to. */
const isWaiting = (request: IncomingMessage) =>
  request.headers.expect !== undefined && announcesTooMuch(request);

/**
 * The whole answer at once, and its end, with which the connection is cut, when the client has sent everything: one that
 * is cut off while it sends would see a broken connection instead of its answer.
 */
function endOnceSent(options: { request: IncomingMessage; response: ServerResponse; content: Buffer }): void {
  const { request, response, content } = options;
  response.flushHeaders();
  response.write(content);
  const end = () => response.end();
  const cut = setTimeout(end, LINGER_MS).unref();
  request.once('close', () => clearTimeout(cut));
  request.once('end', end).resume();
}
