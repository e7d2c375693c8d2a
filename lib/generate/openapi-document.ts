import { ERROR_CODES, type ErrorCode } from '../../shared/errors/error-codes';
import { INTRODUCTION } from '../reference/openapi-introduction';
import { COMMON_SCHEMAS, requestSchemaName } from '../reference/openapi-schemas';
import { publicSchema } from '../reference/public-schema';
import { CONSOLE_DECLARATIONS } from '../../functions/console/routes';
import { DECLARATIONS } from '../../functions/http/routes';
import type { ConsoleRoute, Route } from '../../shared/http/route';
import { type RouteDocumentation, TAGS } from '../../shared/http/route-documentation';
import { SESSION_COOKIE } from '../../shared/http/session-cookie';
import { RATE_LIMIT_WINDOW_SECONDS, RATE_LIMITS } from '../../shared/limits';
import { HEADERS } from './openapi-headers';
import { linksOf } from './openapi-links';
import { codesOf, ERROR_SCHEMAS, errorExamples, type JsonObject, responsesOf } from './openapi-responses';
import { eventComponents, webhooksOf } from './openapi-webhooks';

/** Schema and description of a path parameter, by the segment before it. */
const PARAMETERS: Readonly<Record<string, { schema: keyof typeof COMMON_SCHEMAS; description: string }>> = {
  forecast: { schema: 'PhoneNumber', description: 'E.164; the `+` may be sent as `%2B`.' },
  'by-phone': { schema: 'PhoneNumber', description: 'E.164; the `+` may be sent as `%2B`.' },
  groups: { schema: 'GroupId', description: 'A group of the account.' },
  message: { schema: 'MessageId', description: 'A message of the account.' },
  broadcast: { schema: 'JobId', description: 'A broadcast of the account.' },
  batch: { schema: 'JobId', description: 'A batch of the account.' },
  automations: { schema: 'AutomationId', description: 'An automation of the account.' },
  campaigns: { schema: 'CampaignId', description: 'A campaign of the account.' },
  segments: { schema: 'SegmentId', description: 'A segment of the account.' },
};

/** Readers of a document: clients of the API, or the console, which calls routes of its own as well. */
export type DocumentReader = 'clients' | 'console';

const SECURITY_SCHEMES = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'The id of an API key, and its secret.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      "The session of a user of the console. The API's other routes take it in place of an API key, with `X-Account` and, where they change something, `X-Requested-With: console`.",
  },
};

export interface OpenApiDocument {
  [part: string]: unknown;
  components: { [kind: string]: JsonObject; schemas: Record<string, object> };
}

/**
 * Builds the OpenAPI 3.1 document of the API from the tables of routes, schemas, limits and error codes.
 *
 * @param options.version of the service
 * @param options.reader `clients`: the public routes and the webhooks; `console`: the public routes and those of the
 *   console
 */
export function buildOpenApi(options: { version: string; reader: DocumentReader }): OpenApiDocument {
  const isForConsole = options.reader === 'console';
  const declared = [...DECLARATIONS, ...(isForConsole ? CONSOLE_DECLARATIONS : [])].map(
    ({ route, documentation }): DeclaredRoute => ({
      route,
      docs: documentation(),
    }),
  );
  const tags = new Set(declared.map(({ docs }) => docs.tag));
  const webhooks = isForConsole ? {} : webhooksOf();
  const codes = new Set(declared.flatMap(({ route, docs }) => codesOf(route, docs)));
  const used = (Object.keys(ERROR_CODES).map(Number) as ErrorCode[]).filter((code) => codes.has(code));
  const paths: Record<string, JsonObject> = {};
  for (const { route, docs } of declared) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(
      route,
      docs,
      linksOf({ route, docs }, declared),
    );
  }
  const schemas = {
    ...COMMON_SCHEMAS,
    ...schemasOf(declared),
    ...ERROR_SCHEMAS,
    ...(isForConsole ? {} : eventComponents()),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: isForConsole ? 'Messaging service, with the routes of the console' : 'Messaging service',
      version: options.version,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    tags: [
      ...Object.entries(TAGS)
        .filter(([name]) => tags.has(name as keyof typeof TAGS))
        .map(([name, description]) => ({ name, description })),
      ...(isForConsole
        ? []
        : [{ name: 'Webhooks', description: "Events that are sent to the account's endpoints." }]),
    ],
    security: [{ basic: [] }],
    paths,
    ...(!isForConsole && { webhooks }),
    components: {
      securitySchemes: isForConsole ? SECURITY_SCHEMES : { basic: SECURITY_SCHEMES.basic },
      headers: usedComponents({ paths, webhooks }, 'headers', HEADERS),
      examples: errorExamples(used),
      schemas: usedComponents({ paths, webhooks }, 'schemas', schemas),
    },
  };
}

