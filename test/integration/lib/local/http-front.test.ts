import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createFunctionRuntime } from '../../../../lib/local/function-runtime';
import { createHttpFront, type HttpFrontOptions } from '../../../../lib/local/http-front';
import { type HttpServer, startHttpServer } from '../../../../lib/local/http-server';
import { StartupError } from '../../../../lib/local/lifecycle';

const MAX_REQUEST_BYTES = 10 * 1024 * 1024;
const MAX_EVENT_BYTES = 6 * 1024 * 1024;
const MAX_JOB_BODY_BYTES = 32 * 1024 * 1024;

interface Event {
  routeKey: string;
  body?: string;
  isBase64Encoded: boolean;
  headers: Record<string, string>;
  pathParameters?: Record<string, string>;
}

/** Ends of the requests to `/waits` that are waiting. */
let waiting: Array<() => void>;

const handlers: Record<string, (event: Event) => unknown> = {
  'POST /echo': (event) => ({
    statusCode: 201,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body: event.body ?? null, isBase64Encoded: event.isBase64Encoded }),
  }),
  'POST /large': (event) => ({ statusCode: 200, body: String(event.body?.length ?? 0) }),
  'POST /size': (event) => ({ statusCode: 200, body: String(event.body?.length ?? 0) }),
  'GET /host': (event) => ({ statusCode: 200, body: event.headers.host }),
  'GET /people/{name}': (event) => event.pathParameters,
  'GET /throws': () => {
    throw new Error('secret detail');
  },
  'GET /hangs': () => new Promise(() => undefined),
  'GET /waits': () => new Promise((resolve) => waiting.push(() => resolve({ statusCode: 204 }))),
  'POST /waits': () => new Promise((resolve) => waiting.push(() => resolve({ statusCode: 204 }))),
  'GET /huge': () => ({ statusCode: 200, body: 'x'.repeat(MAX_EVENT_BYTES) }),
  'GET /nothing': () => ({ statusCode: 204 }),
  $default: (event) => ({ statusCode: 404, body: `default ${event.routeKey}` }),
};

let server: HttpServer;
let errors: unknown[];
let beyondAws: string[];
/** Number of requests to `/waits` that the front has read to their end. */
let readToTheirEnd: number;

beforeEach(async () => {
  errors = [];
  beyondAws = [];
  waiting = [];
  readToTheirEnd = 0;
  server = await startHttpServer({ port: 0, onError: (error) => errors.push(error) });
  const runtime = createFunctionRuntime(
    Object.keys(handlers).map((routeKey) => ({
      logicalId: routeKey,
      name: routeKey,
      arn: '',
      entry: routeKey,
      timeoutMs: 10_000,
      memoryMb: 128,
    })),
    async (entry) => ({ handler: handlers[entry] }),
  );
  const options: HttpFrontOptions = {
    routes: Object.keys(handlers).map((routeKey) => ({
      routeKey,
      functionLogicalId: routeKey,
      timeoutMs: routeKey === 'GET /hangs' ? 50 : 30_000,
      ...(['POST /large', 'POST /waits'].includes(routeKey) && { maxBodyBytes: MAX_JOB_BODY_BYTES }),
    })),
    invoke: (logicalId, event, options) => runtime.invoke(logicalId, event, options),
    onError: (error) => errors.push(error),
    onBeyondAws: ({ routeKey }) => beyondAws.push(routeKey),
  };
  const front = createHttpFront(options);
  server.serve((request, response) => {
    if (request.url === '/waits') request.once('end', () => (readToTheirEnd += 1));
    return front(request, response);
  });
});
afterEach(() => server.stop());

interface SentRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

async function send({ method = 'GET', path, headers = {}, body }: SentRequest) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port: server.port, method, path, headers }, resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    body: Buffer.concat(chunks).toString(),
  };
}

/** Waits until the server has read everything that reached it before, on other connections too. */
async function settled(): Promise<void> {
  for (let round = 0; round < 3; round++) await send({ path: '/people/%zz' });
}

