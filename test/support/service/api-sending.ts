import { readCredits } from '../sending/read-credits';
import { createGroup } from '../../../shared/audience/groups/create-group';
import { updateExpression } from '../../../shared/platform/store/expressions';
import { contactIndexAttributes, groupKey } from '../../../shared/platform/store/keys';
import { contactItem } from '../sending/jobs-fixture';
import { type ApiAccount, type ApiAnswer, callApi, randomPhone, type TestService } from './service';

/** Adapter by which the shared service of the API tests hands messages over. */
export const PROVIDER = process.env.PROVIDER === 'eum' ? 'eum' : 'simulator';

/** Timeout. Work that is late on a busy machine is done after the next run of the timer, which comes once a minute. */
const TIMEOUT_MS = 150_000;
const PAUSE_MS = 100;

/** Repeats the assertion until it holds; fails with its last error after the timeout. */
export async function expectSoon(assertion: () => Promise<void>): Promise<void> {
  const giveUpAtMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (performance.now() > giveUpAtMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

export interface Sent {
  to: string;
  from: string;
  body: string;
  mediaUrl?: string;
  messageId: string;
  at: string;
}

/** Calls of a test with an account's messages, over HTTP. */
export interface ApiSending {
  phones(count: number): string[];
  /** Makes the phones contacts in a group. */
  optIn(phones: string[], profile?: Record<string, unknown>): Promise<void>;
  post(kind: 'message' | 'broadcast' | 'batch', body: object): Promise<ApiAnswer>;
  get(path: string): Promise<ApiAnswer>;
  credits(): Promise<{ sms: number; mms: number }>;
  /** Returns the messages that the provider took for a number from this account, oldest first. */
  taken(this: void, to: string): Promise<Sent[]>;
  /** Sends a text from a phone to the account's number. */
  say(from: string, body: string): Promise<void>;
  report(messageId: string, status: 'pending' | 'delivered' | 'failed' | 'invalid'): Promise<void>;
}

/** @param context called in each request, since a test makes its account before it */
export function apiSending(context: () => { service: TestService; account: ApiAccount }): ApiSending {
  const local = async (path: string, body: object) => {
    const answer = await callApi(context().service, { method: 'POST', path, body });
    expect(answer.status).toBe(202);
  };
  return {
    phones: (count) => Array.from({ length: count }, randomPhone),
    optIn: async (phones, profile) => {
      const { service, account } = context();
      const { accountId } = account;
      const { table } = service.deps;
      const group = await createGroup(service.deps, { accountId, name: 'Customers', optInType: 'SINGLE' });
      const memberships = { [group.id]: { optInAt: group.createdAt, tagIds: [] } };
      await table.batchPut(
        phones.map((phone) => {
          const id = service.deps.ids.next('con');
          const index = contactIndexAttributes({ accountId, id });
          return { ...contactItem(accountId, phone), id, ...index, memberships, ...profile };
        }),
      );
      await table.update({
        Key: groupKey(accountId, group.id),
        ...updateExpression({ set: { contactCount: phones.length } }),
      });
    },
    post: (kind, body) => {
      const { service, account } = context();
      return callApi(service, {
        account,
        method: 'POST',
        path: `/api/v1/messaging/${kind}`,
        body: { from: account.from, ...body },
      });
    },
    get: (path) => {
      const { service, account } = context();
      return callApi(service, { account, path: `/api/v1/messaging/${path}` });
    },
    credits: async () => {
      const { service, account } = context();
      return readCredits(service.deps.table, account.accountId);
    },
    taken: async (to) => {
      const { service, account } = context();
      const { body } = await callApi(service, { path: `/_local/sent?to=${encodeURIComponent(to)}` });
      const { messages } = body as { messages: Sent[] };
      return messages.filter(({ from }) => from === account.from);
    },
    say: (from, body) => local('/_local/inbound', { from, to: context().account.from, body }),
    report: (messageId, status) => local('/_local/receipt', { messageId, status }),
  };
}
