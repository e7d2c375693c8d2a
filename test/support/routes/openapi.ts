import consoleText from '../../../shared/http/generated/console-openapi';
import text from '../../../shared/http/generated/openapi';
import { errorSchema, GATEWAY_MESSAGES } from '../../../lib/generate/openapi-responses';
import type { ErrorCode } from '../../../shared/errors/error-codes';
import { decodeSegments } from '../../../shared/http/match-path';
import { createSchemaValidators, type SchemaValidators } from './schema-validators';

interface Referring {
  $ref?: string;
}
interface DocumentedHeader extends Referring {
  required?: boolean;
  schema?: object;
}
export interface DocumentedResponse {
  links?: Record<string, { operationId: string; parameters: Record<string, string> }>;
  headers?: Record<string, DocumentedHeader>;
  content?: Record<string, { schema: object; examples?: Record<string, Referring & { value?: unknown }> }>;
}
export interface DocumentedOperation {
  operationId: string;
  parameters?: Array<{ name: string; in: string; schema: object }>;
  requestBody?: { required: boolean; content: NonNullable<DocumentedResponse['content']> };
  responses: Record<string, DocumentedResponse>;
}
export interface OpenApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: {
    headers: Record<string, DocumentedHeader>;
    schemas: Record<string, object>;
    examples: Record<string, { value: unknown }>;
  };
}

/** The console's document: every route. */
export const openApi = JSON.parse(consoleText) as OpenApiDocument;
/** The document for clients of the API. */
export const publicOpenApi = JSON.parse(text) as OpenApiDocument & {
  webhooks: Record<string, { post: DocumentedOperation }>;
};

/** Headers that the server and API Gateway add to every answer. */
const TRANSPORT_HEADERS = new Set([
  'apigw-requestid',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** Headers for browsers, which other clients do not need. */
const BROWSER_HEADERS = new Set([
  'content-security-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]);

export interface ReceivedAnswer {
  method: string;
  /** Path as it was requested, with or without a query. */
  path: string;
  status: number;
  headers: Headers;
  /** Parsed if it is JSON. */
  body: unknown;
}

// Those of the worker in API tests, see `api-environment.ts`.
const validators =
  (globalThis as { schemaValidators?: SchemaValidators }).schemaValidators ??
  createSchemaValidators(openApi.components);
const jsonOf = new Map<object, string>();

/** Validates a value by a schema of the document; empty for no errors. */
export function problemsOf(schema: object, value: unknown): string[] {
  const json = jsonOf.get(schema) ?? JSON.stringify(schema);
  jsonOf.set(schema, json);
  return validators.problemsOf(json, value);
}

/** Resolves a reference to the components. */
export function resolve<Value extends Referring>(value: Value): Value {
  if (value.$ref === undefined) return value;
  const [kind = '', name = ''] = value.$ref.split('/').slice(2);
  const found = (openApi.components as unknown as Record<string, Record<string, Value>>)[kind]?.[name];
  if (!found) throw new Error(`The document has no ${value.$ref}`);
  return found;
}

const patterns = Object.entries(openApi.paths).map(([template, methods]) => ({
  methods,
  pattern: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`, 's'),
  parameters: (template.match(/\{/g) ?? []).length,
}));
// The route with the fewest parameters counts.
patterns.sort((a, b) => a.parameters - b.parameters);

/** Returns the operations at a path, by lower-case method; `undefined` when no route has it. */
export function findPath(path: string): Record<string, DocumentedOperation> | undefined {
  const [plain = ''] = path.split('?');
  const decoded = decodeSegments(plain);
  return patterns.find(({ pattern }) => pattern.test(decoded))?.methods;
}

/** Finds what the document does not describe in an answer, or what the answer lacks; empty when all is well. */
export function findDeviations(answer: ReceivedAnswer): string[] {
  const { method, status, headers, body } = answer;
  const operation = findPath(answer.path)?.[method.toLowerCase()];
  if (!operation) return findUnroutedDeviations(answer);
  const response = operation.responses[String(status)];
  if (!response) return [`${operation.operationId} has no status ${status}`];
  return [...findHeaderDeviations(response, headers), ...findBodyDeviations(response, headers, body)].map(
    (problem) => `${operation.operationId} ${status}: ${problem}`,
  );
}

function findHeaderDeviations({ headers: documented = {} }: DocumentedResponse, headers: Headers): string[] {
  const names = new Set(Object.keys(documented).map((name) => name.toLowerCase()));
  const known = [names, TRANSPORT_HEADERS, BROWSER_HEADERS];
  const unknown = [...headers.keys()].filter((name) => !known.some((set) => set.has(name)));
  return [
    ...unknown.map((name) => `the header ${name} is not documented`),
    ...Object.entries(documented).flatMap(([name, reference]) => {
      const { required, schema = {} } = resolve(reference);
      const value = headers.get(name);
      if (value === null) return required ? [`the header ${name} is missing`] : [];
      return problemsOf(schema, value).map((problem) => `the header ${name}${problem}`);
    }),
  ];
}

function findBodyDeviations({ content = {} }: DocumentedResponse, headers: Headers, body: unknown): string[] {
  // 204
  if (Object.keys(content).length === 0) return body === '' ? [] : ['the answer has a body'];
  const mediaType = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  const typed = content[mediaType];
  if (!typed) return [`the media type ${mediaType} is not documented`];
  return [...problemsOf(typed.schema, body), ...findErrorDeviations(typed, body)];
}

/** Checks an error of the service: its code is one that the response shows an example of, with its own details. */
function findErrorDeviations(
  { schema, examples = {} }: NonNullable<DocumentedResponse['content']>[string],
  body: unknown,
): string[] {
  const name = (schema as Referring).$ref?.split('/').at(-1);
  if (name !== 'ServiceError' && name !== 'GatewayError') return [];
  // API Gateway has no codes; the local one adds them.
  if (name === 'GatewayError' && isGatewayError(body)) return [];
  const { code } = body as { code?: number };
  const codes = Object.values(examples).map(({ $ref = '' }) => Number(/Error(\d+)$/.exec($ref)?.[1]));
  return code !== undefined && codes.includes(code)
    ? problemsOf(errorSchema(code as ErrorCode), body)
    : [`the code ${code} is not documented`];
}

/** Checks the envelope of a request without a route: 33105, or 33106 when the path has other methods. */
function findUnroutedDeviations({ path, method, status, headers, body }: ReceivedAnswer): string[] {
  const isKnownPath = findPath(path) !== undefined;
  const [expectedStatus, code] = isKnownPath ? [405, 33106] : [404, 33105];
  const envelope = body as { code?: unknown } | string;
  // HEAD has no body. A path with a bad escape, or a request that is too large, is refused before its route is looked
  // up.
  if (method === 'HEAD') return status === expectedStatus ? [] : [`HEAD was answered with ${status}`];
  if ([400, 413, 414, 431].includes(status) && isGatewayError(body)) return [];
  return [
    ...(status === expectedStatus ? [] : [`${method} ${path} was answered with ${status}`]),
    ...(typeof envelope === 'object' && envelope.code === code ? [] : [`the code is not ${code}`]),
    ...(headers.get('x-request-id') === null ? ['the header x-request-id is missing'] : []),
    ...(isKnownPath && headers.get('allow') === null ? ['the header allow is missing'] : []),
  ];
}

export function isGatewayError(body: unknown): boolean {
  const { message } = body as { message?: string };
  return Object.values(GATEWAY_MESSAGES).includes(message ?? '');
}