const JSON_TYPE = { 'content-type': 'application/json' };
/** Builds a refusal of the gateway's own, which also has the rest of the service's envelope. */
const refusal = (status: number, message: string, code: number) => ({
  status,
  type: 'application/json',
  body: expect.stringMatching(
    `^{"message":"${message}","code":${code},"status":${status},"moreInfo":"http://[^"]+/docs/errors#${code}"}$`,
  ) as unknown,
});

test('the Host header passes through', async () => {
  expect((await send({ path: '/host', headers: { host: 'go.example.com' } })).body).toBe('go.example.com');
});

test('an answer without content has none', async () => {
  expect(await send({ path: '/nothing' })).toEqual({
    status: 204,
    type: 'text/plain;charset=utf-8',
    body: '',
  });
});

describe("API Gateway's own answers", () => {
  test('an escape in the path that is none is a 400', async () => {
    expect(await send({ path: '/people/%zz' })).toEqual(refusal(400, 'Bad Request', 33100));
  });

  test('a function that throws is a 500 that tells nothing', async () => {
    expect(await send({ path: '/throws' })).toEqual(refusal(500, 'Internal Server Error', 33199));
    expect(errors).toEqual([new Error('secret detail')]);
  });

  test('a function that takes longer than the integration may is a 503', async () => {
    expect(await send({ path: '/hangs' })).toEqual(refusal(503, 'Service Unavailable', 33113));
  });

  test('an answer over 6 MB is a 500', async () => {
    expect(await send({ path: '/huge' })).toEqual(refusal(500, 'Internal Server Error', 33199));
  });

  test('an event over 6 MB is a 413', async () => {
    const body = Buffer.alloc(MAX_EVENT_BYTES, 'x');

    expect(await send({ method: 'POST', path: '/size', headers: JSON_TYPE, body })).toEqual(
      refusal(413, 'Request Entity Too Large', 33103),
    );
  });

  test('a body that announces more than 10 MB is a 413', async () => {
    const body = Buffer.alloc(MAX_REQUEST_BYTES + 1, 'x');

    expect(await send({ method: 'POST', path: '/size', headers: JSON_TYPE, body })).toEqual(
      refusal(413, 'Request Entity Too Large', 33103),
    );
  });

  test('a body that turns out to be more than 10 MB is a 413', async () => {
    const headers = { ...JSON_TYPE, 'transfer-encoding': 'chunked' };
    const body = Buffer.alloc(MAX_REQUEST_BYTES + 1, 'x');

    expect(await send({ method: 'POST', path: '/size', headers, body })).toEqual(
      refusal(413, 'Request Entity Too Large', 33103),
    );
  });

  test.each([
    ['plain JSON of 13 MB', JSON_TYPE, Buffer.alloc(13_000_000, 'x'), '13000000'],
    ['gzip of 7 MB', { ...JSON_TYPE, 'content-encoding': 'gzip' }, Buffer.alloc(7_000_000), '9333336'],
  ])('%s is taken by a route that takes large bodies, and told', async (_what, headers, body, size) => {
    expect((await send({ method: 'POST', path: '/large', headers, body })).body).toBe(size);
    expect(beyondAws).toEqual(['POST /large']);
  });

  test('a large route takes 32 MB, and no byte more', async () => {
    const bodies = [MAX_JOB_BODY_BYTES, MAX_JOB_BODY_BYTES + 1].map((size) => Buffer.alloc(size, 'x'));
    const answers = await Promise.all(
      bodies.map((body) => send({ method: 'POST', path: '/large', headers: JSON_TYPE, body })),
    );
    expect(answers).toEqual([
      { status: 200, type: 'text/plain;charset=utf-8', body: String(MAX_JOB_BODY_BYTES) },
      refusal(413, 'Request Entity Too Large', 33103),
    ]);
  });

  test('what AWS would take is not told', async () => {
    await send({ method: 'POST', path: '/large', headers: JSON_TYPE, body: Buffer.alloc(5_000_000, 'x') });
    expect(beyondAws).toEqual([]);
  });

  test('a target may have 8,192 bytes, and no byte more', async () => {
    const target = (bytes: number) => `/people/${'x'.repeat(bytes - '/people/'.length)}`;
    expect((await send({ path: target(8_192) })).status).toBe(200);
    expect(await send({ path: target(8_193) })).toEqual(refusal(414, 'Request-URI Too Long', 33115));
  });

  test('request line and headers may have 10,240 bytes, and no byte more', async () => {
    const answer = async (extraBytes: number) => {
      const lines = { host: 'a', connection: 'close', x: '' };
      const bytes = `GET /host HTTP/1.1${Object.entries(lines).flat().join('')}`.length;
      return send({ path: '/host', headers: { ...lines, x: 'x'.repeat(10_240 - bytes + extraBytes) } });
    };
    expect((await answer(0)).status).toBe(200);
    expect(await answer(1)).toEqual(refusal(431, 'Request Header Fields Too Large', 33114));
  });

  test('a body just under what an event may hold is taken', async () => {
    const body = Buffer.alloc(MAX_EVENT_BYTES - 2_000, 'x');

    expect((await send({ method: 'POST', path: '/size', headers: JSON_TYPE, body })).body).toBe('6289456');
  });
});

