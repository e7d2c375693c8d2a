import { createField } from '../../shared/audience/custom-fields/define-fields';
import { createGroup } from '../../shared/audience/groups/create-group';
import { everyLimit } from '../support/routes/rate-limits';
import {
  type ApiAccount,
  basic,
  callApi,
  createApiAccount,
  type TestService,
} from '../support/service/service';

/** Account with data of every kind. */
export interface Inhabitant {
  account: ApiAccount;
  authorization: string;
  groupId: string;
  messageId: string;
  broadcastId: string;
  batchId: string;
  importId: string;
  /** Text in everything that only this account may see. */
  mark: string;
}

/** Phone numbers that are contacts, and members, of both accounts. */
export const PEOPLE = Array.from({ length: 100 }, (_, index) => `+1303555${1000 + index}`);
export const SHARED_KEY = 'the-same-key';

export interface World {
  own: Inhabitant;
  other: Inhabitant;
}

/** Creates two accounts with the same contacts, labels and keys, and otherwise separate data. */
export async function buildWorld(service: TestService): Promise<World> {
  const [own, other] = await Promise.all([settle(service, 'OwnMark'), settle(service, 'OtherMark')]);
  return { own, other };
}

async function settle(service: TestService, mark: string): Promise<Inhabitant> {
  const account = await createApiAccount(service, {
    silentOptIn: true,
    smsCredits: 1_000_000_000,
    mmsCredits: 1_000_000_000,
    dailyQuota: 1_000_000_000,
    freeTexts: 1_000_000_000,
    rateLimits: everyLimit(1_000_000_000),
  });
  const { accountId, from } = account;
  const group = await createGroup(service.deps, {
    accountId,
    name: `${mark} group`,
    optInType: 'SINGLE',
    from,
    tags: ['vip'],
  });
  await createField(service.deps, { accountId, label: 'Note', type: 'TEXT', options: [] });
  await createField(service.deps, { accountId, label: 'Age', type: 'NUMBER', options: [] });
  await createField(service.deps, { accountId, label: 'Topics', type: 'MULTI_SELECT', options: ['A', mark] });
  const call = async (method: string, path: string, body: unknown) => {
    const answer = await callApi(service, { account, method, path, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as { id: string };
  };
  for (const phone of PEOPLE) {
    const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
    await call('POST', path, { firstName: mark, customFields: { Note: mark } });
    await call('POST', `${path}/groups/${group.id}`, { optInMode: 'SILENT' });
  }
  const send = { from, body: `Hello from ${mark}` };
  const recipients = PEOPLE.map((to) => ({ to }));
  const message = await call('POST', '/api/v1/messaging/message', {
    ...send,
    to: PEOPLE[0],
    idempotencyKey: SHARED_KEY,
  });
  const broadcast = await call('POST', '/api/v1/messaging/broadcast', {
    ...send,
    recipients,
    idempotencyKey: SHARED_KEY,
  });
  const batch = await call('POST', '/api/v1/messaging/batch', {
    from,
    recipients: recipients.slice(0, 10).map(({ to }) => ({ to, body: send.body })),
    idempotencyKey: SHARED_KEY,
  });
  const contactImport = await call('POST', '/api/v1/contacts/imports', { format: 'csv' });
  return {
    account,
    authorization: basic(account.apiKeyId, account.apiKeySecret),
    groupId: group.id,
    messageId: message.id,
    broadcastId: broadcast.id,
    batchId: batch.id,
    importId: contactImport.id,
    mark,
  };
}
