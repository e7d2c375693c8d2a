import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isFromProgram } from './callers';

/** AWS's answer to an unknown access key; the SDK throws an error of that name. */
export const REFUSED_CALLER = {
  __type: 'UnrecognizedClientException',
  message: 'The local cloud takes requests of programs that sign with the access key in service.json.',
};

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface LoopbackServer {
  /** Origin, without a slash at the end. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts an HTTP server for this process and its children on the loopback interface. Requests of web pages are refused.
 *
 * @param options.port absent: a free one
 * @param options.accessKeyId key that requests must be signed with; absent: none
 */
export async function startLoopbackServer(
  handler: RequestHandler,
  options: { port?: number | undefined; accessKeyId?: string } = {},
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    if (isFromProgram(request.headers, options.accessKeyId)) {
      handler(request, response).catch(() => response.destroy());
    } else {
      refuseCaller(response);
    }
  });
  // Idle connections stay open: one that the server closes just as a request is written would look like a lost answer.
  server.keepAliveTimeout = 0;
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuseCaller(response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'application/json' });
  response.end(JSON.stringify(REFUSED_CALLER));
}

/**
 * Reads a body. @returns undefined when it is longer than `maxBytes`; it is read to its end, so that an answer arrives
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
    });
    request.on('end', () => resolve(length <= maxBytes ? Buffer.concat(chunks).toString('utf8') : undefined));
    request.on('error', reject);
    request.on('close', () => reject(new Error('The client went away.')));
  });
}
