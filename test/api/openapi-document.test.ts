import { createHash } from 'node:crypto';
import { ERROR_CODES } from '../../shared/errors/error-codes';
import { EVENT_TYPES } from '../../shared/events/event-types';
import { CONSOLE_ROUTES } from '../../functions/console/routes';
import { ROUTES } from '../../functions/http/routes';
import { forClientGenerators } from '../../lib/generate/for-client-generators';
import type { ConsoleRoute, Route } from '../../shared/http/route';
import { RATE_LIMITS } from '../../shared/limits';
import {
  type DocumentedOperation,
  findDeviations,
  openApi,
  problemsOf,
  publicOpenApi,
  resolve,
} from '../support/routes/openapi';
import { callApi } from '../support/service/service';
import { useService } from '../support/service/use-service';

const service = useService();

const operationsOf = ({ paths }: Pick<typeof openApi, 'paths'>) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
const operations = operationsOf(openApi);

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
  const resolved = resolve(schema as { $ref?: string });
  const { type, properties, items, oneOf, anyOf } = resolved as {
    type?: string | string[];
    properties?: Record<string, object>;
    items?: object;
    oneOf?: object[];
    anyOf?: object[];
  };
  // A condition contains conditions, and no number that a schema could bound; the definition of a custom field bounds its values.
  if ('$ref' in schema && /Condition$|CustomFieldValue$/.test(String(schema.$ref))) return [];
  const isNumber = [type].flat().some((one) => one === 'number' || one === 'integer');
  return [
    ...(isNumber ? [{ place, schema: resolved as NumberSchema }] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => numbersIn(inner, `${place}/${name}`)),
    ...[items ?? [], oneOf ?? [], anyOf ?? []].flat().flatMap((inner) => numbersIn(inner, place)),
  ];
}

/** Returns the places of objects inside a schema that have no name of their own. */
function findUnnamed(schema: object, place: string): string[] {
  const { properties, items, additionalProperties, oneOf, anyOf } = schema as {
    properties?: Record<string, object>;
    items?: object;
    additionalProperties?: object | boolean;
    oneOf?: object[];
    anyOf?: object[];
  };
  const inside = [
    ...Object.entries(properties ?? {}),
    ...(items ? [['items', items] as const] : []),
    ...(typeof additionalProperties === 'object' ? [['values', additionalProperties] as const] : []),
    ...[...(oneOf ?? []), ...(anyOf ?? [])].map((variant, index) => [String(index), variant] as const),
  ];
  return inside.flatMap(([key, inner]) => [
    ...('properties' in inner ? [`${place}/${key}`] : []),
    ...findUnnamed(inner, `${place}/${key}`),
  ]);
}

