import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Operations that change something. */
const CHANGING = /\.(Create|Put|Submit)\w+$/;

/**
 * Starts a server that passes requests on, and breaks off after so many changes: the last of them is made, and its answer is lost.
 *
 * @param options.isBack true: what comes after that is passed on again; absent: nothing is
 */
export async function startBreakingLine(
  target: string,
  options: { changes: number; isBack?: boolean },
): Promise<{ url: string; stop(): Promise<void> }> {
  let left = options.changes;
  const isBroken = () => left <= 0 && options.isBack !== true;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const operation = String(request.headers['x-amz-target']);
      if (isBroken()) return response.destroy();
      const isLast = CHANGING.test(operation) && (left -= 1) === 0;
      const headers = { 'x-amz-target': operation, 'content-type': 'application/x-amz-json-1.0' };
      void fetch(target, { method: 'POST', headers, body: Buffer.concat(chunks) })
        .then(async (answer) => {
          const body = await answer.text();
          if (isLast) return response.destroy();
          return response
            .writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' })
            .end(body);
        })
        .catch(() => response.destroy());
      return undefined;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
