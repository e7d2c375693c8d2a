import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { useSendingService } from '../support/service/sending-service';
import { basic, callApi } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });

const codeOf = (body: unknown) => (body as { code?: number }).code;
const get = async (path: string) => {
  const { status, body } = await callApi(fixture.service, { account: fixture.account, path });
  return [status, codeOf(body)];
};

describe('how a path can be written (rules 4)', () => {
  it.each([
    ['+12065550142', 404, 33030],
    ['%2B12065550142', 404, 33030],
    ['%2b12065550142', 404, 33030],
    ['%2012065550142', 400, 33003],
    ['12065550142', 400, 33003],
    ['%2B1206555014%32', 404, 33030],
    ['%2B12065550142/', 404, 33105],
    ['%2F%2B12065550142', 400, 33003],
    ['%00', 400, 33003],
    ['%252B12065550142', 400, 33003],
    ['%25', 400, 33003],
    ['%252B1%25', 400, 33003],
    ['+1206555014%2532', 400, 33003],
    ['', 404, 33105],
  ])('reads the number in by-phone/%s', async (phone, status, code) => {
    expect(await get(`/api/v1/contacts/by-phone/${phone}`)).toEqual([status, code]);
  });

  it.each(['/api/v1/groups/', '//api/v1/groups', '/api/v1//groups', '/API/v1/groups', '/api/v1/groups;a=b'])(
    'has no route %s',
    async (path) => {
      expect(await get(path)).toEqual([404, 33105]);
    },
  );

  it.each(['?page=1&page=1', '?limit=5&limit=6', '?page', '?page=', '?page=%', '?page=1%00'])(
    'refuses the list of groups with %s',
    async (query) => {
      expect(await get(`/api/v1/groups${query}`)).toEqual([400, 33100]);
    },
  );
});

describe('methods that a path does not take', () => {
  it.each(['HEAD', 'OPTIONS', 'PUT', 'TRACE'])('are told of %s', async (method) => {
    const { headers, statusCode } = await send({ method, path: '/api/v1/groups' });
    expect([statusCode, headers.allow]).toEqual([405, 'GET']);
  });
});

describe('a connection that stays open', () => {
  it('goes on after requests whose bodies were refused', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const path = '/api/v1/messaging/message';
    const answers = [];
    for (const body of ['{"to":', 'x'.repeat(70_000), '['.repeat(50_000), '{}']) {
      answers.push(await send({ method: 'POST', path, body, agent }));
    }
    answers.push(await send({ method: 'GET', path: '/api/v1/groups', agent }));
    expect(answers.map(({ statusCode, body }) => [statusCode, codeOf(body)])).toEqual([
      [400, 33101],
      [413, 33103],
      [400, 33100],
      [400, 33100],
      [200, undefined],
    ]);
    expect(new Set(answers.map(({ localPort }) => localPort)).size).toBe(1);
    agent.destroy();
  });

  it('is not needed by a body that comes in chunks', async () => {
    const headers = { 'transfer-encoding': 'chunked' };
    const answer = await send({
      method: 'POST',
      path: '/api/v1/messaging/message',
      body: '{"to":1}',
      headers,
    });
    expect([answer.statusCode, codeOf(answer.body)]).toEqual([400, 33100]);
  });
});

it('answers a hundred requests at once, of all kinds', async () => {
  const kinds = [
    { method: 'GET', path: '/api/v1/groups' },
    { method: 'GET', path: '/api/v1/contacts/by-phone/%2B12065550142' },
    { method: 'POST', path: '/api/v1/messaging/message', body: '{}' },
    { method: 'POST', path: '/api/v1/messaging/broadcast', body: '[' },
    { method: 'GET', path: '/docs' },
    { method: 'GET', path: '/nowhere' },
  ];
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      send(kinds[index % kinds.length] ?? { method: 'GET', path: '/' }),
    ),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses).toEqual(answers.map((_, index) => [200, 404, 400, 400, 200, 404][index % kinds.length]));
});

/** Sends a request that `fetch` cannot send, or would change. */
async function send(options: {
  method: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
  agent?: Agent;
}) {
  const { method, path, body, headers, agent } = options;
  const outgoing = httpRequest(new URL(path, fixture.service.baseUrl), {
    method,
    agent: agent ?? false,
    headers: {
      authorization: basic(fixture.account.apiKeyId, fixture.account.apiKeySecret),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject).end(body);
  });
  const { localPort } = answer.socket;
  const received = await text(answer);
  const isJson = answer.headers['content-type']?.includes('json') === true && received !== '';
  const { statusCode, headers: answered } = answer;
  return {
    statusCode,
    localPort,
    headers: answered,
    body: isJson ? (JSON.parse(received) as unknown) : received,
  };
}
