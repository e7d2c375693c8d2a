import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  guardedRequest,
  openGuardedClient,
  type OutgoingResult,
  shareLookups,
} from '../../../../../shared/platform/outgoing/guarded-client';
import { PUBLIC_ONLY } from '../../../../support/webhooks/public-only';

const LOCAL = { allowsLoopback: true };
const GET = { method: 'GET', timeoutMs: 120_000, maxBytes: 1_000, policy: LOCAL } as const;

let server: Server;
let origin: string;
let answer: RequestListener;
let requests: IncomingMessage[];

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const text = (body: string) => (_request: IncomingMessage, response: ServerResponse) => response.end(body);
const summary = (result: OutgoingResult) =>
  result.outcome === 'answered'
    ? { status: result.status, body: result.body.toString(), isCut: result.isCut }
    : result;

describe('a guarded request', () => {
  it('sends method, headers and body and answers with the response', async () => {
    const bodies: string[] = [];
    answer = (request, response) => {
      request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
      request.on('end', () => response.writeHead(201, { 'x-answer': 'yes' }).end('done'));
    };
    const result = await guardedRequest(`${origin}/path?q=1`, {
      ...GET,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":"ü"}',
    });
    expect(result).toMatchObject({
      outcome: 'answered',
      status: 201,
      headers: { 'x-answer': 'yes' },
      body: Buffer.from('done'),
      isCut: false,
      url: `${origin}/path?q=1`,
    });
    expect(bodies).toEqual(['{"a":"ü"}']);
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/path?q=1' });
    expect(requests[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '10',
    });
  });

  it('takes an answer of exactly the limit whole and cuts one byte more', async () => {
    answer = text('a'.repeat(1_000));
    expect(summary(await guardedRequest(origin, GET))).toEqual({
      status: 200,
      body: 'a'.repeat(1_000),
      isCut: false,
    });
    answer = text('a'.repeat(1_001));
    expect(summary(await guardedRequest(origin, GET))).toEqual({
      status: 200,
      body: 'a'.repeat(1_000),
      isCut: true,
    });
  });

  it('reads no more of an endless answer than the limit', async () => {
    answer = (_request, response) => {
      const write = () => {
        if (!response.destroyed) response.write('a'.repeat(65_536), () => setImmediate(write));
      };
      write();
    };
    expect(await guardedRequest(origin, GET)).toMatchObject({ outcome: 'answered', isCut: true });
  });

  it('gives up after the timeout, whether headers or the body are missing', async () => {
    const timedOut = { outcome: 'failed', reason: 'timeout', detail: 'TIMEOUT' };
    answer = () => undefined;
    expect(await guardedRequest(origin, { ...GET, timeoutMs: 100 })).toEqual(timedOut);
    answer = (_request, response) => response.writeHead(200).write('a');
    expect(await guardedRequest(origin, { ...GET, timeoutMs: 100 })).toEqual(timedOut);
  });

  it('says so when no server listens', async () => {
    const free = origin;
    await new Promise((resolve) => server.close(resolve));
    expect(await guardedRequest(free, GET)).toEqual({
      outcome: 'failed',
      reason: 'connection',
      detail: 'ECONNREFUSED',
    });
  });

  it('does not follow redirects unless told to', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/there' }).end();
    expect(await guardedRequest(origin, GET)).toMatchObject({ outcome: 'answered', status: 302 });
    expect(requests).toHaveLength(1);
  });

  it('follows as many redirects as allowed and not one more', async () => {
    answer = (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('arrived');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    expect(await guardedRequest(`${origin}/2`, { ...GET, followRedirects: 2 })).toMatchObject({
      outcome: 'answered',
      status: 200,
      url: `${origin}/0`,
    });
    expect(await guardedRequest(`${origin}/3`, { ...GET, followRedirects: 2 })).toEqual({
      outcome: 'failed',
      reason: 'tooManyRedirects',
      detail: 'REDIRECTS',
    });
  });

  it.each(['http://10.0.0.1/', 'https://169.254.169.254/', 'http://8.8.8.8/'])(
    'checks the target of a redirect: %s',
    async (location) => {
      answer = (_request, response) => response.writeHead(302, { location }).end();
      expect(await guardedRequest(origin, { ...GET, followRedirects: 3 })).toEqual({
        outcome: 'refused',
        reason: 'addressNotAllowed',
      });
    },
  );

  it('sends nothing to a refused address', async () => {
    answer = text('reached');
    const { port } = new URL(origin);
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      'localhost',
      '[::ffff:127.0.0.1]',
    ]) {
      expect(await guardedRequest(`https://${host}:${port}/`, { ...GET, policy: PUBLIC_ONLY })).toEqual({
        outcome: 'refused',
        reason: 'addressNotAllowed',
      });
    }
    expect(requests).toHaveLength(0);
  });
});