describe('the OpenAPI document', () => {
  it.each([
    ['for clients', publicOpenApi, ROUTES],
    ['of the console', openApi, [...ROUTES, ...CONSOLE_ROUTES]],
  ] as const)('%s has each row of its tables of routes and nothing else', (_, document, routes) => {
    const documented = operationsOf(document).map(({ path, method, operation }) => [
      operation.operationId,
      method.toUpperCase(),
      path,
    ]);
    expect(documented.sort()).toEqual(
      routes.map(({ operationId, method, path }) => [operationId, method, path]).sort(),
    );
  });

  it('tells scope and limit of each route, for people and for programs', () => {
    const rows = [...ROUTES, ...CONSOLE_ROUTES] as ReadonlyArray<Route | ConsoleRoute>;
    const told = operations.map(({ operation }) => {
      const { description, ...fields } = operation as unknown as Record<string, unknown>;
      return {
        operationId: fields.operationId,
        scope: fields['x-scope'],
        limit: fields['x-rate-limit'],
        text: /(?:Scope: `[^`]+`\. )?Rate limit: \d+ in 60 s/.exec(String(description))?.[0],
      };
    });
    const expected = rows.map((row) => {
      const scope = 'scope' in row ? row.scope : undefined;
      if (!row.bucket) return { operationId: row.operationId, scope, limit: undefined, text: undefined };
      const requests = RATE_LIMITS[row.bucket];
      const isOfUser = row.authentication !== 'basic';
      return {
        operationId: row.operationId,
        scope,
        limit: {
          bucket: row.bucket,
          requests,
          windowSeconds: 60,
          per: isOfUser ? 'user' : row.bucket === 'stop' ? 'key' : 'account',
          ...('dryRunBucket' in row && { dryRunBucket: row.dryRunBucket }),
        },
        text: `${scope === undefined ? '' : `Scope: \`${scope}\`. `}Rate limit: ${requests} in 60 s`,
      };
    });
    const byId = (all: ReadonlyArray<{ operationId: unknown }>) =>
      [...all].sort((a, b) => String(a.operationId).localeCompare(String(b.operationId)));
    expect(byId(told)).toEqual(byId(expected));
  });

  it('describes a route to clients as to the console, and has no schema that only the console needs', () => {
    const { schemas } = publicOpenApi.components;
    const withoutConsole = Object.fromEntries(
      Object.entries(openApi.paths).filter(([path]) => !path.startsWith('/console/')),
    );
    const { paths } = forClientGenerators({ ...openApi, paths: withoutConsole });
    expect(publicOpenApi.paths).toEqual(paths);
    expect(schemas).not.toHaveProperty('OperatorAccount');
    expect(JSON.stringify(publicOpenApi)).not.toContain('/console/api');
    const text = JSON.stringify(publicOpenApi);
    const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
    expect(unused).toEqual([]);
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
      // Routes have none of these codes: they are for other methods, and for API Gateway's own answers.
      .filter(([code]) => ![33106, 33114, 33115, 33116].includes(code ?? 0));
    expect(statuses.sort()).toEqual(expected.sort());
  });

  it.each([
    ['sendBroadcast', '202', ['getBroadcast', 'listBroadcastRecipients', 'cancelBroadcast']],
    ['createCampaign', '201', ['listCampaigns', 'getCampaign', 'launchCampaign', 'cancelCampaign']],
    ['createSegment', '201', ['listSegments', 'getSegment', 'deleteSegment']],
    ['createBroadcastExport', '202', ['getBroadcastExport']],
  ])('links the answer to %s to what can be done with it', (operationId, status, linked) => {
    const found = operations.find(({ operation }) => operation.operationId === operationId);
    expect(Object.keys(found?.operation.responses[status]?.links ?? {})).toEqual(
      expect.arrayContaining(linked),
    );
  });

  it('has links to operations and parameters that there are', () => {
    const byId = new Map(operations.map(({ operation }) => [operation.operationId, operation]));
    const links = operations.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap((response) => Object.values(response.links ?? {})),
    );
    expect(links.length).toBeGreaterThan(50);
    const wrong = links.filter(({ operationId, parameters }) => {
      const inPath = byId.get(operationId)?.parameters?.filter((one) => one.in === 'path') ?? [];
      const names = inPath.map(({ name }) => name).sort();
      return !byId.has(operationId) || String(names) !== String(Object.keys(parameters).sort());
    });
    expect(wrong).toEqual([]);
  });

  it('says of each text in a query that it is not empty', () => {
    const texts = operations.flatMap(({ operation: { operationId, parameters = [] } }) =>
      parameters
        .filter((one) => one.in === 'query' && 'type' in one.schema && one.schema.type === 'string')
        .map(({ name, schema }) => ({ name: `${operationId} ${name}`, schema })),
    );
    expect(texts.length).toBeGreaterThan(10);
    const empty = texts.filter(({ schema }) => problemsOf(schema, '').length === 0);
    expect(empty.map(({ name }) => name)).toEqual([]);
  });

  it.each<[string, object, boolean]>([
    ['CampaignSchedule', { at: '2026-12-01T15:00:00Z' }, true],
    ['CampaignSchedule', { localTime: '2026-12-01T10:00', timeZone: 'recipient' }, true],
    ['CampaignSchedule', { at: '2026-12-01T15:00:00Z', localTime: '2026-12-01T10:00' }, false],
    ['CampaignSchedule', { localTime: '2026-12-01T10:00' }, false],
    ['CampaignAudience', { segmentId: 'seg_1' }, true],
    ['CampaignAudience', { segmentId: 'seg_1', groups: ['grp_1'] }, false],
    ['SegmentPreviewRequest', { segmentId: 'seg_1' }, true],
    ['SegmentPreviewRequest', { segmentId: 'seg_1', audience: { everyone: true } }, false],
    ['CreateContactExportRequest', { format: 'csv', audience: { segmentId: 'seg_1', tags: [] } }, false],
  ])('says what excludes what: %s %j', (name, value, isValid) => {
    const problems = problemsOf({ $ref: `#/components/schemas/${name}` }, value);
    expect(problems.length === 0).toBe(isValid);
  });

  it('names each object: client generators number those without a name', () => {
    const unnamed = Object.entries(openApi.components.schemas).flatMap(([name, schema]) =>
      findUnnamed(schema, name),
    );
    expect(unnamed).toEqual([]);
  });

  it('has a webhook for each type of event', () => {
    expect(Object.keys(publicOpenApi.webhooks).sort()).toEqual([...EVENT_TYPES].sort());
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

  it.each([
    ['/docs/openapi.json', publicOpenApi],
    ['/docs/console-openapi.json', openApi],
  ])('serves the document %s', async (path, document) => {
    const answer = await get(path);
    expect([answer.status, answer.body]).toEqual([200, document]);
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
      ...operationsOf(publicOpenApi).map(({ operation }) => operation.operationId),
      ...Object.values(publicOpenApi.webhooks).map(({ post }) => post.operationId),
    ];
    expect(expected.filter((id) => !anchors.has(id))).toEqual([]);
    expect(page).not.toMatch(/<(script|link|img|iframe)\b|\ssrc=|@import|url\(/i);
  });

  it.each(['/docs', '/docs/errors', '/docs/api-examples'])(
    'lets %s load only its own style sheet, in no frame',
    async (path) => {
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
    },
  );

  it('has an anchor for each error code, where moreInfo leads', async () => {
    const page = (await get('/docs/errors')).body as string;
    const missing = Object.keys(ERROR_CODES).filter((code) => !page.includes(`id="${code}"`));
    expect(missing).toEqual([]);
    expect(page).not.toMatch(/<(script|link|img|iframe)\b|\ssrc=|@import|url\(/i);
  });

  it('serves every page of its index as Markdown', async () => {
    const index = await get('/docs/llms.txt');
    expect([index.status, index.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const paths = [...(index.body as string).matchAll(/\((\/docs\/[^)]+\.md)\)/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) {
      const { status, headers, body } = await get(path);
      expect([path, status, headers.get('content-type')]).toEqual([
        path,
        200,
        'text/markdown; charset=utf-8',
      ]);
      expect(body).toMatch(/^# \S/);
    }
  });

  it('has every route and shown schema in the reference as Markdown', async () => {
    const text = (await get('/docs/reference.md')).body as string;
    const routes = operationsOf(publicOpenApi).map(
      ({ method, path }) => `\`${method.toUpperCase()} ${path}\``,
    );
    expect(routes.filter((route) => !text.includes(`\n${route} (`))).toEqual([]);
    const schemas = [...text.matchAll(/\(#schema-(\w+)\)/g)].map(([, name]) => name);
    expect(schemas.filter((name) => !text.includes(`\n### ${name}\n`))).toEqual([]);
  });

  it.each(['/docs/nowhere', '/docs/errors.txt', '/docs/.md', '/docs/__proto__'])(
    'has no page %s',
    async (path) => {
      expect(await get(path)).toMatchObject({ status: 404, body: { code: 33105 } });
    },
  );

  it('has the anchors of the errors that the page of routes links to', async () => {
    const [reference, errors] = await Promise.all([get('/docs'), get('/docs/errors')]);
    const links = [...(reference.body as string).matchAll(/href="\/docs\/errors#(\d+)"/g)];
    const missing = links.filter(([, code]) => !(errors.body as string).includes(`id="${code}"`));
    expect(links.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });
});

describe('the methods of each path', () => {
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
  const places = Object.entries(openApi.paths).map(([template, methods]) => ({
    path: template.replaceAll(/\{\w+\}/g, 'any'),
    methods: Object.keys(methods).map((method) => method.toUpperCase()),
  }));

  it('are what Allow lists with each other method', async () => {
    const refused = places.flatMap(({ path, methods }) =>
      METHODS.filter((method) => !methods.includes(method)).map((method) => ({ path, method, methods })),
    );
    expect(refused.length).toBeGreaterThan(500);
    const wrong: string[] = [];
    for (const { path, method, methods } of refused) {
      const { status, headers } = await callApi(service, { path, method });
      const allowed = headers.get('allow')?.split(', ').sort().join(', ');
      if (status !== 405 || allowed !== [...methods].sort().join(', ')) {
        wrong.push(`${method} ${path}: ${status}, Allow: ${allowed}, not ${String(methods)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
