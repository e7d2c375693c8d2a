import { createHash } from 'node:crypto';
import { ERROR_CODES } from '../../shared/errors/error-codes';
import { EVENT_TYPES } from '../../shared/events/event-types';
import { CONSOLE_ROUTES } from '../../functions/console/routes';
import { ROUTES } from '../../functions/http/routes';
import {
  type DocumentedOperation,
  findDeviations,
  openApi,
  problemsOf,
  resolve,
} from '../support/routes/openapi';
import { callApi } from '../support/service/service';
import { useService } from '../support/service/use-service';

const service = useService();

const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Returns schema and value of each example of an operation, with a name to identify it. */
function examplesOf({ operationId, requestBody, responses }: DocumentedOperation) {
  const contents = [
    ...Object.entries(requestBody?.content ?? {}).map(([type, content]) => ({ place: type, content })),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.values(content).map((typed) => ({ place: status, content: typed })),
    ),
  ];
  return contents.flatMap(({ place, content }) =>
    Object.entries(content.examples ?? {}).map(([name, example]) => ({
      name: `${operationId} ${place} ${name}`,
      schema: content.schema,
      value: resolve(example).value,
    })),
  );
}

interface NumberSchema {
  minimum?: number;
  maximum?: number;
}

/** Returns the numbers in a request's schema, with their places. */
function numbersIn(schema: object, place = ''): Array<{ place: string; schema: NumberSchema }> {
  const { type, properties, items, oneOf, anyOf } = resolve(schema as { $ref?: string }) as {
    type?: string | string[];
    properties?: Record<string, object>;
    items?: object;
    oneOf?: object[];
    anyOf?: object[];
  };
  // A condition contains conditions, and no number that a schema could bound.
  if ('$ref' in schema && String(schema.$ref).endsWith('/Condition')) return [];
  const isNumber = [type].flat().some((one) => one === 'number' || one === 'integer');
  return [
    ...(isNumber ? [{ place, schema }] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => numbersIn(inner, `${place}/${name}`)),
    ...[items ?? [], oneOf ?? [], anyOf ?? []].flat().flatMap((inner) => numbersIn(inner, place)),
  ];
}

