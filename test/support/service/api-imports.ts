import { expectSoon } from './api-sending';
import { type ApiAccount, type ApiAnswer, callApi, type TestService } from './service';

export const IMPORTS = '/api/v1/contacts/imports';

/** Import as the API returns it. */
export interface ApiImport {
  id: string;
  status: string;
  rejectedFile?: string;
  [name: string]: unknown;
}

export interface CreatedImport {
  id: string;
  upload: { url: string; method: string; expiresAt: string };
}

/** Calls of imports over HTTP, for the account that a test has at the time. */
export function apiImports(fixture: { service: TestService; account: ApiAccount }) {
  const call = (method: string, path: string, body?: unknown): Promise<ApiAnswer> =>
    callApi(fixture.service, { account: fixture.account, method, path, body });

  const create = async (body: object = {}): Promise<CreatedImport> => {
    const created = await call('POST', IMPORTS, { format: 'csv', ...body });
    expect(created.status).toBe(201);
    return created.body as CreatedImport;
  };

  const read = async (id: string) => (await call('GET', `${IMPORTS}/${id}`)).body as ApiImport;

  /** Creates an import, uploads the file and starts it. */
  const start = async (content: string | Uint8Array, body: object = {}): Promise<string> => {
    const { id, upload: target } = await create(body);
    await upload(target.url, content);
    expect((await call('POST', `${IMPORTS}/${id}/start`)).status).toBe(202);
    return id;
  };

  const ended = async (id: string): Promise<ApiImport> => {
    let found: ApiImport | undefined;
    await expectSoon(async () => {
      found = await read(id);
      expect(['completed', 'failed', 'cancelled']).toContain(found.status);
    });
    return found as ApiImport;
  };

  const run = async (content: string | Uint8Array, body: object = {}) => ended(await start(content, body));

  const contact = async (phone: string) =>
    (await call('GET', `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`)).body as Record<
      string,
      unknown
    >;

  return { call, create, read, start, ended, run, contact };
}

export async function upload(url: string, content: string | Uint8Array): Promise<void> {
  const answer = await fetch(url, { method: 'PUT', body: content as string });
  expect(answer.status).toBe(200);
}

/** Returns the counts of an import, with 0 for those that are not given. */
export const counts = (
  of: Partial<
    Record<'rows' | 'created' | 'updated' | 'unchanged' | 'skipped' | 'rejected' | 'duplicates', number>
  >,
) => ({
  ...{ rows: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0, duplicates: 0 },
  ...of,
});
