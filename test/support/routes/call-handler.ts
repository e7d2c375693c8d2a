import { createAccount, type AccountSettings } from '../../../shared/accounts/create-account';
import { createApiKey } from '../../../shared/accounts/api-keys';
import { systemClock } from '../../../shared/platform/clock';
import { createIds } from '../../../shared/platform/ids';
import type { TestEngine } from '../engines/engine';

export interface TestAccount {
  accountId: string;
  /** Header value of the account's key. */
  authorization: string;
}

/** Creates an account with an API key. */
export async function createTestAccount(
  engine: TestEngine,
  settings: Partial<AccountSettings> = {},
): Promise<TestAccount> {
  const deps = { table: engine.table, clock: systemClock, ids: createIds(systemClock) };
  const account = await createAccount(deps, { name: 'Test', ...settings });
  const created = await createApiKey(deps, account.id);
  if (!created) throw new Error('No account for the key');
  const credentials = `${created.key.id}:${created.secret}`;
  return {
    accountId: account.id,
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

export interface HandlerRequest {
  /** Method, for a handler of several routes. */
  method?: string;
  /** Absent: a path of only the path parameters. */
  path?: string;
  authorization?: string | undefined;
  pathParameters?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface HandlerAnswer {
  status: number;
  headers: Record<string, string>;
  /** Parsed if it is JSON. */
  body: unknown;
  text: string;
}

/** Calls the exported handler of a route with the event that API Gateway would give it (payload 2.0). */
export async function callHandler(
  handler: (event: never, context: never) => Promise<unknown>,
  request: HandlerRequest,
): Promise<HandlerAnswer> {
  const { authorization, pathParameters, query, body } = request;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const event = {
    version: '2.0',
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...request.headers,
    },
    rawPath: request.path ?? `/${Object.values(pathParameters ?? {}).join('/')}`,
    ...(request.headers?.cookie !== undefined && { cookies: request.headers.cookie.split('; ') }),
    requestContext: { requestId: 'request-1', http: { method: request.method } },
    isBase64Encoded: false,
    ...(pathParameters && { pathParameters }),
    ...(query && { queryStringParameters: query }),
    ...(text !== undefined && { body: text }),
  };
  const context = { awsRequestId: 'invocation-1', functionName: 'test' };
  const result = (await handler(event as never, context as never)) as {
    statusCode: number;
    headers: Record<string, string>;
    body: string;
  };
  return {
    status: result.statusCode,
    headers: result.headers,
    body: result.body ? (JSON.parse(result.body) as unknown) : undefined,
    text: result.body,
  };
}