test('a client that disconnects in the middle of its body does not affect others', async () => {
  const socket = connect(server.port, '127.0.0.1');
  await new Promise((resolve) => socket.on('connect', resolve));
  socket.write('POST /size HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc', () => socket.destroy());
  await new Promise((resolve) => socket.on('close', resolve));

  expect((await send({ path: '/people/a' })).status).toBe(200);
  expect(errors).toEqual([]);
});

test('a client that disconnects while its function runs does not affect others', async () => {
  const socket = connect(server.port, '127.0.0.1');
  await new Promise((resolve) => socket.on('connect', resolve));
  socket.write('GET /waits HTTP/1.1\r\nHost: a\r\n\r\n');
  while (waiting.length < 1) await pause(5);
  socket.destroy();
  await settled();
  waiting[0]?.();

  expect((await send({ path: '/people/a' })).status).toBe(200);
  expect(errors).toEqual([]);
});

test.each([
  ['what is no HTTP', 'nonsense\r\n\r\n', '400 Bad Request', 'Bad Request', 33100],
  [
    'a length that is none',
    'POST /size HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
    '400 Bad Request',
    'Bad Request',
    33100,
  ],
  [
    'headers without end',
    `GET /host HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'Request Header Fields Too Large',
    33114,
  ],
])('%s is answered in the envelope', async (_, text, status, message, code) => {
  const socket = connect(server.port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (received += piece));
  socket.on('error', () => undefined).write(text);
  await new Promise((resolve) => socket.on('close', resolve));

  const [head = '', body] = received.split('\r\n\r\n');
  expect([head.split('\r\n')[0], JSON.parse(body ?? '')]).toEqual([
    `HTTP/1.1 ${status}`,
    {
      message,
      code,
      status: Number.parseInt(status),
      moreInfo: expect.stringMatching(`^http://[^/]+/docs/errors#${code}$`) as unknown,
    },
  ]);
});

test('HTTP/1.0 needs no host', async () => {
  const socket = connect(server.port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (received += piece));
  socket.write('GET /people/a HTTP/1.0\r\n\r\n');
  await new Promise((resolve) => socket.on('close', resolve));

  expect(received).toContain('HTTP/1.1 200 OK');
});

