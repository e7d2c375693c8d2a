import type { IncomingMessage } from 'node:http';

/** **Source:** API Gateway's payload size. */
export const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

/** Whether the request says of itself that it is too large, before any of it is read. */
export function announcesTooMuch(request: IncomingMessage): boolean {
  return Number(request.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES;
}

/** The whole body; `tooLarge` as soon as that is certain, `aborted` when the client went away. */
export function readBody(request: IncomingMessage): Promise<Buffer | 'tooLarge' | 'aborted'> {
  if (announcesTooMuch(request)) {
    return Promise.resolve('tooLarge');
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const collect = (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_REQUEST_BYTES) {
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
