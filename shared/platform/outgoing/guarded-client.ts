import { lookup as lookupName, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { checkOutgoingUrl, isReachable, type UrlRefusal } from './outgoing-url';
import type { OutgoingPolicy } from './public-address';

interface OutgoingRequest {
  method: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Timeout for everything together: looking the name up, connecting, redirects and reading the answer. */
  timeoutMs: number;
  /** Aborts the request earlier, with the same result. */
  signal?: AbortSignal;
  /** Largest answer; the rest of a longer one is not read, and `isCut` is true. */
  maxBytes: number;
  /** Number of redirects that are followed, each checked like the first URL; absent: none. Never with a body. */
  followRedirects?: number;
}

interface OutgoingAnswer {
  outcome: 'answered';
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  isCut: boolean;
  /** URL of the answer, after redirects. */
  url: string;
}

/**
 * Result of a request.
 *
 * - `refused`: the request was not sent, because its URL is not allowed
 * - `failed`: the request was tried; the other side may have received it
 */
export type OutgoingResult =
  | OutgoingAnswer
  | { outcome: 'refused'; reason: UrlRefusal }
  | { outcome: 'failed'; reason: 'timeout' | 'tooManyRedirects' | 'connection'; detail: string };

type ResolveName = (hostname: string) => Promise<LookupAddress[]>;

export interface GuardedClient {
  request(url: string, request: OutgoingRequest): Promise<OutgoingResult>;
  /** Closes the connections that are kept open. */
  close(): void;
}

/**
 * Shares look-ups, so that the process looks a name up only once at a time: look-ups share a few threads with other
 * work, and a name whose server does not answer occupies its thread.
 */
export function shareLookups(resolve: ResolveName): ResolveName {
  const underway = new Map<string, Promise<LookupAddress[]>>();
  return (hostname) => {
    const lookup = underway.get(hostname) ?? resolve(hostname).finally(() => underway.delete(hostname));
    underway.set(hostname, lookup);
    return lookup;
  };
}

const resolveBySystem = shareLookups(
  (hostname) =>
    new Promise((resolve, reject) => {
      lookupName(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
    }),
);

const REDIRECTS = [301, 302, 303, 307, 308];
const MAX_SOCKETS_PER_HOST = 64;

/** Carries a refusal from the name's look-up through the socket's error to the caller. */
class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/**
 * Opens a client for URLs from outside the service, which reaches public addresses only. A literal address is checked
 * in the URL; a name is looked up once and the connection goes to the checked addresses, so that a name that resolves
 * differently afterwards has no effect.
 *
 * Connections are kept open between requests until `close`, so open one client for a piece of work and close it
 * afterwards.
 *
 * @param options.resolve look-up of names, for tests
 */
export function openGuardedClient(options: { policy: OutgoingPolicy; resolve?: ResolveName }): GuardedClient {
  const { policy, resolve = resolveBySystem } = options;
  const agentOptions = { keepAlive: true, maxSockets: MAX_SOCKETS_PER_HOST };
  const agents = { 'http:': new HttpAgent(agentOptions), 'https:': new HttpsAgent(agentOptions) };

  const sendOnce = (url: URL, request: OutgoingRequest, signal: AbortSignal): Promise<OutgoingResult> =>
    new Promise((settle, fail) => {
      const isHttps = url.protocol === 'https:';
      const outgoing = (isHttps ? httpsRequest : httpRequest)(url, {
        method: request.method,
        headers: { ...request.headers, ...contentLength(request.body) },
        agent: agents[isHttps ? 'https:' : 'http:'],
        lookup: guardLookup(url, { policy, resolve }),
        signal,
      });
      outgoing.on('response', (response) => {
        readAnswer(response, { url, maxBytes: request.maxBytes }).then(settle, fail);
      });
      outgoing.on('error', (error) => {
        fail(outgoing.reusedSocket && isReset(error) ? new StaleConnectionError() : error);
      });
      outgoing.end(request.body);
    });

  const send = async (url: URL, request: OutgoingRequest, signal: AbortSignal): Promise<OutgoingResult> => {
    for (;;) {
      try {
        return await sendOnce(url, request, signal);
      } catch (error) {
        // The other side closed a kept connection just as we used it: the request is sent over another one.
        if (!(error instanceof StaleConnectionError)) throw error;
      }
    }
  };

  return {
    request: async (rawUrl, request) => {
      const timeout = AbortSignal.timeout(request.timeoutMs);
      const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
      let target = rawUrl;
      try {
        for (let left = request.followRedirects ?? 0; ; left--) {
          const checked = checkOutgoingUrl(target, policy);
          if ('refused' in checked) return { outcome: 'refused', reason: checked.refused };
          const result = await send(checked.url, request, signal);
          const next = request.followRedirects === undefined ? undefined : redirectTarget(result);
          if (next === undefined) return result;
          if (left === 0) return { outcome: 'failed', reason: 'tooManyRedirects', detail: 'REDIRECTS' };
          target = next;
        }
      } catch (error) {
        return describeFailure(error, signal);
      }
    },
    close: () => {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

/** Makes one request over a connection of its own. */
export async function guardedRequest(
  url: string,
  request: OutgoingRequest & { policy: OutgoingPolicy; resolve?: ResolveName },
): Promise<OutgoingResult> {
  const client = openGuardedClient(request);
  try {
    return await client.request(url, request);
  } finally {
    client.close();
  }
}

/**
 * Looks a name up for the connection. Every address of the name must be allowed: a name with allowed and other
 * addresses is not trusted.
 */
function guardLookup(url: URL, options: { policy: OutgoingPolicy; resolve: ResolveName }): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    options.resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        const areAllowed = addresses.every(({ address }) =>
          isReachable(address, { url, policy: options.policy }),
        );
        if (!areAllowed || !first) callback(new AddressRefusedError(), '');
        else if (lookupOptions.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

async function readAnswer(
  response: IncomingMessage,
  options: { url: URL; maxBytes: number },
): Promise<OutgoingAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  let isCut = false;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop destroys the response, and its connection with it.
    if (length > options.maxBytes) {
      isCut = true;
      break;
    }
  }
  return {
    outcome: 'answered',
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).subarray(0, options.maxBytes),
    isCut,
    url: options.url.href,
  };
}

function redirectTarget(result: OutgoingResult): string | undefined {
  if (result.outcome !== 'answered' || !REDIRECTS.includes(result.status)) return undefined;
  const { location } = result.headers;
  if (typeof location !== 'string' || !URL.canParse(location, result.url)) return undefined;
  return new URL(location, result.url).href;
}

function describeFailure(error: unknown, signal: AbortSignal): OutgoingResult {
  if (error instanceof AddressRefusedError) return { outcome: 'refused', reason: 'addressNotAllowed' };
  if (signal.aborted) return { outcome: 'failed', reason: 'timeout', detail: 'TIMEOUT' };
  const { code } = error as NodeJS.ErrnoException;
  return { outcome: 'failed', reason: 'connection', detail: code ?? 'UNKNOWN' };
}

class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
}

function isReset(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' || error.code === 'EPIPE';
}

function contentLength(body: string | Buffer | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}
