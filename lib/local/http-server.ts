import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayAnswer, INTERNAL_SERVER_ERROR } from './http-answer';
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
