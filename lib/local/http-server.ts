import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gatewayAnswer, type HttpAnswer, INTERNAL_SERVER_ERROR } from './http-answer';
import { announcesTooMuch } from './http-body';
import type { RequestHandler } from './http-front';
import { StartupError } from './startup-error';

/** Longer than clients keep idle connections, so that none sends into one that is just being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const DRAIN_TIMEOUT_MS = 1_500;

export interface HttpServer {
  port: number;
  /** Until then every request is answered with 503. */
  serve(handler: RequestHandler): void;
  /** Takes no more requests, lets those under way end for a moment, then cuts every connection. */
  stop(): Promise<void>;
}

/**
 * Listens on the loopback interface: a service with a demo account is nothing to show to the network.
 *
 * @param options.port 0 for a free one
 * @throws StartupError when the port is taken
 */
export async function startHttpServer(options: {
  port: number;
  onError: (error: unknown) => void;
}): Promise<HttpServer> {
  let handler: RequestHandler | undefined;
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined);
    if (handler === undefined) {
      answerPlainly(response, gatewayAnswer(503, 'Service Unavailable'));
      return;
    }
    handler(request, response).catch((error: unknown) => {
      options.onError(error);
      answerPlainly(response, INTERNAL_SERVER_ERROR);
    });
  });
  // What is no HTTP gets an answer like everything else, where there is still somebody to have it.
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else socket.end(plainAnswer(PARSER_ANSWERS[error.code ?? ''] ?? gatewayAnswer(400, 'Bad Request')));
  });
  // Without this, a client that waits to be asked for 50 MB would be asked for them.
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
    serve: (next) => {
      handler = next;
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

function answerPlainly(
  response: ServerResponse,
  answer: { statusCode: number; headers: Record<string, string | string[]>; body: Buffer },
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(answer.statusCode, answer.headers);
  response.end(answer.body);
}

/** What is wrong with a request that could not be read; everything else is a bad one. */
const PARSER_ANSWERS: Readonly<Record<string, HttpAnswer>> = {
  HPE_HEADER_OVERFLOW: gatewayAnswer(431, 'Request Header Fields Too Large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: gatewayAnswer(413, 'Request Entity Too Large'),
  ERR_HTTP_REQUEST_TIMEOUT: gatewayAnswer(408, 'Request Timeout'),
};

/** An answer as it goes over the wire, for a connection that is closed after it. */
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