/** Returns the components that the value refers to, directly or through other components. */
function usedComponents(
  value: object,
  kind: 'headers' | 'schemas',
  components: Readonly<Record<string, object>>,
): Record<string, object> {
  const used = new Set<string>();
  const pending: unknown[] = [value];
  const references = new RegExp(`"#/components/${kind}/(\\w[\\w-]*)"`, 'g');
  while (pending.length > 0) {
    for (const [, name = ''] of JSON.stringify(pending.pop()).matchAll(references)) {
      if (used.has(name)) continue;
      used.add(name);
      pending.push(components[name]);
    }
  }
  return Object.fromEntries(Object.entries(components).filter(([name]) => used.has(name)));
}

interface DeclaredRoute {
  route: Route | ConsoleRoute;
  docs: RouteDocumentation;
}

/** Returns the schemas of answers and requests, by their names in the document. */
function schemasOf(declared: readonly DeclaredRoute[]): Record<string, object> {
  return Object.fromEntries(
    declared.flatMap(({ docs: { answers, request } }) => [
      ...Object.values(answers).flatMap(({ schema = {} }) => Object.entries(schema)),
      ...(request ? [[requestSchemaName(request.name), publicSchema(request.schema)]] : []),
    ]),
  ) as Record<string, object>;
}

function operationOf(
  route: Route | ConsoleRoute,
  operation: RouteDocumentation,
  links: JsonObject,
): JsonObject {
  const parameters = [
    ...pathParameters(route.path, operation.path),
    ...sessionParameters(route),
    ...queryParameters(operation),
    ...bodyParameters(operation),
  ];
  return {
    operationId: route.operationId,
    tags: [operation.tag],
    summary: route.summary,
    description: [operation.description, limitText(route)].filter((text) => text !== '').join('\n\n'),
    ...accessOf(route),
    ...securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.request && { requestBody: requestBodyOf(route, operation.request) }),
    ...(operation.form && { requestBody: formBodyOf(operation.form) }),
    responses: responsesOf(route, operation, links),
  };
}

function securityOf({ authentication }: Route | ConsoleRoute): JsonObject {
  switch (authentication) {
    case 'basic':
      return {};
    case 'none':
      return { security: [] };
    case 'session':
    case 'user':
      return { security: [{ session: [] }] };
  }
}

function sessionParameters({ authentication, method }: Route | ConsoleRoute): JsonObject[] {
  if (authentication === 'basic' || authentication === 'none') return [];
  return [
    ...(authentication === 'session' ? [ACCOUNT_PARAMETER] : []),
    ...(method === 'GET' ? [] : [REQUESTED_WITH_PARAMETER]),
  ];
}

const ACCOUNT_PARAMETER = {
  name: 'X-Account',
  in: 'header',
  required: true,
  description: 'The account that the request is about.',
  schema: { type: 'string', pattern: '^acc_\\w+$' },
};
const REQUESTED_WITH_PARAMETER = {
  name: 'X-Requested-With',
  in: 'header',
  required: true,
  description: 'That a page of the console asks, and no other site.',
  schema: { type: 'string', const: 'console' },
};

