import { ERROR_CODES, type ErrorCode } from '../../shared/errors/error-codes';
import { CONTACT_OPERATIONS } from '../reference/openapi-contacts';
import { INTRODUCTION } from '../reference/openapi-introduction';
import { MESSAGING_OPERATIONS } from '../reference/openapi-messaging';
import { type DescribedOperation, TAGS } from '../reference/openapi-operation';
import { ANSWER_SCHEMAS, requestSchemaName, requestSchemas } from '../reference/openapi-schemas';
import { type OperationId, ROUTES, type Route } from '../../shared/http/routes';
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
import { eventComponents, type EventSchema, webhooksOf } from './openapi-webhooks';

/** A route without a description does not compile. */
const OPERATIONS: Record<OperationId, DescribedOperation> = {
  ...MESSAGING_OPERATIONS,
  ...CONTACT_OPERATIONS,
};

/** What a path parameter is, by the segment before it. */
const PARAMETERS: Readonly<Record<string, { schema: keyof typeof ANSWER_SCHEMAS; description: string }>> = {
  'by-phone': { schema: 'PhoneNumber', description: 'E.164; the `+` may be sent as `%2B`.' },
  groups: { schema: 'GroupId', description: 'A group of the account.' },
  message: { schema: 'MessageId', description: 'A message of the account.' },
  broadcast: { schema: 'JobId', description: 'A broadcast of the account.' },
  batch: { schema: 'JobId', description: 'A batch of the account.' },
};

/**
 * The API as an OpenAPI 3.1 document, read off the tables: routes, schemas, limits, error codes.
 *
 * @param options.version of the service
 * @param options.events the published schemas by type
 */
export function buildOpenApi(options: {
  version: string;
  events: ReadonlyMap<string, EventSchema>;
}): JsonObject {
  const routes = ROUTES as readonly (Route & { operationId: OperationId })[];
  const codes = new Set(routes.flatMap((route) => codesOf(route, OPERATIONS[route.operationId])));
  const used = (Object.keys(ERROR_CODES).map(Number) as ErrorCode[]).filter((code) => codes.has(code));
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
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
    webhooks: webhooksOf(options.events),
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The id of an API key, and its secret.',
        },
      },
      headers: HEADERS,
      examples: errorExamples(used),
      schemas: {
        ...ANSWER_SCHEMAS,
        ...requestSchemas(),
        ...errorSchemas(used),
        GatewayError: GATEWAY_ERROR_SCHEMA,
        ...eventComponents(options.events),
      },
    },
  };
}

function operationOf(route: Route & { operationId: OperationId }): JsonObject {
  const operation = OPERATIONS[route.operationId];
  const parameters = [
    ...pathParameters(route.path),
    ...queryParameters(operation),
    ...bodyParameters(operation),
  ];
  return {
    operationId: route.operationId,
    tags: [operation.tag],
    summary: route.summary,
    description: [operation.description, limitText(route)].filter((text) => text !== '').join('\n\n'),
    ...(route.authentication === 'none' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.request && { requestBody: requestBodyOf(route, operation.request) }),
    responses: responsesOf(route, operation),
  };
}

function limitText(route: Route): string {
  if (route.authentication === 'none') return '';
  const { bucket, dryRunBucket, givesPlaceBack } = route;
  return [
    `Rate limit: ${RATE_LIMITS[bucket]} in ${RATE_LIMIT_WINDOW_SECONDS} s (bucket \`${bucket}\`), unless the account has its own.`,
    ...(dryRunBucket ? [`A dry run counts in \`${dryRunBucket}\`.`] : []),
    ...(givesPlaceBack ? ['A request that is refused with a 4xx gives its place back.'] : []),
  ].join(' ');
}

function pathParameters(path: string): JsonObject[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return [];
    const parameter = PARAMETERS[segments[index - 1] ?? ''];
    if (!parameter) throw new Error(`Nothing is known of the parameter ${name} of ${path}`);
    const { schema, description } = parameter;
    return [
      { name, in: 'path', required: true, description, schema: { $ref: `#/components/schemas/${schema}` } },
    ];
  });
}

function queryParameters({ query = [] }: DescribedOperation): JsonObject[] {
  return query.map((parameter) => ({ in: 'query', ...parameter }));
}

function bodyParameters({ request }: DescribedOperation): JsonObject[] {
  if (!request) return [];
  return [
    {
      name: 'Content-Encoding',
      in: 'header',
      description: 'Whether the body is compressed.',
      schema: { type: 'string', enum: ['gzip', 'identity'], default: 'identity' },
    },
  ];
}

function requestBodyOf(route: Route, request: NonNullable<DescribedOperation['request']>): JsonObject {
  const content = {
    schema: { $ref: `#/components/schemas/${requestSchemaName(request.schema)}` },
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
