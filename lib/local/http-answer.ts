/** An answer as it goes over the wire. */
export interface HttpAnswer {
  statusCode: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** The connection's own business; the server decides about these. */
const DROPPED_HEADERS = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * API Gateway's own words, for what does not come from a function.
 *
 * @param more what the service's own envelope has besides: a client that knows that one only finds its way
 */
export function gatewayAnswer(statusCode: number, message: string, more: object = {}): HttpAnswer {
  return {
    statusCode,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ message, ...more })),
  };
}

export const INTERNAL_SERVER_ERROR = gatewayAnswer(500, 'Internal Server Error');

/**
 * What API Gateway makes of a function's answer in payload format 2.0: a value without `statusCode` is the body of a
 * 200, and an answer that it cannot read is a 500.
 */
export function toHttpAnswer(result: unknown): HttpAnswer {
  if (!isRecord(result) || result.statusCode === undefined) {
    return {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(typeof result === 'string' ? result : JSON.stringify(result)),
    };
  }
  const statusCode = Number(result.statusCode);
  const headers = readHeaders(result.headers);
  const cookies = result.cookies ?? [];
  const body = result.body ?? '';
  const isReadable =
    Number.isInteger(statusCode) &&
    statusCode >= 200 &&
    statusCode <= 599 &&
    headers !== undefined &&
    Array.isArray(cookies) &&
    cookies.every(isHeaderValue) &&
    typeof body === 'string';
  if (!isReadable) {
    return INTERNAL_SERVER_ERROR;
  }
  return {
    statusCode,
    headers: {
      'content-type': 'text/plain;charset=utf-8',
      ...headers,
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
    body: Buffer.from(body, result.isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}

function readHeaders(value: unknown): Record<string, string> | undefined {
  if (value === undefined || value === null) {
    return {};
  }
  if (!isRecord(value)) {
    return undefined;
  }
  const headers: Record<string, string> = {};
  for (const [name, raw] of Object.entries(value)) {
    const text = typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw;
    if (!HEADER_NAME.test(name) || !isHeaderValue(text)) {
      return undefined;
    }
    if (!DROPPED_HEADERS.has(name.toLowerCase())) {
      headers[name.toLowerCase()] = text;
    }
  }
  return headers;
}

/** What Node would refuse to send must not get as far as there. */
function isHeaderValue(value: unknown): value is string {
  return typeof value === 'string' && !/[^\t\x20-\x7e\x80-\xff]/.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
