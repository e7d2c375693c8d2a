import type { operations } from './generated/api';
import { OPERATIONS } from './generated/operations';
import { RELEASE } from './generated/release';
import { type RetryOptions, sendRequest } from './send-request';

export interface ClientOptions extends Partial<RetryOptions> {
  /** Address of the service, such as `https://messaging.example.com`. */
  baseUrl: string;
  /** Id and secret of an API key, with a colon between them. Absent in browsers, which must have none: a server of yours adds it. */
  apiKey?: string;
  /** Headers of every request. */
  headers?: Record<string, string>;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export type OperationId = keyof typeof OPERATIONS;

type Given<Value> = Exclude<Value, undefined>;
type Part<Name extends string, Value, IsRequired> = [Given<Value>] extends [never]
  ? unknown
  : IsRequired extends true
    ? { [Key in Name]: Given<Value> }
    : { [Key in Name]?: Given<Value> };
type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;
type IsBodyRequired<Id extends OperationId> = operations[Id] extends { requestBody: object } ? true : false;
type Json<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : undefined;

/** Path parameters, query and body of an operation. */
export type InputOf<Id extends OperationId> = Part<'path', Parameters<Id>['path'], true> &
  Part<'query', Parameters<Id>['query'], false> &
  Part<'body', BodyOf<Id>, IsBodyRequired<Id>>;

/** Answer of an operation. */
export type AnswerOf<Id extends OperationId> = operations[Id] extends { responses: infer Answers }
  ? { [Status in keyof Answers & (200 | 201 | 202 | 204)]: Json<Answers[Status]> }[keyof Answers &
      (200 | 201 | 202 | 204)]
  : never;

type Arguments<Id extends OperationId> =
  Record<never, never> extends InputOf<Id>
    ? [input?: InputOf<Id>, options?: CallOptions]
    : [input: InputOf<Id>, options?: CallOptions];

type ListId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id] extends { pages: string } ? Id : never;
}[OperationId];
type ItemOf<Id extends OperationId> =
  AnswerOf<Id> extends { results: ReadonlyArray<infer Item> } ? Item : never;

/** A method for each operation of the API; `iterate` has one for each list, which goes through all pages. */
export type MessagingClient = {
  [Id in OperationId]: (...given: Arguments<Id>) => Promise<AnswerOf<Id>>;
} & {
  iterate: { [Id in ListId]: (...given: Arguments<Id>) => AsyncGenerator<ItemOf<Id>, void> };
};

interface Operation {
  method: string;
  path: string;
  takesKey?: true;
  pages?: 'cursor' | 'number';
}

interface Input {
  path?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: Record<string, unknown>;
}

const REPEATABLE = ['GET', 'PUT', 'DELETE'];

/** Makes a client of the API. */
export function createClient(options: ClientOptions): MessagingClient {
  const call = (operation: Operation, input: Input = {}, { signal }: CallOptions = {}) => {
    const body = operation.takesKey ? withKey(input.body) : input.body;
    const hasKey =
      operation.takesKey === true && (body?.idempotencyKey !== undefined || body?.dryRun === true);
    return sendRequest(
      {
        url: urlOf(options.baseUrl, operation.path, input),
        method: operation.method,
        headers: headersOf(options, body !== undefined),
        body: body && JSON.stringify(body),
        isRepeatable: REPEATABLE.includes(operation.method) || hasKey,
        signal,
      },
      {
        fetch: options.fetch ?? ((...given) => fetch(...given)),
        maxRetries: options.maxRetries ?? 4,
        maxWaitMs: options.maxWaitMs ?? 60_000,
        timeoutMs: options.timeoutMs ?? 30_000,
        sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
      },
    );
  };
  const rows = Object.entries<Operation>(OPERATIONS);
  const methods = rows.map(([id, operation]) => [
    id,
    (input?: Input, given?: CallOptions) => call(operation, input, given),
  ]);
  const iterate = rows
    .filter(([, { pages }]) => pages)
    .map(([id, operation]) => [
      id,
      (input?: Input, given?: CallOptions) => goThrough(operation, { call, input: input ?? {}, given }),
    ]);
  return Object.fromEntries([...methods, ['iterate', Object.fromEntries(iterate)]]) as MessagingClient;
}

/** Adds a key, which stays the same in every attempt. A dry run takes none. */
function withKey(body: Record<string, unknown> = {}): Record<string, unknown> {
  return body.dryRun === true ? body : { idempotencyKey: crypto.randomUUID(), ...body };
}

interface Page {
  results: unknown[];
  nextCursor?: string;
  page?: number;
  limit?: number;
  totalCount?: number;
}

async function* goThrough(
  operation: Operation,
  options: {
    call: (operation: Operation, input: Input, given?: CallOptions) => Promise<unknown>;
    input: Input;
    given: CallOptions | undefined;
  },
): AsyncGenerator<unknown, void> {
  const { call, input, given } = options;
  let query = input.query;
  while (true) {
    const page = (await call(operation, { ...input, ...(query && { query }) }, given)) as Page;
    yield* page.results;
    const { nextCursor, page: number = 1, limit = 1, totalCount = 0 } = page;
    if (operation.pages === 'number') {
      if (page.results.length === 0 || number * limit >= totalCount) return;
      query = { ...query, page: number + 1 };
    } else {
      if (nextCursor === undefined) return;
      query = { ...query, cursor: nextCursor };
    }
  }
}

function urlOf(baseUrl: string, path: string, { path: values = {}, query = {} }: Input): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const search = new URLSearchParams(given).toString();
  return `${baseUrl.replace(/\/$/, '')}${filled}${search === '' ? '' : `?${search}`}`;
}

/** False in browsers, which name themselves. */
const isNode = globalThis.process?.versions?.node !== undefined;

function headersOf({ apiKey, headers = {} }: ClientOptions, hasBody: boolean): Record<string, string> {
  return {
    accept: 'application/json',
    ...(isNode && { 'user-agent': `messaging-service-typescript/${RELEASE}` }),
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(apiKey !== undefined && { authorization: `Basic ${btoa(apiKey)}` }),
    ...headers,
  };
}
