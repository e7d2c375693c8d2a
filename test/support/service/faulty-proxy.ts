import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Fault of one request: a connection that is cut before or after the service gets the request, or a status. */
export type Fault = 'none' | 'killed' | 'lost' | 429 | 503;

export interface FaultyProxy {
  baseUrl: string;
  /** Faults of the next requests, in their order; after them there is none. */
  faults: Fault[];
  /** Methods and bodies of all requests. */
  received: Array<{ method: string; body: string }>;
  stop(): Promise<void>;
}

/**
 * Starts a server before a service that loses requests and answers.
 *
 * @param options.change what becomes of the text of each answer
 */
export async function startFaultyProxy(
  serviceUrl: string,
  { change = (answer) => answer }: { change?: (answer: string) => string } = {},
): Promise<FaultyProxy> {
  const faults: Fault[] = [];
  const received: FaultyProxy['received'] = [];
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      const { method = '' } = request;
      received.push({ method, body });
      const fault = faults.shift() ?? 'none';
      if (fault === 'killed') return request.socket.destroy();
      if (fault === 429 || fault === 503) {
        response.writeHead(fault, { 'content-type': 'application/json', 'retry-after': '1' });
        return response.end(JSON.stringify({ message: 'Not now.' }));
      }
      const { authorization = '', 'content-type': type } = request.headers;
      const answer = await fetch(`${serviceUrl}${request.url}`, {
        method,
        headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
        ...(body !== '' && { body }),
      });
      const text = await answer.text();
      if (fault === 'lost') return request.socket.destroy();
      const { 'content-length': _, ...headers } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, headers);
      return response.end(change(text));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    faults,
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
