import type { ConsoleRoute, Route } from '../../shared/http/route';
import { sendRequest } from '../fuzz/send-request';
import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import {
  type Declared,
  DECLARED,
  forEach,
  GUARDED,
  ofEach,
  unusedPath,
} from '../support/routes/declared-routes';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
const ULID = '01KJMNEX00A5DWRV8QZ9RT5BGP';
let operator: ConsoleUser;

beforeAll(async () => {
  operator = await createConsoleUser(fixture.service, {
    accountId: fixture.account.accountId,
    role: 'operator',
  });
});

function call(route: Route | ConsoleRoute, options: { query?: string; body?: unknown; type?: string }) {
  const { query = '', body, type } = options;
  const isOfConsole = route.authentication !== 'basic';
  return callApi(fixture.service, {
    ...(!isOfConsole && { account: fixture.account }),
    ...{ method: route.method, path: unusedPath(route) + query, body },
    headers: {
      ...(isOfConsole && operator.headers),
      ...(type !== undefined && { 'content-type': type }),
    },
  });
}

const errorsOf = ({ status, body }: ApiAnswer) => [
  status,
  (body as { code?: number }).code,
  (body as { details?: { errors?: unknown } }).details?.errors,
];
const refused = (pointer: string, reason: string) => [400, 33100, [{ pointer, reason }]];

describe('E1: query parameters', () => {
  it('that a route does not have are refused', async () => {
    const refusals = await ofEach(GUARDED, async ({ route }) => {
      const answer = await call(route, { query: '?color=red' });
      return [...errorsOf(answer), answer.headers.get('cache-control')];
    });
    const refusal = refused('?color', 'unknown parameter: remove it');
    expect(refusals).toEqual(forEach(GUARDED, () => [...refusal, 'no-store']));
    const limitless = GUARDED.filter(
      ({ documentation }) => !documentation().query?.some(({ name }) => name === 'limit'),
    );
    expect(
      await ofEach(limitless, async ({ route }) => errorsOf(await call(route, { query: '?limit=5' }))),
    ).toEqual(forEach(limitless, () => refused('?limit', 'unknown parameter: remove it')));
  });

  it('of a route are refused without a value', async () => {
    const taking = GUARDED.filter(({ documentation }) => documentation().query);
    expect(taking.length).toBeGreaterThan(15);
    const parametersOf = ({ documentation }: Declared) =>
      (documentation().query ?? []).flatMap(({ name }) => [
        ...[`?${name}=`, `?${name}`, `?${name}=&${name}=`].map((query) => ({ name, query })),
      ]);
    const refusals = await ofEach(taking, async (one) =>
      Promise.all(parametersOf(one).map(async ({ query }) => errorsOf(await call(one.route, { query })))),
    );
    expect(refusals).toEqual(
      forEach(taking, (one) =>
        parametersOf(one).map(({ name }) => refused(`?${name}`, 'must not be empty: leave it out')),
      ),
    );
  });

  it('of a route are refused when they occur twice', async () => {
    const taking = GUARDED.filter(({ documentation }) => documentation().query);
    const nameOf = ({ documentation }: Declared) => documentation().query?.[0]?.name ?? '';
    expect(
      await ofEach(taking, async (one) =>
        errorsOf(await call(one.route, { query: `?${nameOf(one)}=1&${nameOf(one)}=2` })),
      ),
    ).toEqual(forEach(taking, (one) => refused(`?${nameOf(one)}`, 'must not occur twice')));
  });

  it('tell of a page that is too large for an answer', async () => {
    const route = DECLARED.find((one) => one.route.operationId === 'listGroups')?.route as Route;
    expect(errorsOf(await call(route, { query: '?page=9007199254740991' }))).toEqual([
      200,
      undefined,
      undefined,
    ]);
    expect(errorsOf(await call(route, { query: '?page=9007199254740992' }))).toEqual(
      refused('?page', 'must be 9007199254740991 or less'),
    );
  });

  it('are refused all at once, the first 100', async () => {
    const route = DECLARED.find((one) => one.route.operationId === 'listContacts')?.route as Route;
    const names = Array.from({ length: 101 }, (_, index) => `p${index}`);
    const { body } = await call(route, { query: `?${names.map((name) => `${name}=1`).join('&')}&tag=` });
    const { errors } = (body as { details: { errors: Array<{ pointer: string }> } }).details;
    expect(errors.map(({ pointer }) => pointer)).toEqual(names.slice(0, 100).map((name) => `?${name}`));
  });

  it('do not change what a request without credentials is told', async () => {
    const answer = await callApi(fixture.service, { path: '/api/v1/groups?color=red' });
    expect(errorsOf(answer).slice(0, 2)).toEqual([401, 33001]);
  });
});