describe('startHttpServer', () => {
  /** Sends the head of a request, and waits until the server has asked for the body. */
  async function askFirst(port: number, path = '/') {
    const headers = { expect: '100-continue', 'content-length': 'Hello'.length };
    const outgoing = httpRequest({ host: '127.0.0.1', port, method: 'POST', path, headers });
    const answer = new Promise<IncomingMessage>((resolve) => outgoing.once('response', resolve));
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    return { outgoing, answer };
  }

  test('a port that is taken is a plain sentence', async () => {
    await expect(startHttpServer({ port: server.port, onError: () => undefined })).rejects.toThrow(
      new StartupError(
        `Port ${server.port} is in use; stop what listens there, or choose another one with PORT.`,
      ),
    );
  });

  test('a request that comes before it serves is answered once it does', async () => {
    const other = await startHttpServer({ port: 0, onError: () => undefined });
    const { outgoing, answer } = await askFirst(other.port);

    other.serve(async (request, response) => {
      for await (const chunk of request as AsyncIterable<Buffer>) response.write(chunk);
      response.end();
    });
    outgoing.end('Hello');

    const [body] = (await once(await answer, 'data')) as [Buffer];
    expect(body.toString()).toBe('Hello');
    await other.stop();
  });

  test('a request that has waited too long for it to serve is answered with 503 and Retry-After', async () => {
    const other = await startHttpServer({ port: 0, onError: () => undefined, readyWaitMs: 20 });

    const answer = await fetch(`http://127.0.0.1:${other.port}/`);

    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '1',
      {
        message: 'Service Unavailable',
        code: 33113,
        status: 503,
        moreInfo: `http://127.0.0.1:${other.port}/docs/errors#33113`,
      },
    ]);
    await other.stop();
  });

  test('a request whose client has gone before it serves never reaches the handler', async () => {
    const other = await startHttpServer({ port: 0, onError: () => undefined });
    const gone = await askFirst(other.port, '/gone');
    gone.outgoing.on('error', () => undefined).destroy();
    // The server has noticed the end of the first connection when it reads two later ones.
    const later = [await askFirst(other.port, '/1'), await askFirst(other.port, '/2')];
    const reached: unknown[] = [];

    other.serve(async (request, response) => {
      reached.push(request.url);
      response.end();
    });
    for (const { outgoing, answer } of later) {
      outgoing.end('Hello');
      (await answer).resume();
    }

    expect(reached).toEqual(['/1', '/2']);
    await other.stop();
  });

  test('a request under way is answered before it stops', async () => {
    const other = await startHttpServer({ port: 0, onError: () => undefined });
    let end: () => void = () => undefined;
    const reached = new Promise<void>((isReached) =>
      other.serve(async (_request, response) => {
        isReached();
        await new Promise<void>((resolve) => (end = resolve));
        response.end('done');
      }),
    );
    const answer = fetch(`http://127.0.0.1:${other.port}/`).then((found) => found.text());
    await reached;

    const stopping = other.stop();
    end();
    await stopping;

    expect(await answer).toBe('done');
  });
});

const statusesOf = (answers: PromiseSettledResult<{ status: number | undefined }>[]) =>
  answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : (answer.reason as unknown)));

test('64 requests run at a time, and each of the others when one has ended', async () => {
  const answers = Promise.allSettled(Array.from({ length: 70 }, () => send({ path: '/waits' })));
  while (readToTheirEnd < 70) await pause(5);
  await settled();
  expect(waiting).toHaveLength(64);
  for (let ended = 0; ended < 70; ended += 1) {
    while (waiting[ended] === undefined) await pause(5);
    waiting[ended]?.();
  }
  expect(statusesOf(await answers)).toEqual(Array.from({ length: 70 }, () => 204));
});

test('jobs with bodies of more than 32 KB run one at a time, beside all other requests', async () => {
  const post = (bytes: number) => send({ method: 'POST', path: '/waits', body: 'x'.repeat(bytes) });
  const answers = Promise.allSettled([post(32_769), post(32_769), post(32_768), send({ path: '/waits' })]);
  while (readToTheirEnd < 4) await pause(5);
  await settled();
  expect(waiting).toHaveLength(3);
  for (const end of waiting) end();
  while (waiting.length < 4) await pause(5);
  waiting[3]?.();
  expect(statusesOf(await answers)).toEqual([204, 204, 204, 204]);
});
