import { ERROR_CODES, type ErrorCode } from '../../shared/errors/error-codes';
import { messageOf } from '../../shared/errors/error-message';
import type { ErrorDetails } from '../../shared/errors/error-details';
import { MAX_ERROR_MESSAGE_CHARACTERS, MAX_PAGE_URL_CHARACTERS } from '../../shared/limits';
import { ERROR_DETAILS } from '../reference/error-details';
import type { ConsoleRoute, Route } from '../../shared/http/route';
import type { DescribedAnswer, HeaderName, RouteDocumentation } from '../../shared/http/route-documentation';

export type JsonObject = Record<string, unknown>;

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Address that `moreInfo` has in examples. */
const EXAMPLE_REFERENCE = 'https://messaging.example.com/docs/errors';

/** Messages of API Gateway's own answers, by status; `isPathRefused` only where a path has parameters. */
export const GATEWAY_MESSAGES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  413: 'Request Entity Too Large',
  414: 'Request-URI Too Long',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Returns every code that a route can give: its own, and those that follow from its row. */
export function codesOf(route: Route | ConsoleRoute, operation: RouteDocumentation): ErrorCode[] {
  const codes = new Set<ErrorCode>(operation.errors);
  const add = (...more: ErrorCode[]) => more.forEach((code) => codes.add(code));
  // Every route refuses an unknown parameter.
  if (route.authentication !== 'none') add(33001, 33100, 33112);
  if (route.bucket) add(33002);
  if (operation.request || (route.method === 'POST' && !operation.form)) add(33100, 33101, 33102, 33103);
  if (route.path.includes('{phoneNumber}')) add(33003);
  if (/\/groups\/\{/.test(route.path)) add(33034);
  add(33113, 33199);
  return [...codes].sort((a, b) => a - b);
}

export function responsesOf(
  route: Route | ConsoleRoute,
  operation: RouteDocumentation,
  links: JsonObject,
): JsonObject {
  const responses: JsonObject = {};
  for (const [status, answer] of Object.entries(operation.answers)) {
    const isMade = status === '201' || status === '202';
    responses[status] = {
      ...successResponse(route, { status: Number(status), answer }),
      ...(isMade && Object.keys(links).length > 0 && { links }),
    };
  }
  const codes = codesOf(route, operation);
  const gatewayStatuses = Object.keys(GATEWAY_MESSAGES)
    .map(Number)
    .filter((status) => status !== 400 || route.path.includes('{'));
  const statuses = new Set([...codes.map((code) => ERROR_CODES[code].status), ...gatewayStatuses]);
  for (const status of statuses) {
    const error = errorResponse(route, {
      status,
      codes: codes.filter((code) => ERROR_CODES[code].status === status),
      isGateways: gatewayStatuses.includes(status),
    });
    responses[String(status)] = withPage(error, responses[String(status)]);
  }
  return responses;
}

function successResponse(
  route: Route | ConsoleRoute,
  { status, answer }: { status: number; answer: DescribedAnswer },
): JsonObject {
  const { description, schema, examples, mediaType = 'application/json', headers = [] } = answer;
  const [name] = Object.keys(schema ?? {});
  const contentOf = (type: string) => ({
    schema: name === undefined ? untypedSchema(type) : ref('schemas', name),
    ...(examples && { examples }),
  });
  return {
    description,
    headers: headersOf(route, { isCertain: true, more: headers }),
    ...(status !== NO_CONTENT && {
      content: Object.fromEntries([mediaType].flat().map((type) => [type, contentOf(type)])),
    }),
  };
}

interface DescribedResponse {
  description: string;
  headers: JsonObject;
  content?: JsonObject;
}

/** Joins the answer of API Gateway and the page of the service for the same status. */
function withPage(error: JsonObject, page: unknown): JsonObject {
  if (page === undefined) return error;
  const [gateway, own] = [error, page] as [unknown, unknown] as [DescribedResponse, DescribedResponse];
  return {
    description: `${own.description}\n\n${gateway.description}`,
    headers: { ...own.headers, ...gateway.headers },
    content: { ...own.content, ...gateway.content },
  };
}

const NO_CONTENT = 204;

const untypedSchema = (mediaType: string) =>
  mediaType === 'application/json' ? { type: 'object' } : { type: 'string' };

function errorResponse(
  route: Route | ConsoleRoute,
  options: { status: number; codes: ErrorCode[]; isGateways: boolean },
): JsonObject {
  const { status, codes, isGateways } = options;
  const told = codes.map((code) => `\`${code}\` ${ERROR_CODES[code].message}`);
  const description = [...told, ...(isGateways ? [`API Gateway: ${GATEWAY_MESSAGES[status]}.`] : [])];
  return {
    description: description.join('\n\n'),
    headers: {
      ...headersOf(route, {
        isCertain: !isGateways,
        // A session is refused before its window is read (an account that it cannot use), any request after it (a
        // missing scope).
        isWindowCertain: !isGateways && status !== 403 && status !== 401,
        isCounted: status !== 401 || route.authentication === 'user',
        more: [],
      }),
      ...(status === 401 && { 'WWW-Authenticate': ref('headers', 'WWW-Authenticate') }),
      ...((codes.some((code) => RETRIED_LATER.includes(code)) || status === 429 || status === 503) && {
        'Retry-After': ref('headers', 'Retry-After'),
      }),
    },
    content: {
      'application/json': {
        schema: ref('schemas', isGateways ? 'GatewayError' : 'ServiceError'),
        examples: { ...codeExamples(codes), ...(isGateways && codes.length === 0 && gatewayExample(status)) },
      },
    },
  };
}

function codeExamples(codes: ErrorCode[]): JsonObject {
  return Object.fromEntries(codes.map((code) => [ERROR_CODES[code].name, ref('examples', errorName(code))]));
}

function gatewayExample(status: number): JsonObject {
  return { ApiGateway: { summary: 'API Gateway', value: { message: GATEWAY_MESSAGES[status] } } };
}

/** Codes whose answers have `Retry-After`. */
const RETRIED_LATER: readonly ErrorCode[] = [33002, 33012, 33104, 33109, 33113, 33117, 33119];

function headersOf(
  route: Route | ConsoleRoute,
  options: {
    isCertain: boolean;
    isWindowCertain?: boolean;
    isCounted?: boolean;
    more: readonly HeaderName[];
  },
): JsonObject {
  const { isCertain, isWindowCertain = isCertain, isCounted = true, more } = options;
  const name = (header: string) => (isWindowCertain ? header : `${header}-If-Counted`);
  return {
    'X-Request-Id': ref('headers', isCertain ? 'X-Request-Id' : 'X-Request-Id-If-Served'),
    ...(route.authentication !== 'none' && {
      'Cache-Control': ref('headers', isCertain ? 'No-Store' : 'No-Store-If-Served'),
    }),
    ...(route.bucket &&
      isCounted && {
        'RateLimit-Policy': ref('headers', name('RateLimit-Policy')),
        RateLimit: ref('headers', name('RateLimit')),
      }),
    ...Object.fromEntries(more.map((header) => [header.replace('-Of-Page', ''), ref('headers', header)])),
  };
}

const MORE_INFO = {
  type: 'string',
  format: 'uri',
  maxLength: MAX_PAGE_URL_CHARACTERS,
  description: 'Leads to the explanation of the code.',
};

const errorName = (code: ErrorCode) => `Error${code}`;

/** Returns a closed schema of the error of one code, with its `details`. */
export function errorSchema(code: ErrorCode): JsonObject {
  const { name, message, status } = ERROR_CODES[code];
  const details = ERROR_DETAILS[code];
  return {
    title: name,
    type: 'object',
    description: message,
    properties: {
      code: { type: 'integer', const: code },
      message: { type: 'string', maxLength: MAX_ERROR_MESSAGE_CHARACTERS, examples: [message] },
      status: { type: 'integer', const: status },
      moreInfo: MORE_INFO,
      ...(details && { details: details.schema }),
    },
    required: [
      'code',
      'message',
      'status',
      'moreInfo',
      ...(details && !details.isOptional ? ['details'] : []),
    ],
    additionalProperties: false,
  };
}

export function errorExamples(codes: readonly ErrorCode[]): JsonObject {
  return Object.fromEntries(
    codes.map((code) => [errorName(code), { summary: ERROR_CODES[code].name, value: errorExample(code) }]),
  );
}

/** Returns an error of the code as the service answers with it, of the first of its causes. */
export function errorExample(code: ErrorCode) {
  const { status, causes = {} }: { status: number; causes?: object } = ERROR_CODES[code];
  const details = ERROR_DETAILS[code]?.example as ErrorDetails | undefined;
  const message = messageOf(code, { cause: Object.keys(causes)[0], details });
  const moreInfo = `${EXAMPLE_REFERENCE}#${code}`;
  return { code, message, status, moreInfo, ...(details && { details }) };
}

const DETAILS = {
  description: 'Present with some codes: what exactly was refused.',
  anyOf: Object.values(ERROR_DETAILS).flatMap(({ schema }): object[] =>
    'oneOf' in schema ? (schema.oneOf as object[]) : [schema],
  ),
};
const ERROR_PROPERTIES = {
  code: {
    type: 'integer',
    description: 'Of the table of error codes; each answer names those that it can have.',
    examples: [33100],
  },
  message: {
    type: 'string',
    maxLength: MAX_ERROR_MESSAGE_CHARACTERS,
    description: 'The reason, for people.',
  },
  status: { type: 'integer', minimum: 400, maximum: 599, description: 'As the status of the answer.' },
  moreInfo: MORE_INFO,
  details: DETAILS,
};

/** Schemas of the answers with which requests are refused: one class for all codes in a generated client. */
export const ERROR_SCHEMAS = {
  ServiceError: {
    type: 'object',
    description: 'A refusal of the service.',
    properties: ERROR_PROPERTIES,
    required: ['code', 'message', 'status', 'moreInfo'],
    additionalProperties: false,
  },
  GatewayError: {
    type: 'object',
    description: 'A refusal of the service, or one of API Gateway, which has only `message`.',
    properties: ERROR_PROPERTIES,
    required: ['message'],
    additionalProperties: false,
  },
};
