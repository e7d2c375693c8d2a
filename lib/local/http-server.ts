import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gatewayError, type HttpAnswer } from './http-answer';
import { StartupError } from './lifecycle';
import type { RequestHandler } from './loopback-server';

const DRAIN_TIMEOUT_MS = 1_500;
/** Longest wait of a request for a service that is starting. */
const READY_WAIT_MS = 20_000;
/** Value of `Retry-After` in the 503. */
const RETRY_AFTER_SECONDS = 1;
/** Limit of Node's parser, far above that of the front, so that the front answers. */
const MAX_PARSED_HEAD_BYTES = 65_536;

export interface HttpServer {
  port: number;
  /** Starts to serve. Requests wait until then; those that wait too long are answered with 503 and `Retry-After`. */
  serve(handler: RequestHandler): void;
  /** Takes no more requests, gives those under way a moment to end, then closes every connection. */
  stop(): Promise<void>;
}

/**
 * Listens on the loopback interface only: a service with a demo account must not be open to the network.
 *
 * @param options.port 0 for a free one
 * @param options.readyWaitMs time that a request waits for `serve`
 * @throws StartupError when the port is taken
 */
export async function startHttpServer(options: {
  port: number;
  onError: (error: unknown) => void;
  readyWaitMs?: number;
}): Promise<HttpServer> {
  const { onError, readyWaitMs = READY_WAIT_MS } = options;
  let handler: RequestHandler | undefined;
  let setReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (setReady = resolve));
  // Idle connections stay open: a client that sends into a closing connection gets no answer.
  const server = createServer({ keepAliveTimeout: 0, maxHeaderSize: MAX_PARSED_HEAD_BYTES });
  const answerRequest: RequestHandler = async (request, response) => {
    if (!handler) await Promise.race([ready, sleep(readyWaitMs, undefined, { ref: false })]);
    if (response.destroyed) return;
    if (handler) return handler(request, response);
    const { host } = request.headers;
    answerPlainly(response, gatewayError(33113, { host, retryAfterSeconds: RETRY_AFTER_SECONDS }));
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined);
    answerRequest(request, response).catch((error: unknown) => {
      onError(error);
      answerPlainly(response, gatewayError(33199, { host: request.headers.host }));
    });
  });
  // Bytes that are no request get an answer in the envelope too, if the connection is still open.
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const code = ({ HPE_HEADER_OVERFLOW: 33114, ERR_HTTP_REQUEST_TIMEOUT: 33116 } as const)[error.code ?? ''];
    socket.end(plainAnswer(gatewayError(code ?? 33100, { host: `localhost:${socket.localPort}` })));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, options.port)));
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    serve: (served) => {
      handler = served;
      setReady();
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
      await closed;
      clearTimeout(cut);
    },
  };
}

function answerPlainly(response: ServerResponse, { statusCode, headers, body }: HttpAnswer): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.writeHead(statusCode, { ...headers, 'content-length': body.length });
  response.end(body);
}

/** Writes an answer as text, for a connection that is closed after it. */
function plainAnswer({ statusCode, headers, body }: HttpAnswer): string {
  const lines = Object.entries({ ...headers, 'content-length': body.length, connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('');
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${head}\r\n${body.toString()}`;
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} is in use; stop what listens there, or choose another one with PORT.`,
      );
    case 'EACCES':
      return new StartupError(`Port ${port} may not be used by this user; choose another one with PORT.`);
    default:
      return error;
  }
}
