import { ERROR_CODES, type ErrorCode } from '../../shared/errors/error-codes';

/** Answer as it is sent. */
export interface HttpAnswer {
  statusCode: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Headers of the connection, which the server sets itself. */
const DROPPED_HEADERS = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Messages of API Gateway's own answers. */
const GATEWAY_WORDS = {
  33100: 'Bad Request',
  33103: 'Request Entity Too Large',
  33105: 'Not Found',
  33113: 'Service Unavailable',
  33114: 'Request Header Fields Too Large',
  33115: 'Request-URI Too Long',
  33116: 'Request Timeout',
  33199: 'Internal Server Error',
} as const satisfies Partial<Record<ErrorCode, string>>;
export type GatewayErrorCode = keyof typeof GATEWAY_WORDS;

/** Builds a refusal with API Gateway's message, and with the other fields of the service's envelope. */
export function gatewayError(
  code: GatewayErrorCode,
  options: { host: string | undefined; retryAfterSeconds?: number },
): HttpAnswer {
  const { status } = ERROR_CODES[code];
  const moreInfo = `http://${options.host ?? 'localhost'}/docs/errors#${code}`;
  const answer = gatewayAnswer(status, GATEWAY_WORDS[code], { code, status, moreInfo });
  const { retryAfterSeconds } = options;
  if (retryAfterSeconds !== undefined) answer.headers['retry-after'] = String(retryAfterSeconds);
  return answer;
}

/** @param more further fields of the body */
export function gatewayAnswer(statusCode: number, message: string, more: object = {}): HttpAnswer {
  return {
    statusCode,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ message, ...more })),
  };
}

/**
 * Converts a function's answer in payload format 2.0 as API Gateway does: a value without `statusCode` is the body of a
 * 200.
 *
 * @returns `undefined` for an answer that API Gateway cannot read
 */
export function toHttpAnswer(result: unknown): HttpAnswer | undefined {
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
    return undefined;
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

/** Returns false for a value that Node would refuse to send. */
function isHeaderValue(value: unknown): value is string {
  return typeof value === 'string' && !/[^\t\x20-\x7e\x80-\xff]/.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
