import type { AccountSettings } from '../../../shared/accounts/create-account';
import { addNumber } from '../../../shared/senders/number-store';
import { systemClock } from '../../../shared/platform/clock';
import { contactKey } from '../../../shared/platform/store/keys';
import { callHandler, createTestAccount, type TestAccount } from '../routes/call-handler';
import type { TestEngine } from '../engines/engine';

export interface SendingAccount extends TestAccount {
  from: string;
  to: string;
}

let senders = 0;

/**
 * Creates an account with credits, a key, an Active sender of its own and a contact in a group: it can send at once.
 */
export async function createSendingAccount(
  engine: TestEngine,
  settings: Partial<AccountSettings> = {},
): Promise<SendingAccount> {
  const account = await createTestAccount(engine, { smsCredits: 1_000, mmsCredits: 100, ...settings });
  const { accountId } = account;
  const from = `+1206555${String((senders += 1)).padStart(4, '0')}`;
  const to = '+12125550123';
  await addNumber({ table: engine.table, clock: systemClock }, { accountId, number: from, status: 'Active' });
  await putContact(engine, { accountId, phoneNumber: to });
  return { ...account, from, to };
}

/** Stores a contact as its creation does, by default in a group. */
export async function putContact(
  engine: TestEngine,
  contact: { accountId: string; phoneNumber: string } & Record<string, unknown>,
): Promise<void> {
  const { accountId, phoneNumber } = contact;
  await engine.table.put({
    Item: {
      ...contactKey(accountId, phoneNumber),
      entity: 'contact',
      id: `con_${phoneNumber.slice(1)}`,
      memberships: { grp_1: { optInAt: '2026-01-01T00:00:00.000Z', tagIds: [] } },
      version: 1,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      ...contact,
    },
  });
}

/** Calls the handler of the default route, which has no path parameters and looks at host and path. */
export async function callDefaultRoute(
  handler: Parameters<typeof callHandler>[0],
  request: {
    method?: string;
    host?: string;
    path: string;
    query?: Record<string, string>;
    userAgent?: string;
    headers?: Record<string, string>;
  },
) {
  const { method = 'GET', host = 'api.example.com', path, query, userAgent, headers } = request;
  return callHandler(
    async (event: never, context: never) => {
      const fields = { rawPath: path, requestContext: { requestId: 'request-1', http: { method } } };
      return handler(Object.assign<never, object>(event, fields), context);
    },
    {
      headers: { host, ...headers, ...(userAgent !== undefined && { 'user-agent': userAgent }) },
      ...(query && { query }),
    },
  );
}