describe('the OpenAPI document', () => {
  it('has each row of the route table and nothing else', () => {
    const documented = operations.map(({ path, method, operation }) => [
      operation.operationId,
      method.toUpperCase(),
      path,
    ]);
    expect(documented.sort()).toEqual(
      [...ROUTES, ...CONSOLE_ROUTES]
        .map(({ operationId, method, path }) => [operationId, method, path])
        .sort(),
    );
  });

  it('has examples that are valid', () => {
    const examples = operations.flatMap(({ operation }) => examplesOf(operation));
    expect(examples.length).toBeGreaterThan(100);
    const problems = examples.flatMap(({ name, schema, value }) =>
      problemsOf(schema, value).map((problem) => `${name}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it('has an example of a request for each route that takes a body, and of each success in JSON of ours', () => {
    const without = operations.flatMap(({ operation: { operationId, requestBody, responses } }) => {
      const bodies = [
        ...Object.values(requestBody?.content ?? {}),
        ...Object.entries(responses)
          .filter(([status]) => status.startsWith('2'))
          .flatMap(([, { content = {} }]) => Object.values(content)),
      ];
      return bodies.some(({ schema, examples }) => '$ref' in schema && !examples) ? [operationId] : [];
    });
    expect(without).toEqual([]);
  });

  it('says of each answer to credentials that caches do not keep it', () => {
    const kept = operations.flatMap(({ path, operation: { operationId, responses } }) =>
      Object.entries(responses).flatMap(([status, { headers = {} }]) => {
        const header = headers['Cache-Control'];
        const { required, schema }: { required?: boolean; schema?: { const?: string } } = header
          ? resolve(header)
          : {};
        const isSaid = schema?.const === 'no-store';
        // API Gateway answers some errors by itself, without any data of the request.
        const isSure = required === true || Number(status) >= 400;
        const isPublic = path.startsWith('/docs') || path.startsWith('/join');
        return isPublic || (isSaid && isSure) ? [] : [`${operationId} ${status}`];
      }),
    );
    expect(kept).toEqual([]);
  });

  it('bounds each number of a request: items do not hold every number of JSON', () => {
    const numbers = operations.flatMap(({ operation: { operationId, requestBody } }) =>
      Object.values(requestBody?.content ?? {})
        .flatMap(({ schema }) => numbersIn(schema))
        .map(({ place, schema }) => ({ name: `${operationId} ${place}`, schema })),
    );
    expect(numbers.length).toBeGreaterThan(15);
    const boundless = numbers.filter(({ schema: { minimum, maximum } }) => {
      const isBounded = minimum !== undefined && maximum !== undefined && maximum <= Number.MAX_SAFE_INTEGER;
      return !isBounded;
    });
    expect(boundless.map(({ name }) => name)).toEqual([]);
  });

  it('tells the statuses of the error table', () => {
    const statuses = Object.entries(openApi.components.examples).map(([, { value }]) => {
      const { code, status } = value as { code: keyof typeof ERROR_CODES; status: number };
      return [code, status];
    });
    const expected = Object.entries(ERROR_CODES)
      .map(([code, { status }]) => [Number(code), status])
      // Routes have none of these codes: they are for requests without a route, and for API Gateway's own answers.
      .filter(([code]) => ![33105, 33106, 33114, 33115, 33116].includes(code ?? 0));
    expect(statuses.sort()).toEqual(expected.sort());
  });

  it('has a webhook for each type of event', () => {
    expect(Object.keys(openApi.webhooks).sort()).toEqual([...EVENT_TYPES].sort());
  });
});

describe('the check of answers against it', () => {
  const answer = {
    method: 'GET',
    path: '/api/v1/groups?page=1',
    status: 200,
    headers: {
      'x-request-id': 'r',
      'cache-control': 'no-store',
      'ratelimit-policy': '"a";q=1;w=60',
      ratelimit: '"a";r=0;t=60',
    },
    body: { page: 1, limit: 20, totalCount: 0, results: [] },
    mediaType: 'application/json',
  };
  const check = ({ mediaType, headers, ...changed }: typeof answer) =>
    findDeviations({ ...changed, headers: new Headers({ ...headers, 'content-type': mediaType }) });

  it('finds nothing wrong with an answer as documented', () => {
    expect(check(answer)).toEqual([]);
  });

  it.each<[string, object]>([
    ['a status', { status: 204 }],
    ['a header', { headers: { ...answer.headers, 'x-powered-by': 'us' } }],
    ['a missing header', { headers: { 'x-request-id': 'r', 'cache-control': 'no-store' } }],
    ['a property', { body: { ...answer.body, more: true } }],
    ['a missing property', { body: { page: 1, limit: 20, results: [] } }],
    ['a type', { body: { ...answer.body, page: '1' } }],
    ['a media type', { mediaType: 'text/plain' }],
    ['an error code of other routes', { status: 404, body: { ...envelope(33030, 404) } }],
    ['a status in the envelope', { status: 400, body: { ...envelope(33100, 404) } }],
  ])('finds %s that is not documented', (_, change) => {
    expect(check({ ...answer, ...change })).not.toEqual([]);
  });

  function envelope(code: number, status: number) {
    return { code, status, message: 'x', moreInfo: 'https://example.com/docs/errors#1' };
  }
});

describe('the reference over HTTP', () => {
  const get = (path: string) => callApi(service, { path });

  it('serves the document', async () => {
    const answer = await get('/docs/openapi.json');
    expect([answer.status, answer.body]).toEqual([200, openApi]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('serves a page with every route, webhook and shown schema that loads nothing and runs nothing', async () => {
    const { status, headers, body } = await get('/docs');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const page = body as string;
    const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !anchors.has(id))).toEqual([]);
    const expected = [
      ...operations.map(({ operation }) => operation.operationId),
      ...Object.values(openApi.webhooks).map(({ post }) => post.operationId),
    ];
    expect(expected.filter((id) => !anchors.has(id))).toEqual([]);
    expect(page).not.toMatch(/<(script|link|img|iframe)\b|\ssrc=|@import|url\(/i);
  });

  it.each(['/docs', '/docs/errors'])('lets %s load only its own style sheet, in no frame', async (path) => {
    const { headers, body } = await get(path);
    const style = /<style>([^]*?)<\/style>/.exec(body as string)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(style.length).toBeGreaterThan(500);
    expect(body).not.toMatch(/ style="/);
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('has an anchor for each error code, where moreInfo leads', async () => {
    const page = (await get('/docs/errors')).body as string;
    const missing = Object.keys(ERROR_CODES).filter((code) => !page.includes(`id="${code}"`));
    expect(missing).toEqual([]);
    expect(page).not.toMatch(/<(script|link|img|iframe)\b|\ssrc=|@import|url\(/i);
  });

  it('has the anchors of the errors that the page of routes links to', async () => {
    const [reference, errors] = await Promise.all([get('/docs'), get('/docs/errors')]);
    const links = [...(reference.body as string).matchAll(/href="\/docs\/errors#(\d+)"/g)];
    const missing = links.filter(([, code]) => !(errors.body as string).includes(`id="${code}"`));
    expect(links.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });
});
