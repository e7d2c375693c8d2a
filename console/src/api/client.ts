import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../../shared/http/generated/api';
import { RequestError } from './request-error';

export type Api = Client<paths>;

/** Header that identifies requests of the console's pages: a form of another site cannot send it. */
const HEADERS = { 'x-requested-with': 'console' };

const clients = new Map<string, Api>();

/** Returns the client of one account: every request carries the session's cookie and the account. */
export function apiOf(accountId: string): Api {
  const known = clients.get(accountId);
  if (known !== undefined) return known;
  const client = createClient<paths>({
    baseUrl: window.location.origin,
    headers: { ...HEADERS, 'x-account': accountId },
  });
  clients.set(accountId, client);
  return client;
}

/** Returns the body of a response, or throws the error that the service returned. */
export async function unwrap<T>(
  request: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await request;
  if (!response.ok) throw new RequestError(error, response);
  return data as T;
}

interface ConsoleRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  accountId?: string | undefined;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

/** Calls one of the console's own routes (`/console/api/…`). */
export async function consoleRequest<T>(path: string, options: ConsoleRequest = {}): Promise<T> {
  const url = new URL(`/console/api/${path}`, window.location.origin);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const response = await fetch(url, {
    method: options.method ?? 'GET',
    headers: {
      ...HEADERS,
      ...(options.accountId !== undefined && { 'x-account': options.accountId }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  const body = parseJson(text);
  if (!response.ok) throw new RequestError(body, response);
  return body as T;
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
