import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Fault of one request: a connection that is cut before the service gets the request, while it works, or once it has answered;
 * or a status.
 */
export type Fault = 'none' | 'killed' | 'abandoned' | 'lost' | 429 | 503;

export interface FaultyProxy {
  baseUrl: string;
  /** Faults of the next requests, in their order; after them there is none. */
  faults: Fault[];
  /** Methods and bodies of all requests. */
  received: Array<{ method: string; body: string }>;
  /** Number of requests that the service has not answered yet. */
  readonly underWay: number;
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
  let underWay = 0;
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
      underWay += 1;
      const answering = fetch(`${serviceUrl}${request.url}`, {
        method,
        headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
        ...(body !== '' && { body }),
      }).then(async (answer) => ({ answer, text: await answer.text() }));
      if (fault === 'abandoned') request.socket.destroy();
      // The service can close an idle connection at the moment at which a request comes.
      const answered = await answering.catch(() => undefined);
      underWay -= 1;
      if (!answered || fault === 'lost' || fault === 'abandoned') return request.socket.destroy();
      const { answer, text } = answered;
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
    get underWay() {
      return underWay;
    },
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
