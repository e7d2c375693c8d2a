import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import type { ServiceDescription } from '../../lib/local/data-dir';
import { registerLink } from '../support/service/own-links';
import { SERVICE_DATA_DIR } from '../support/service/start-service';
import { basic, createApiAccount } from '../support/service/service';
import { useService } from '../support/service/use-service';

const service = useService();
let description: ServiceDescription;

beforeAll(() => {
  const dataDir = process.env[SERVICE_DATA_DIR] ?? '';
  description = JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8')) as ServiceDescription;
});

interface Call {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request with a browser's headers unchanged; `fetch` would set Host and Origin itself. */
function call({ url, method = 'GET', headers = {}, body }: Call) {
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      const outgoing = httpRequest(url, { method, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    },
  );
}

const local = (path: string, options: Omit<Call, 'url'> = {}) =>
  call({ url: `${service.baseUrl}/_local/${path}`, ...options });
const post = (headers: Record<string, string>) =>
  local('clock', { method: 'POST', headers, body: '{"advanceSeconds":0}' });
const port = () => new URL(service.baseUrl).port;

const FOREIGN: Array<[string, () => Record<string, string>]> = [
  ['a page of another site', () => ({ origin: 'https://evil.example' })],
  ['a page of another local port', () => ({ origin: 'http://localhost:1' })],
  ['a page without an origin, such as a file', () => ({ origin: 'null' })],
  ['a form or picture of another site', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['a page of another local port that sends no origin', () => ({ 'sec-fetch-site': 'same-site' })],
  ['a name that its owner points to this machine', () => ({ host: `evil.example:${port()}` })],
  ['a name that begins like this machine', () => ({ host: 'localhost.evil.example' })],
  ['a name whose page calls itself', () => ({ host: 'evil.example', origin: 'http://evil.example' })],
];

describe('the local routes', () => {
  test.each(FOREIGN)('are neither read nor written by %s', async (_who, headers) => {
    const answers = [await local('sent', { headers: headers() }), await post(headers())];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(answers.map(({ headers: sent }) => sent['access-control-allow-origin'])).toEqual([
      undefined,
      undefined,
    ]);
  });

  test.each(FOREIGN)('are not emptied by %s', async (_who, headers) => {
    expect((await local('reset', { method: 'POST', headers: headers() })).status).toBe(403);
  });

  test.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])(
    'take the host %s with any port',
    async (name) => {
      for (const host of [name, `${name}:${port()}`, `${name}:80`]) {
        expect((await local('sent', { headers: { host } })).status).toBe(200);
        expect((await post({ host, 'content-type': 'application/json' })).status).toBe(200);
      }
    },
  );

  test('take pages of their own origin, with JSON only', async () => {
    const own = { origin: service.baseUrl, 'sec-fetch-site': 'same-origin' };
    expect((await post({ ...own, 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
    expect(await post({ ...own, 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      text: '{"message":"The body must be JSON: send content-type application/json."}',
    });
    expect((await post(own)).status).toBe(415);
  });

  test.each([{}, { 'content-type': 'text/plain' }, { 'content-type': 'application/x-www-form-urlencoded' }])(
    'take JSON of what is no browser, announced as %j',
    async (headers: Record<string, string>) => {
      expect((await post(headers)).status).toBe(200);
    },
  );

  test('are opened by an address that was typed', async () => {
    expect((await local('sent', { headers: { 'sec-fetch-site': 'none' } })).status).toBe(200);
  });
});

describe('the local issuer', () => {
  const DISCOVERY = '/.well-known/openid-configuration';

  test('answers on this machine, under no other name', async () => {
    const signIn = await call({ url: `${service.baseUrl}/console/auth/sign-in` });
    const { origin, port: issuerPort } = new URL(String(signIn.headers.location));
    const ask = (headers: Record<string, string>, path = DISCOVERY) =>
      call({ url: `${origin}${path}`, headers });
    expect((await ask({})).status).toBe(200);
    expect((await ask({ host: `127.0.0.1:${issuerPort}` })).status).toBe(200);
    expect(await ask({ host: `evil.example:${issuerPort}` })).toMatchObject({ status: 403 });
    expect((await ask({ host: 'localhost.evil.example' }, '/sign-in/any')).status).toBe(403);
  });
});

describe('the endpoints of the local cloud', () => {
  const signed = () => ({
    authorization: `AWS4-HMAC-SHA256 Credential=${description.environment.AWS_ACCESS_KEY_ID}/20260101/us-east-1/x/aws4_request, SignedHeaders=host, Signature=0`,
  });
  const listQueues = (url: string, headers: Record<string, string>) => ({
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'AmazonSQS.ListQueues',
      ...headers,
    },
    body: '{}',
  });
  const listTopics = (url: string, headers: Record<string, string>) => ({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'Action=ListTopics&Version=2010-03-31',
  });
  const putEvents = (url: string, headers: Record<string, string>) => ({
    url,
    method: 'POST',
    headers: { 'x-amz-target': 'AWSEvents.PutEvents', ...headers },
    body: '{"Entries":[{"Source":"test","DetailType":"test","Detail":"{}"}]}',
  });
  const invoke = (url: string, headers: Record<string, string>) => ({
    url: `${url}/2015-03-31/functions/${description.outputs.TimerFunctionName}/invocations`,
    method: 'POST',
    headers,
    body: '{}',
  });
  const send = (url: string, headers: Record<string, string>) => ({
    url: `${url}/messages`,
    method: 'POST',
    headers,
    body: '{}',
  });
  const inspect = (url: string, headers: Record<string, string>) => ({
    url: `${url}/_fauxqs/queues`,
    headers,
  });
  type Endpoint = keyof ServiceDescription['endpoints'];
  const CALLS: Array<[string, Endpoint, (url: string, headers: Record<string, string>) => Call, number]> = [
    ['SQS', 'sqs', listQueues, 200],
    ['SNS', 'sns', listTopics, 200],
    ['the view of the queues', 'sqs', inspect, 200],
    ['EventBridge', 'events', putEvents, 200],
    ['Lambda', 'lambda', invoke, 200],
    ['the simulator', 'simulator', send, 400],
  ];

  describe.each(CALLS)('%s', (name, endpoint, makeCall, success) => {
    const reach = (headers: Record<string, string>) =>
      call(makeCall(description.endpoints[endpoint], headers));

    test('answers the service', async () => {
      expect((await reach(signed())).status).toBe(success);
    });

    test.each(FOREIGN)('refuses %s, even with credentials', async (_who, headers) => {
      const answer = await reach({ ...signed(), ...headers() });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    });

    test('answers no preflight', async () => {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      const answer = await call({ url: description.endpoints[endpoint], method: 'OPTIONS', headers });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    });

    // The simulator is a provider: its own protocol has no credentials.
    const strangers: Array<[string, Record<string, string>]> =
      name === 'the simulator'
        ? []
        : [
            ['no credentials', {}],
            [
              'credentials of another run',
              { authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/x/aws4_request' },
            ],
          ];
    for (const [what, headers] of strangers) {
      test(`refuses ${what}`, async () => {
        expect((await reach(headers)).status).toBe(403);
      });
    }
  });
});

describe('the local S3', () => {
  test.each(FOREIGN)('refuses %s, whose page does not read why', async (_who, headers) => {
    const url = `${description.endpoints.s3}/files/any.csv`;
    for (const method of ['GET', 'PUT']) {
      const answer = await call({ url, method, headers: headers() });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    }
  });
});

describe('the API', () => {
  test('answers this machine by any of its names', async () => {
    const account = await createApiAccount(service);
    const authorization = basic(account.apiKeyId, account.apiKeySecret);
    for (const host of ['localhost', `127.0.0.1:${port()}`, '[::1]:3000']) {
      const answer = await call({
        url: `${service.baseUrl}/api/v1/groups`,
        headers: { host, authorization },
      });
      expect(answer.status).toBe(200);
    }
  });

  test('is not reached under another name, whatever the credentials', async () => {
    const account = await createApiAccount(service);
    const authorization = basic(account.apiKeyId, account.apiKeySecret);
    const headers = { host: 'evil.example', authorization, 'content-type': 'application/json' };
    const path = `${service.baseUrl}/api/v1/contacts/by-phone/%2B12065550100`;
    const answers = [
      await call({ url: path, method: 'POST', headers, body: '{}' }),
      await call({ url: path, headers }),
      await call({ url: `${service.baseUrl}/docs`, headers }),
      await call({ url: `${service.baseUrl}/nothing`, method: 'POST', headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(JSON.parse(answers[0]?.text ?? '')).toEqual({
      message:
        'The local service answers to localhost, and follows the links of a link domain: not evil.example.',
    });
    for (const { headers: sent, text } of answers) {
      expect(sent['content-length']).toBe(String(Buffer.byteLength(text)));
    }
  });

  test('follows tracking links by their domain', async () => {
    const { accountId } = await createApiAccount(service);
    const link = 'go.foreign-callers.example/spring';
    await registerLink(service.deps, { accountId, link, url: 'https://shop.example/sale' });
    const follow = (path: string, method = 'GET') =>
      call({
        url: service.baseUrl + path,
        method,
        headers: { host: `go.foreign-callers.example:${port()}`, 'sec-fetch-site': 'cross-site' },
      });
    const found = await follow('/spring?r=abc');
    expect([found.status, found.headers.location]).toEqual([302, 'https://shop.example/sale']);
    expect((await follow('/spring', 'HEAD')).status).toBe(302);
    expect((await follow('/spring', 'POST')).status).toBe(403);
    expect((await follow('/autumn')).status).toBe(404);
  });
});
