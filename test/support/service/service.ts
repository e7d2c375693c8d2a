import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createApiKey } from '../../../shared/accounts/api-keys';
import { type AccountSettings, createAccount } from '../../../shared/accounts/create-account';
import { addNumber } from '../../../shared/senders/number-store';
import { type Clock, systemClock } from '../../../shared/platform/clock';
import { createIds, type Ids } from '../../../shared/platform/ids';
import { createTable, type Table } from '../../../shared/platform/store/table';
import { findDeviations, type ReceivedAnswer } from '../routes/openapi';
import { everyLimit } from '../routes/rate-limits';
import { SERVICE_DATA_DIR } from './start-service';
import { nextUnusedDigits } from '../run/unused-digits';

/** Local service that the API tests share, as callers see it and, for steps of operators, with its table. */
export interface TestService {
  baseUrl: string;
  deps: { table: Table; clock: Clock; ids: Ids };
  close(): void;
}

export function connectToService(): TestService {
  const dataDir = process.env[SERVICE_DATA_DIR];
  if (dataDir === undefined) throw new Error('The API tests run in the jest project "api" only');
  const description = JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8')) as {
    baseUrl: string;
    tableName: string;
    endpoints: { dynamodb: string };
  };
  const client = new DynamoDBClient({
    endpoint: description.endpoints.dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  return {
    baseUrl: description.baseUrl,
    deps: {
      table: createTable(description.tableName, client),
      clock: systemClock,
      ids: createIds(systemClock),
    },
    close: () => client.destroy(),
  };
}

/** Account of a test, with limits that its tests do not exceed unless they set them. */
export interface ApiAccount {
  accountId: string;
  apiKeyId: string;
  apiKeySecret: string;
  /** Active sender number. */
  from: string;
}

const NO_LIMITS = everyLimit(100_000);

export async function createApiAccount(
  { deps }: TestService,
  settings: Partial<AccountSettings> = {},
): Promise<ApiAccount> {
  const account = await createAccount(deps, {
    name: 'Test',
    smsCredits: 1_000_000,
    mmsCredits: 1_000_000,
    rateLimits: NO_LIMITS,
    ...settings,
  });
  const created = await createApiKey(deps, account.id);
  if (!created) throw new Error('No account for the key');
  const from = randomPhone();
  await addNumber(deps, { accountId: account.id, number: from, status: 'Active' });
  return { accountId: account.id, apiKeyId: created.key.id, apiKeySecret: created.secret, from };
}

/** Returns a fictional US number that no other test uses. */
export function randomPhone(): string {
  return `+1206${nextUnusedDigits()}`;
}

/** Returns a German mobile number that no other test uses. */
export function randomGermanPhone(): string {
  return `+491510${nextUnusedDigits()}`;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Calls the API as an account; without one, without credentials. */
export async function callApi(
  service: TestService,
  request: {
    account?: Pick<ApiAccount, 'apiKeyId' | 'apiKeySecret'> | undefined;
    method?: string;
    path: string;
    /** Sent as JSON; a string or bytes are sent as they are. */
    body?: unknown;
    headers?: Record<string, string>;
  },
): Promise<ApiAnswer> {
  const { account, method = 'GET', path, body, headers } = request;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const answer = await fetch(service.baseUrl + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(account && { authorization: basic(account.apiKeyId, account.apiKeySecret) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const received = {
    status: answer.status,
    headers: answer.headers,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
  };
  expectDocumented({ method, path, ...received });
  return received;
}

/** Expects that the reference describes an answer, to the last property and header. */
function expectDocumented(answer: ReceivedAnswer): void {
  const isLocalRoute = answer.path.startsWith('/_local/');
  // A tracking link has its own domain, and no route.
  const isRedirect = answer.status === 302;
  if (isLocalRoute || isRedirect) return;
  const deviations = findDeviations(answer);
  if (deviations.length > 0) throw new Error(`The reference does not know this:\n${deviations.join('\n')}`);
}

export function basic(keyId: string, secret: string): string {
  return `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`;
}
