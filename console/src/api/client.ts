import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../../shared/http/generated/console-api';
import { RequestError } from './request-error';

/** Operation without its headers, which the client sends with every request. */
type WithoutHeaders<Operation> = Operation extends { parameters: infer Parameters }
  ? Omit<Operation, 'parameters'> & { parameters: Omit<Parameters, 'header'> }
  : Operation;
type Routes = {
  [Path in keyof paths]: { [Method in keyof paths[Path]]: WithoutHeaders<paths[Path][Method]> };
};
/** Paths about the user, or for operators; all others are about an account. */
type UserPath = Extract<keyof paths, `/console/api/${'session' | 'operator'}${string}`>;

export type Api = Client<Omit<Routes, UserPath>>;

/** Header that identifies requests of the console's pages: a form of another site cannot send it. */
const HEADERS = { 'x-requested-with': 'console' };

/** Client for the routes about the user, and for those of operators: every request carries the session's cookie. */
export const userApi = createClient<Pick<Routes, UserPath>>({ headers: HEADERS });

const clients = new Map<string, Api>();

/** Returns the client of one account: every request carries the session's cookie and the account. */
export function apiOf(accountId: string): Api {
  const known = clients.get(accountId);
  if (known !== undefined) return known;
  const client: Api = createClient({ headers: { ...HEADERS, 'x-account': accountId } });
  clients.set(accountId, client);
  return client;
}

type Answer<Data> =
  | { data: Data; error?: never; response: Response }
  | { data?: never; error: unknown; response: Response };

/** Returns the body of a response, or throws the error that the service returned. */
export async function unwrap<Data>(request: Promise<Answer<Data>>): Promise<Data> {
  const answer = await request;
  if ('error' in answer) throw new RequestError(answer.error, answer.response);
  return answer.data;
}
