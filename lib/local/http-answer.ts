import { ERROR_CODES, type ErrorCode } from '../../shared/errors/error-codes';
import { isRecord } from '../../shared/platform/is-record';

/** Answer as it is sent. */
export interface HttpAnswer {
  statusCode: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Headers of the connection, which the server sets itself. */
const DROPPED_HEADERS = /^(?:connection|content-length|keep-alive|transfer-encoding|upgrade)$/i;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Pattern of what Node refuses to send in a header. */
const NO_HEADER_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

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
  { host = 'localhost', retryAfterSeconds }: { host: string | undefined; retryAfterSeconds?: number },
): HttpAnswer {
  const { status } = ERROR_CODES[code];
  const moreInfo = `http://${host}/docs/errors#${code}`;
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: Buffer.from(JSON.stringify({ message: GATEWAY_WORDS[code], code, status, moreInfo })),
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
  const { headers: rawHeaders = {}, cookies = [], body = '' } = result;
  const statusCode = Number(result.statusCode);
  const isStatus = Number.isInteger(statusCode) && statusCode >= 200 && statusCode <= 599;
  if (!isStatus || !isRecord(rawHeaders) || !Array.isArray(cookies) || typeof body !== 'string')
    return undefined;
  const headers = Object.entries(rawHeaders)
    .filter(([name]) => !DROPPED_HEADERS.test(name))
    .map(
      ([name, value]) =>
        [name.toLowerCase(), ['number', 'boolean'].includes(typeof value) ? String(value) : value] as const,
    );
  const isHeader = (name: string, value: unknown) =>
    HEADER_NAME.test(name) && typeof value === 'string' && !NO_HEADER_VALUE.test(value);
  if (!headers.every(([name, value]) => isHeader(name, value))) return undefined;
  if (!cookies.every((cookie) => isHeader('set-cookie', cookie))) return undefined;
  return {
    statusCode,
    headers: {
      'content-type': 'text/plain;charset=utf-8',
      ...(Object.fromEntries(headers) as Record<string, string>),
      ...(cookies.length > 0 && { 'set-cookie': cookies as string[] }),
    },
    body: Buffer.from(body, result.isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}
