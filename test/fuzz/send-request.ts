import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { FuzzRequest, RawRequest } from './fuzz-request';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed if it is JSON, else the text. */
  body: unknown;
}

/** Time after which a request counts as hanging. Long, because a machine may be busy; no handler may run that long. */
export const HANG_AFTER_MS = 60_000;

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Sends a request. @throws Error when there is no answer within the time, or the connection breaks */
export function sendRequest(baseUrl: string, request: FuzzRequest): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const { method, path, headers, body } = request;
    const outgoing = httpRequest(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
        timeout: HANG_AFTER_MS,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve(
            readAnswer(
              incoming.statusCode ?? 0,
              pairs(incoming.rawHeaders),
              Buffer.concat(chunks).toString('utf8'),
            ),
          ),
        );
      },
    );
    outgoing.on('timeout', () => {
      const { reusedSocket, socket } = outgoing;
      const connection = `${reusedSocket ? 'kept' : 'new'} connection from port ${socket?.localPort}`;
      outgoing.destroy(new Error(`No answer within ${HANG_AFTER_MS} ms on a ${connection}`));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Returns all bytes of the answer until the server closes, or sends nothing for a while. */
export function sendRaw(baseUrl: string, request: RawRequest): Promise<Answer | 'closed' | 'silent'> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let received = '';
    let isOver = false;
    const finish = (outcome: 'closed' | 'silent') => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      socket.destroy();
      resolve(parseAnswer(received) ?? outcome);
    };
    const timer = setTimeout(() => finish('silent'), 3_000 + request.pauseMs * request.pieces.length);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('utf8');
      if (isComplete(received)) finish('closed');
    });
    socket.on('error', () => finish('closed'));
    socket.on('close', () => finish('closed'));
    socket.on('connect', () => {
      void (async () => {
        for (const piece of request.pieces) {
          if (socket.destroyed || isOver) return;
          socket.write(piece);
          if (request.pauseMs > 0) await new Promise((resume) => setTimeout(resume, request.pauseMs));
        }
      })();
    });
  });
}

function isComplete(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length: *(\d+)/im.exec(received.slice(0, end))?.[1];
  return length !== undefined && Buffer.byteLength(received.slice(end + 4)) >= Number(length);
}

function parseAnswer(received: string): Answer | undefined {
  const end = received.indexOf('\r\n\r\n');
  const head = end < 0 ? received : received.slice(0, end);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1];
  if (status === undefined) return undefined;
  const fields = lines.map((line) => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  // Further answers follow when several requests were sent together.
  const length = /^content-length: *(\d+)/im.exec(head)?.[1] ?? 0;
  const body = Buffer.from(end < 0 ? '' : received.slice(end + 4)).subarray(0, Number(length));
  return readAnswer(Number(status), fields as Array<[string, string]>, body.toString('utf8'));
}

function pairs(rawHeaders: string[]): Array<[string, string]> {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ]);
}

function readAnswer(status: number, fields: Array<[string, string]>, text: string): Answer {
  const headers = new Headers(fields);
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  let body: unknown = text;
  if (isJson && text !== '') {
    try {
      body = JSON.parse(text) as unknown;
    } catch {
      body = text;
    }
  }
  return { status, headers, text, body };
}
