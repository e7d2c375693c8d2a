import { createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Server's reaction to a request on the wire: an answer, or one of the ways to give none. `resetWithoutReading` only
 * notices that data have arrived, `resetAfterReading` has read the whole request.
 */
export type WireStep =
  | { status: number; body: string; headers?: Record<string, string> }
  | 'resetWithoutReading'
  | 'resetAfterReading'
  | 'closeAfterReading'
  | 'hang'
  | 'resetWithinTheAnswer';

export interface WireServer {
  url: string;
  port: number;
  /** Requests that were read to their end, with target and body, in the order of arrival. */
  readonly requests: Array<{ target: string | undefined; body: string }>;
  /** Number of connections. */
  readonly connections: number;
  /** Sets the reaction to every request, and to new connections, from now on. */
  behave(step: WireStep): void;
  stop(): Promise<void>;
}

/** Has the SDK of this process find End User Messaging at an address. */
export function pointEumAt(url: string): void {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: url,
  });
}

/** Starts a server in bare TCP, so that it can misbehave in all the ways in which a network does. */
export async function startWireServer(): Promise<WireServer> {
  let step: WireStep = 'hang';
  let connections = 0;
  const requests: WireServer['requests'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (step === 'resetWithoutReading') {
      socket.once('data', () => socket.resetAndDestroy());
      return;
    }
    let received = '';
    socket.on('data', (data) => {
      received += data.toString('utf8');
      const request = takeRequest(received);
      if (request === undefined) return;
      received = '';
      requests.push(request);
      answer(socket, step);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    get connections() {
      return connections;
    },
    behave: (next) => {
      step = next;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function takeRequest(received: string): { target: string | undefined; body: string } | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = received.slice(0, end);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  const body = received.slice(end + 4);
  if (Buffer.byteLength(body) < length) return undefined;
  return { target: /^x-amz-target: (.+)$/im.exec(head)?.[1]?.trim(), body };
}

function answer(socket: Socket, step: WireStep): void {
  switch (step) {
    case 'resetWithoutReading':
    case 'resetAfterReading':
      socket.resetAndDestroy();
      return;
    case 'closeAfterReading':
      socket.destroy();
      return;
    case 'hang':
      return;
    case 'resetWithinTheAnswer':
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"MessageId":', () =>
        socket.resetAndDestroy(),
      );
      return;
    default: {
      const headers = { 'content-type': 'application/x-amz-json-1.0', ...step.headers };
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(
        `HTTP/1.1 ${step.status} Status\r\n${head.join('')}content-length: ${Buffer.byteLength(step.body)}\r\n\r\n${step.body}`,
      );
    }
  }
}
