import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gatewayError, type GatewayErrorCode, type HttpAnswer } from './http-answer';
import { announcesTooMuch } from './http-body';
import type { RequestHandler } from './http-front';
import { Readiness } from './readiness';
import { StartupError } from './startup-error';

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
  const ready = new Readiness<RequestHandler>();
  const server = createServer({
    // Idle connections stay open: a client that sends into a closing connection gets no answer.
    keepAliveTimeout: 0,
    maxHeaderSize: MAX_PARSED_HEAD_BYTES,
    // Refused below, in the envelope.
    requireHostHeader: false,
  });
  // By default Node drops headers after the 2,000th without an error.
  server.maxHeadersCount = 0;
  const answerRequest: RequestHandler = async (request, response) => {
    const { host } = request.headers;
    if (!hasRightHosts(request)) return answerPlainly(response, gatewayError(33100, { host }));
    const handler = await ready.within(readyWaitMs);
    if (response.destroyed) return;
    if (handler) return handler(request, response);
    answerPlainly(response, gatewayError(33113, { host, retryAfterSeconds: RETRY_AFTER_SECONDS }));
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined);
    answerRequest(request, response).catch((error: unknown) => {
      onError(error);
      answerPlainly(response, gatewayError(33199, { host: request.headers.host }));
    });
  });
  const refuseConnection = (socket: Socket, code: GatewayErrorCode) => {
    const host = `localhost:${socket.localPort ?? options.port}`;
    socket.end(plainAnswer(gatewayError(code, { host })));
  };
  // A request that is not HTTP gets an error answer too, if the connection is still open.
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuseConnection(socket, PARSER_ERRORS[error.code ?? ''] ?? 33100);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => refuseConnection(socket, 33100));
  // A request with an unknown `Expect` header is handled like any other.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  );
  // Without this, Node would ask a client that announces 50 MB to send them.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!announcesTooMuch(request)) {
      response.writeContinue();
    }
    server.emit('request', request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, options.port)));
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    serve: (handler) => ready.set(handler),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
      await closed;
      clearTimeout(cut);
    },
  };
}

/** Returns true for one `Host` in HTTP/1.1, and for one or none in HTTP/1.0. **Source:** RFC 9112 3.2. */
function hasRightHosts({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

function answerPlainly(
  response: ServerResponse,
  answer: { statusCode: number; headers: Record<string, string | string[]>; body: Buffer },
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(answer.statusCode, { ...answer.headers, 'content-length': answer.body.length });
  response.end(answer.body);
}

/** Error codes for the parser's errors; all others are a bad request. */
const PARSER_ERRORS: Readonly<Record<string, GatewayErrorCode>> = {
  HPE_HEADER_OVERFLOW: 33114,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 33103,
  ERR_HTTP_REQUEST_TIMEOUT: 33116,
};

/** Writes an answer as bytes, for a connection that is closed after it. */
function plainAnswer({ statusCode, headers, body }: HttpAnswer): Buffer {
  const lines = Object.entries({ ...headers, 'content-length': body.length, connection: 'close' });
  const head = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`,
    ...lines.map(([name, value]) => `${name}: ${String(value)}`),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
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