describe('4: a body', () => {
  const bodyless = GUARDED.filter(
    ({ route, documentation }) => route.method === 'POST' && !documentation().request,
  );

  it('of a route that takes none has no properties', async () => {
    const unknown = ['/color', '/a~1b'].map((pointer) => ({
      pointer,
      reason: 'unknown property: remove it',
    }));
    const noObject = refused('', 'must be an object');
    const refusals = await ofEach(bodyless, async ({ route }) => [
      errorsOf(await call(route, { body: { color: 'red', 'a/b': 1 } })),
      errorsOf(await call(route, { body: '[]' })),
      errorsOf(await call(route, { body: 'null' })),
      errorsOf(await call(route, { body: '{' })).slice(0, 2),
      errorsOf(await call(route, { body: '{}', type: 'text/plain' })).slice(0, 2),
      errorsOf(await call(route, { body: `{"a":"${'x'.repeat(65_536)}"}` })).slice(0, 2),
    ]);
    const expected = [[400, 33100, unknown], noObject, noObject, [400, 33101], [415, 33102], [413, 33103]];
    expect(bodyless.length).toBeGreaterThan(15);
    expect(refusals).toEqual(forEach(bodyless, () => expected));
  });

  it('of a route that takes none can be absent or an empty object', async () => {
    const answers = await ofEach(bodyless, async ({ route }) => {
      const [absent, empty] = [await call(route, {}), await call(route, { body: {} })];
      expect([empty.status, empty.body]).toEqual([absent.status, absent.body]);
      return absent.status;
    });
    expect(Object.entries(answers).filter(([, status]) => status === 400 || status >= 500)).toEqual([]);
  });

  it('is required where the document says so, and nowhere else', async () => {
    // Except these routes, which refuse API keys before they read the reason of a rejection.
    const rejecting = ['rejectAutomation', 'rejectCampaign'];
    const taking = GUARDED.filter(
      ({ route, documentation }) => documentation().request && !rejecting.includes(route.operationId),
    );
    const isMissed = ({ status, body }: ApiAnswer) =>
      status === 400 && (body as { code: number }).code === 33100;
    const answers = await ofEach(taking, async ({ route }) => isMissed(await call(route, {})));
    expect(answers).toEqual(forEach(taking, ({ documentation }) => documentation().request?.isRequired));
    expect(new Set(Object.values(answers))).toEqual(new Set([true, false]));
  });

  it('of a GET and of a DELETE has no meaning', async () => {
    const path = `/api/v1/segments/seg_${ULID}`;
    const answer = await callApi(fixture.service, {
      ...{ account: fixture.account, method: 'DELETE', path, body: { color: 'red' } },
    });
    expect(errorsOf(answer).slice(0, 2)).toEqual([404, 33110]);
  });
});

describe('4: an answer of a route that takes credentials', () => {
  it('is not stored by caches, whatever it is', async () => {
    const { headers } = operator;
    const answers = [
      await callApi(fixture.service, { account: fixture.account, path: '/api/v1/contacts' }),
      await callApi(fixture.service, { headers, path: '/console/api/session' }),
      await callApi(fixture.service, { headers, path: '/console/api/operator/accounts' }),
    ];
    const cachingOf = ({ status, headers: answered }: ApiAnswer) => [status, answered.get('cache-control')];
    expect(answers.map(cachingOf)).toEqual(answers.map(() => [200, 'no-store']));
    const refusals = await ofEach(GUARDED, async ({ route }) =>
      cachingOf(await callApi(fixture.service, { method: route.method, path: unusedPath(route) })),
    );
    expect(refusals).toEqual(forEach(GUARDED, () => [401, 'no-store']));
  });
});

describe('4: a parameter of a path', () => {
  it.each([
    ['a percent sign', '%25'],
    ['an escape that is escaped', '%2541'],
    ['NUL', 'a%00'],
    ['1,100 characters', 'x'.repeat(1_100)],
    ['3,000 characters', 'x'.repeat(3_000)],
    ['characters beyond the basic plane', encodeURIComponent('😀'.repeat(300))],
  ])('that is %s finds nothing, or is refused', async (_, value) => {
    const routes = GUARDED.filter(({ route }) => route.path.includes('{'));
    const answers = await ofEach(routes, async ({ route }) => {
      const isOfConsole = route.authentication !== 'basic';
      const { status, body } = await callApi(fixture.service, {
        ...(isOfConsole ? { headers: operator.headers } : { account: fixture.account }),
        ...{ method: route.method, path: route.path.replaceAll(/\{\w+\}/g, value) },
      });
      return { status, code: (body as { code?: number }).code };
    });
    expect(
      Object.entries(answers).filter(
        ([, { status, code }]) => ![400, 404].includes(status) || code === undefined,
      ),
    ).toEqual([]);
  });
});

describe('4: a method that a path does not take', () => {
  it('is refused on every path with those that it takes', async () => {
    const atPath = (path: string) => DECLARED.filter(({ route }) => route.path === path);
    const firstOfEach = DECLARED.filter((one) => atPath(one.route.path)[0] === one);
    const taken = ({ route }: Declared) =>
      atPath(route.path)
        .map((one): string => one.route.method)
        .sort();
    const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
    const others = (one: Declared) => METHODS.filter((method) => !taken(one).includes(method));
    const answers = await ofEach(firstOfEach, async (one) =>
      Promise.all(
        others(one).map(async (method) => {
          const { status, headers } = await sendRequest(fixture.service.baseUrl, {
            ...{ kind: 'method', method, path: unusedPath(one.route), headers: {} },
          });
          return [method, status, headers.get('allow')?.split(', ').sort()];
        }),
      ),
    );
    expect(answers).toEqual(
      forEach(firstOfEach, (one) => others(one).map((method) => [method, 405, taken(one)])),
    );
    expect(firstOfEach.length).toBeGreaterThan(90);
  });

  it('is refused where users sign in and out, too', async () => {
    const { baseUrl } = fixture.service;
    const answer = await fetch(`${baseUrl}/console/auth/sign-out`, { method: 'PUT' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
