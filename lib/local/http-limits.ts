import type { IncomingMessage } from 'node:http';
import type { GatewayErrorCode } from './http-answer';

/** **Source:** API Gateway's quota of request line and header values. */
const MAX_HEAD_BYTES = 10_240;
const MAX_TARGET_BYTES = 8_192;

/** Returns the error for a request line or headers that are too large; `undefined` when none is. */
export function findOversize(request: IncomingMessage): GatewayErrorCode | undefined {
  const { method = '', url = '', rawHeaders } = request;
  if (url.length > MAX_TARGET_BYTES) return 33115;
  const requestLineBytes = `${method} ${url} HTTP/1.1`.length;
  const headerBytes = rawHeaders.reduce((total, text) => total + text.length, 0);
  return requestLineBytes + headerBytes > MAX_HEAD_BYTES ? 33114 : undefined;
}
