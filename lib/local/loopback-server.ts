import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRecord } from '../../shared/platform/is-record';

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
 * Starts an HTTP server for this process and its children on the loopback interface.
 *
 * @param options.port absent: a free one
 * @param options.admits returns false for a caller that is refused
 */
export async function startLoopbackServer(
  handler: RequestHandler,
  options: {
    port?: number | undefined;
    admits: (headers: IncomingHttpHeaders) => boolean;
    onError?: (error: unknown) => void;
  },
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    if (!options.admits(request.headers)) return sendJson(response, 403, REFUSED_CALLER);
    handler(request, response).catch((error: unknown) => {
      options.onError?.(error);
      response.destroy();
    });
  });
  // Idle connections stay open: one that the server closes just as a request is written would look like a lost answer.
  server.keepAliveTimeout = 0;
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Reads a body. @returns undefined when it is longer than `maxBytes`; it is read to its end, so that an answer arrives
 */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
    });
    request.on('end', () => resolve(length <= maxBytes ? Buffer.concat(chunks) : undefined));
    request.on('error', reject);
    request.on('close', () => reject(new Error('The client went away.')));
  });
}

/** Reads a body as text, in the same way. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  return (await readBytes(request, maxBytes))?.toString('utf8');
}

/** Parses a body. @returns `undefined` when it is not a JSON object */
export function parseObject(body: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body ?? '');
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const content = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': content.length,
    ...headers,
  });
  response.end(content);
}

/**
 * Pattern of the hosts that requests may name. A web page that a developer has open can send requests to loopback
 * addresses, and the owner of a site can point its name there (DNS rebinding). A browser states in `Host`, `Origin` and
 * `Sec-Fetch-Site` which page a request is from; pages cannot change these headers.
 */
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** Returns true when the request names this machine as its host; an HTTP/1.0 request may name none. */
export function isForLoopback({ host }: IncomingHttpHeaders): boolean {
  return host === undefined || LOOPBACK_HOST.test(host);
}

/** Returns true when a web page sent the request. */
export function isFromPage(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

/** Returns true when a web page of another origin sent the request. */
export function isFromForeignPage(headers: IncomingHttpHeaders): boolean {
  const { host, origin } = headers;
  const site = headers['sec-fetch-site'];
  const isForeignOrigin = origin !== undefined && origin.toLowerCase() !== `http://${host?.toLowerCase()}`;
  const isForeignSite = site !== undefined && site !== 'none' && site !== 'same-origin';
  return isForeignOrigin || isForeignSite;
}

/**
 * Returns true when a program of this machine sent the request and signed it with the access key, if one is given. Only
 * the key's id is compared: it is random for each run.
 */
export function isFromProgram(headers: IncomingHttpHeaders, accessKeyId: string | undefined): boolean {
  const isSigned =
    accessKeyId === undefined || headers.authorization?.includes(`Credential=${accessKeyId}/`) === true;
  return isForLoopback(headers) && !isFromPage(headers) && isSigned;
}
