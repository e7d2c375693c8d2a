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
import {
  codesOf,
  errorExamples,
  errorSchemas,
  GATEWAY_ERROR_SCHEMA,
  type JsonObject,
  responsesOf,
} from './openapi-responses';
import { eventComponents, webhooksOf } from './openapi-webhooks';

/** Schema and description of a path parameter, by the segment before it. */
const PARAMETERS: Readonly<Record<string, { schema: keyof typeof COMMON_SCHEMAS; description: string }>> = {
  'by-phone': { schema: 'PhoneNumber', description: 'E.164; the `+` may be sent as `%2B`.' },
  groups: { schema: 'GroupId', description: 'A group of the account.' },
  message: { schema: 'MessageId', description: 'A message of the account.' },
  broadcast: { schema: 'JobId', description: 'A broadcast of the account.' },
  batch: { schema: 'JobId', description: 'A batch of the account.' },
  campaigns: { schema: 'CampaignId', description: 'A campaign of the account.' },
  segments: { schema: 'SegmentId', description: 'A segment of the account.' },
};

/**
 * Builds the OpenAPI 3.1 document of the API from the tables of routes, schemas, limits and error codes.
 *
 * @param options.version of the service
 */
export function buildOpenApi(options: { version: string }): JsonObject {
  const declared = [...DECLARATIONS, ...CONSOLE_DECLARATIONS].map(
    ({ route, documentation }): DeclaredRoute => ({
      route,
      docs: documentation(),
    }),
  );
  const codes = new Set(declared.flatMap(({ route, docs }) => codesOf(route, docs)));
  const used = (Object.keys(ERROR_CODES).map(Number) as ErrorCode[]).filter((code) => codes.has(code));
  const paths: Record<string, JsonObject> = {};
  for (const { route, docs } of declared) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route, docs);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Messaging service',
      version: options.version,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    tags: [
      ...Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      { name: 'Webhooks', description: "Events that are sent to the account's endpoints." },
    ],
    security: [{ basic: [] }],
    paths,
    webhooks: webhooksOf(),
    components: {
      securitySchemes: {
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
      },
      headers: HEADERS,
      examples: errorExamples(used),
      schemas: {
        ...COMMON_SCHEMAS,
        ...schemasOf(declared),
        ...errorSchemas(used),
        GatewayError: GATEWAY_ERROR_SCHEMA,
        ...eventComponents(),
      },
    },
  };
}

interface DeclaredRoute {
  route: Route | ConsoleRoute;
  docs: RouteDocumentation;
}

/** Returns the schemas of answers and requests, by their names in the document. */
function schemasOf(declared: readonly DeclaredRoute[]): JsonObject {
  return Object.fromEntries(
    declared.flatMap(({ docs: { answers, request } }) => [
      ...Object.values(answers).flatMap(({ schema = {} }) => Object.entries(schema)),
      ...(request ? [[requestSchemaName(request.name), publicSchema(request.schema)]] : []),
    ]),
  ) as JsonObject;
}

function operationOf(route: Route | ConsoleRoute, operation: RouteDocumentation): JsonObject {
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
    ...securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.request && { requestBody: requestBodyOf(route, operation.request) }),
    ...(operation.form && { requestBody: formBodyOf(operation.form) }),
    responses: responsesOf(route, operation),
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

function limitText(route: Route | ConsoleRoute): string {
  if (!route.bucket) return '';
  const { bucket } = route;
  const limit = `Rate limit: ${RATE_LIMITS[bucket]} in ${RATE_LIMIT_WINDOW_SECONDS} s${ownerText(route)} (bucket \`${bucket}\`)`;
  if (route.authentication === 'user') return `${limit}.`;
  const { dryRunBucket, givesPlaceBack } = route;
  return [
    `${limit}, unless the account has its own.`,
    ...(dryRunBucket ? [`A dry run counts in \`${dryRunBucket}\`.`] : []),
    ...(givesPlaceBack ? ['A request that is refused with a 4xx gives its place back.'] : []),
  ].join(' ');
}

function ownerText({ authentication, bucket }: Route | ConsoleRoute): string {
  if (authentication !== 'basic') return ' for each user';
  return bucket === 'stop' ? ' for each API key' : '';
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
  return query.map((parameter) => ({ in: 'query', ...parameter }));
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