/** Returns scope and limit of a route as fields for programs. */
function accessOf(route: Route | ConsoleRoute): JsonObject {
  if (!route.bucket) return {};
  const { bucket } = route;
  return {
    ...('scope' in route && { 'x-scope': route.scope }),
    'x-rate-limit': {
      bucket,
      requests: RATE_LIMITS[bucket],
      windowSeconds: RATE_LIMIT_WINDOW_SECONDS,
      per: ownerOf(route),
      ...('dryRunBucket' in route && route.dryRunBucket && { dryRunBucket: route.dryRunBucket }),
    },
  };
}

/** Says in words what `accessOf` returns. */
function limitText(route: Route | ConsoleRoute): string {
  if (!route.bucket) return '';
  const { bucket } = route;
  const scope = 'scope' in route ? `Scope: \`${route.scope}\`. ` : '';
  const limit = `${scope}Rate limit: ${RATE_LIMITS[bucket]} in ${RATE_LIMIT_WINDOW_SECONDS} s${ownerText(route)} (bucket \`${bucket}\`)`;
  if (route.authentication === 'user') return `${limit}.`;
  const { dryRunBucket, givesPlaceBack } = route;
  return [
    `${limit}, unless the account has its own.`,
    ...(dryRunBucket ? [`A dry run counts in \`${dryRunBucket}\`.`] : []),
    ...('userScope' in route && route.userScope
      ? [`A user of the console needs \`${route.userScope}\`.`]
      : []),
    ...(givesPlaceBack ? ['A request that is refused with a 4xx gives its place back.'] : []),
  ].join(' ');
}

const OWNER_TEXTS = { account: '', user: ' for each user', key: ' for each API key' };
const ownerText = (route: Route | ConsoleRoute) => OWNER_TEXTS[ownerOf(route)];

/** Returns whose requests share a window. */
function ownerOf({ authentication, bucket }: Route | ConsoleRoute): keyof typeof OWNER_TEXTS {
  if (authentication !== 'basic') return 'user';
  return bucket === 'stop' ? 'key' : 'account';
}

function pathParameters(path: string, declared: RouteDocumentation['path'] = {}): JsonObject[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return [];
    const parameter = declared[name] ?? PARAMETERS[segments[index - 1] ?? ''];
    if (!parameter) throw new Error(`documentation().path of the route ${path} does not describe ${name}`);
    const { schema, description } = parameter;
    return [
      { name, in: 'path', required: true, description, schema: { $ref: `#/components/schemas/${schema}` } },
    ];
  });
}

function queryParameters({ query = [] }: RouteDocumentation): JsonObject[] {
  return query.map(({ schema, ...parameter }) => ({
    in: 'query',
    ...parameter,
    schema: withoutEmpty(schema),
  }));
}

/** Every empty query parameter is refused. */
function withoutEmpty(schema: object): object {
  const isText =
    'type' in schema && schema.type === 'string' && !('enum' in schema) && !('pattern' in schema);
  return isText ? { minLength: 1, ...schema } : schema;
}

function bodyParameters({ request }: RouteDocumentation): JsonObject[] {
  if (!request) return [];
  return [
    {
      name: 'Content-Encoding',
      in: 'header',
      description: 'Whether the body is compressed. A compressed one says `application/vnd.messaging+json`.',
      schema: { type: 'string', enum: ['gzip', 'identity'], default: 'identity' },
    },
  ];
}

function formBodyOf({ properties, required }: NonNullable<RouteDocumentation['form']>): JsonObject {
  const schema = { type: 'object', properties, required };
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } };
}

function requestBodyOf(
  route: Route | ConsoleRoute,
  request: NonNullable<RouteDocumentation['request']>,
): JsonObject {
  const content = {
    schema: { $ref: `#/components/schemas/${requestSchemaName(request.name)}` },
    examples: request.examples,
  };
  return {
    required: request.isRequired,
    content: {
      'application/json': content,
      ...(route.method === 'PATCH' && { 'application/merge-patch+json': content }),
    },
  };
}