describe('names', () => {
  const at = (...addresses: string[]) => ({
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });

  it.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['fd00:ec2::254'],
    ['8.8.8.8', '10.0.0.1'],
    ['2606:4700::1111', '::1'],
  ])('refuses a name that leads to %s %s', async (...addresses) => {
    const request = { ...GET, policy: PUBLIC_ONLY, ...at(...addresses.filter(Boolean)) };
    expect(await guardedRequest('https://rebound.example/', request)).toEqual({
      outcome: 'refused',
      reason: 'addressNotAllowed',
    });
  });

  it('refuses plain http to a name that leads to the internet, in the local service too', async () => {
    expect(await guardedRequest('http://example.com/', { ...GET, ...at('93.184.216.34') })).toEqual({
      outcome: 'refused',
      reason: 'addressNotAllowed',
    });
  });

  it('connects to the addresses that were checked, looking the name up once', async () => {
    answer = text('here');
    const lookups: string[] = [];
    const { port } = new URL(origin);
    const result = await guardedRequest(`http://rebound.example:${port}/`, {
      ...GET,
      resolve: async (hostname) => {
        lookups.push(hostname);
        return [{ address: lookups.length === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
      },
    });
    expect(summary(result)).toEqual({ status: 200, body: 'here', isCut: false });
    expect(lookups).toEqual(['rebound.example']);
    expect(requests[0]?.headers.host).toBe(`rebound.example:${port}`);
  });

  it('checks again for the next connection, when the name has been moved inside', async () => {
    answer = (_request, response) => response.setHeader('connection', 'close').end('here');
    let lookups = 0;
    const client = openGuardedClient({
      policy: LOCAL,
      resolve: async () => [{ address: ++lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }],
    });
    const url = `http://rebound.example:${new URL(origin).port}/`;
    expect(summary(await client.request(url, GET))).toMatchObject({ status: 200 });
    expect(await client.request(url, GET)).toEqual({ outcome: 'refused', reason: 'addressNotAllowed' });
    client.close();
  });

  it('says so when a name does not exist', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await guardedRequest('https://nowhere.example/', { ...GET, resolve })).toEqual({
      outcome: 'failed',
      reason: 'connection',
      detail: 'ENOTFOUND',
    });
  });
});

describe('looking names up', () => {
  it('happens once for all who want the same at the same time, and anew after that', async () => {
    const answers: Array<() => void> = [];
    const asked: string[] = [];
    const resolve = shareLookups((hostname) => {
      asked.push(hostname);
      return new Promise((settle, fail) =>
        answers.push(() => (hostname === 'b' ? fail(new Error('no')) : settle([]))),
      );
    });
    const lookups = ['a', 'a', 'b', 'b'].map((hostname) => resolve(hostname).catch(() => 'failed'));
    for (const answer of answers) answer();
    expect(await Promise.all(lookups)).toEqual([[], [], 'failed', 'failed']);
    expect(asked).toEqual(['a', 'b']);
    void resolve('a');
    expect(asked).toEqual(['a', 'b', 'a']);
  });
});

describe('connections of a client', () => {
  it('are kept from request to request', async () => {
    answer = text('here');
    const client = openGuardedClient({ policy: LOCAL });
    for (let count = 0; count < 3; count++) await client.request(origin, GET);
    client.close();
    expect(new Set(requests.map(({ socket }) => socket)).size).toBe(1);
  });

  it('are replaced when the other side has closed one in the meantime', async () => {
    answer = (request, response) => {
      if (requests.length === 2) request.socket.destroy();
      else response.end('here');
    };
    const client = openGuardedClient({ policy: LOCAL });
    await client.request(origin, GET);
    expect(summary(await client.request(origin, GET))).toMatchObject({ status: 200, body: 'here' });
    client.close();
    expect(requests).toHaveLength(3);
  });
});
