import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFromPage } from './callers';
import { readBody } from './http-body';
import { splitTarget } from './http-event';
import type { RequestHandler } from './http-front';
import { type AwsFault, FAULT_NAMES, isAwsFault } from './simulator/aws-faults';

export const LOCAL_PREFIX = '/_local/';

const JSON_TYPE = /^application\/json(?:\s*;|$)/i;
const RECEIPT_STATUSES = ['pending', 'delivered', 'failed'] as const;
type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** State that the routes of the local service can read and change. */
export interface LocalControls {
  sent(filter: { to?: string; since?: string }): unknown[];
  recentEvents(): unknown[];
  inbound(message: { from: string; to: string; body: string; inboundMessageId?: string }): Promise<{
    inboundMessageId: string;
  }>;
  /** Returns `unknown-message` when the provider took no message of that id. */
  receipt(receipt: { messageId: string; status: ReceiptStatus }): Promise<'published' | 'unknown-message'>;
  /** @returns the new time. @throws RangeError when the clock cannot go there */
  advanceClock(ms: number): Date;
  /** Replaces the faults of the AWS account. */
  setAwsFaults(faults: readonly AwsFault[]): void;
  /** Empties everything, and returns the data for a first request. */
  reset(): Promise<unknown>;
}

interface LocalAnswer {
  statusCode: number;
  body: unknown;
  headers?: Record<string, string>;
}

interface LocalRequest {
  query: URLSearchParams;
  readJson(): Promise<Record<string, unknown>>;
}

interface LocalRoute {
  method: 'GET' | 'POST';
  handle(controls: LocalControls, request: LocalRequest): Promise<LocalAnswer> | LocalAnswer;
}

/** Error of a request that cannot be answered; the message is for the person who sent it. */
class LocalRequestError extends Error {
  constructor(
    readonly statusCode: 400 | 413 | 415,
    message: string,
  ) {
    super(message);
  }
}

const ROUTES: Readonly<Record<string, LocalRoute>> = {
  sent: {
    method: 'GET',
    handle: (controls, { query }) => {
      const to = readPhone(query.get('to'));
      const since = readTime(query.get('since'));
      const messages = controls.sent({
        ...(to !== undefined && { to }),
        ...(since !== undefined && { since }),
      });
      return { statusCode: 200, body: { messages } };
    },
  },
  events: {
    method: 'GET',
    handle: (controls) => ({ statusCode: 200, body: { events: controls.recentEvents() } }),
  },
  inbound: {
    method: 'POST',
    handle: async (controls, request) => {
      const input = await request.readJson();
      const inboundMessageId = input.inboundMessageId;
      return {
        statusCode: 202,
        body: await controls.inbound({
          from: requireText(input, 'from'),
          to: requireText(input, 'to'),
          body: requireText(input, 'body', { mayBeEmpty: true }),
          ...(inboundMessageId !== undefined && { inboundMessageId: requireText(input, 'inboundMessageId') }),
        }),
      };
    },
  },
  receipt: {
    method: 'POST',
    handle: async (controls, request) => {
      const input = await request.readJson();
      const messageId = requireText(input, 'messageId');
      const status = RECEIPT_STATUSES.find((one) => one === input.status);
      if (status === undefined) {
        throw new LocalRequestError(400, '"status" must be "pending", "delivered" or "failed".');
      }
      const outcome = await controls.receipt({ messageId, status });
      return outcome === 'published'
        ? { statusCode: 202, body: { messageId, status } }
        : { statusCode: 404, body: { message: `The provider took no message ${messageId}.` } };
    },
  },
  clock: {
    method: 'POST',
    handle: async (controls, request) => {
      const { advanceSeconds } = await request.readJson();
      if (typeof advanceSeconds !== 'number' || !(advanceSeconds >= 0)) {
        throw new LocalRequestError(400, '"advanceSeconds" must be a number, 0 or more.');
      }
      try {
        const now = controls.advanceClock(Math.round(advanceSeconds * 1000));
        return { statusCode: 200, body: { now: now.toISOString() } };
      } catch (error) {
        if (error instanceof RangeError) {
          throw new LocalRequestError(400, error.message);
        }
        throw error;
      }
    },
  },
  aws: {
    method: 'POST',
    handle: async (controls, request) => {
      const { faults } = await request.readJson();
      if (!Array.isArray(faults) || !faults.every(isAwsFault)) {
        throw new LocalRequestError(400, `"faults" must be an array of some of: ${FAULT_NAMES.join(', ')}.`);
      }
      controls.setAwsFaults(faults);
      return { statusCode: 200, body: { faults } };
    },
  },
  reset: {
    method: 'POST',
    handle: async (controls) => ({ statusCode: 200, body: await controls.reset() }),
  },
};

/** Answers the routes under `/_local/`, which exist in the local service only. */
export function createLocalRoutes(controls: LocalControls): RequestHandler {
  return async (request, response) => send(response, await answer(controls, request));
}

async function answer(controls: LocalControls, request: IncomingMessage): Promise<LocalAnswer> {
  const { path, query } = splitTarget(request.url ?? '/');
  const name = path.slice(LOCAL_PREFIX.length);
  const route = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
  if (route === undefined) {
    return { statusCode: 404, body: { message: `There is no local route ${path}.` } };
  }
  if (request.method !== route.method) {
    return {
      statusCode: 405,
      body: { message: `${path} takes ${route.method} only.` },
      headers: { allow: route.method },
    };
  }
  try {
    return await route.handle(controls, {
      query: new URLSearchParams(query),
      readJson: () => readJson(request),
    });
  } catch (error) {
    if (error instanceof LocalRequestError) {
      return { statusCode: error.statusCode, body: { message: error.message } };
    }
    throw error;
  }
}

/** Reads JSON. Only a page's request must have the content type JSON, which a form cannot send. */
async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const isAnnounced = JSON_TYPE.test(request.headers['content-type'] ?? '');
  if (!isAnnounced && isFromPage(request.headers)) {
    throw new LocalRequestError(415, 'The body must be JSON: send content-type application/json.');
  }
  const body = await readBody(request);
  if (body === 'tooLarge') {
    throw new LocalRequestError(413, 'The body is too large.');
  }
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new LocalRequestError(400, 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new LocalRequestError(400, 'The body is not a JSON object.');
  }
  return value as Record<string, unknown>;
}

function requireText(
  input: Record<string, unknown>,
  name: string,
  options?: { mayBeEmpty: boolean },
): string {
  const value = input[name];
  if (typeof value !== 'string' || (value === '' && options?.mayBeEmpty !== true)) {
    throw new LocalRequestError(400, `"${name}" must be a text.`);
  }
  return value;
}

/** Reads a phone number from a query, in which an unescaped plus sign arrives as a blank. */
function readPhone(raw: string | null): string | undefined {
  return raw === null || raw === '' ? undefined : raw.replace(/^ /, '+');
}

function readTime(raw: string | null): string | undefined {
  if (raw === null || raw === '') {
    return undefined;
  }
  const time = new Date(raw);
  if (Number.isNaN(time.getTime())) {
    throw new LocalRequestError(400, '"since" must be a timestamp, such as 2026-11-20T12:00:00.000Z.');
  }
  return time.toISOString();
}

function send(response: ServerResponse, result: LocalAnswer): void {
  const body = Buffer.from(JSON.stringify(result.body));
  response.writeHead(result.statusCode, {
    'content-type': 'application/json',
    'content-length': body.length,
    ...(result.statusCode === 413 && { connection: 'close' }),
    ...result.headers,
  });
  response.end(body);
}
