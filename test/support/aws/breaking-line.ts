import { type LoopbackServer, readBytes, startLoopbackServer } from '../../../lib/local/loopback-server';

/** Operations that change something. */
const CHANGING = /\.(Create|Put|Submit|TransactWrite|Update)\w+$/;
const MAX_BODY_BYTES = 1024 * 1024;
const TYPE = { 'content-type': 'application/x-amz-json-1.0' };

/**
 * Starts a server that passes requests on, and breaks off after so many changes: the last of them is made, and its answer
 * is lost.
 *
 * @param options.isBack true: what comes after that is passed on again; absent: nothing is
 */
export async function startBreakingLine(
  target: string,
  options: { changes: number; isBack?: boolean },
): Promise<LoopbackServer> {
  let left = options.changes;
  return startLoopbackServer(
    async (request, response) => {
      const operation = String(request.headers['x-amz-target']);
      const body = await readBytes(request, MAX_BODY_BYTES);
      if (left <= 0 && options.isBack !== true) return void response.destroy();
      const isLast = CHANGING.test(operation) && (left -= 1) === 0;
      const { authorization = '', 'x-amz-date': date = '' } = request.headers;
      const headers = { ...TYPE, 'x-amz-target': operation, 'x-amz-date': String(date), authorization };
      const answer = await fetch(target, { method: 'POST', headers, ...(body && { body }) });
      const text = await answer.text();
      if (isLast) response.destroy();
      else response.writeHead(answer.status, TYPE).end(text);
    },
    { admits: () => true },
  );
}
