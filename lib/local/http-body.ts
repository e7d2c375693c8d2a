import type { IncomingMessage } from 'node:http';
import { MAX_JOB_BODY_BYTES } from '../../shared/limits';

/** **Source:** API Gateway's payload size. */
export const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

/**
 * Returns true when the `Content-Length` of the request is too large for any route. Call it before the body is read.
 */
export function announcesTooMuch(request: IncomingMessage): boolean {
  return announcedBytes(request) > MAX_JOB_BODY_BYTES;
}

const announcedBytes = (request: IncomingMessage) => Number(request.headers['content-length'] ?? 0);

/**
 * Reads the whole body. Returns `tooLarge` as soon as that is certain, `aborted` when the client closed the connection.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes = MAX_REQUEST_BYTES,
): Promise<Buffer | 'tooLarge' | 'aborted'> {
  if (announcedBytes(request) > maxBytes) {
    return Promise.resolve('tooLarge');
  }
  if (request.destroyed && !request.complete) {
    return Promise.resolve('aborted');
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const collect = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        request.off('data', collect);
        resolve('tooLarge');
      } else {
        chunks.push(chunk);
      }
    };
    request.on('data', collect);
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => resolve('aborted'));
    request.on('close', () => resolve('aborted'));
  });
}
