import { expectSoon } from '../support/service/api-sending';
import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
let [ada, grace, viewer, admin]: ConsoleUser[] = [];
beforeAll(async () => {
  const { accountId } = fixture.account;
  [ada, grace, viewer, admin] = await Promise.all(
    (['editor', 'editor', 'viewer', 'admin'] as const).map((role) =>
      createConsoleUser(fixture.service, { accountId, role }),
    ),
  );
});

const call = (method: string, path: string, body?: unknown, by = ada) =>
  callApi(fixture.service, { method, path: `/console/api/${path}`, headers: by?.headers ?? {}, body });
const bodyOf = ({ status, body }: ApiAnswer) => {
  expect(status).toBe(200);
  return body as Record<string, unknown>;
};
const refusalOf = ({ status, body }: ApiAnswer) => {
  const { code, details } = body as {
    code?: number;
    details?: { status?: string; scope?: string; errors?: Array<{ pointer: string }> };
  };
  return [status, code, details?.status ?? details?.scope ?? details?.errors?.[0]?.pointer];
};
const placeOf = (phone: string) => `inbox/${encodeURIComponent(phone)}`;
const read = async (phone: string) =>
  bodyOf(await call('GET', placeOf(phone))).conversation as {
    version: number;
    lastMessageId: string;
    closedAt?: string;
    assignee?: { id: string };
    unread: number;
  };
const change = (phone: string, body: object, by = ada) => call('PATCH', placeOf(phone), body, by);
const listed = async (query: string, by = ada) => {
  const { results } = bodyOf(await call('GET', `inbox?${query}`, undefined, by));
  return (results as Array<{ phoneNumber: string }>).map(({ phoneNumber }) => phoneNumber);
};
const entries = async (action: string) => {
  const { results } = bodyOf(await call('GET', 'audit?limit=100', undefined, admin));
  return (results as Array<{ action: string }>).filter((entry) => entry.action === action);
};

/** Begins a conversation with a phone, and returns the phone. */
async function conversation(text = 'Are you open?'): Promise<string> {
  const [phone = ''] = fixture.sending.phones(1);
  await fixture.sending.optIn([phone], { firstName: 'Pat' });
  await fixture.sending.say(phone, text);
  await expectSoon(async () => expect((await call('GET', placeOf(phone))).status).toBe(200));
  return phone;
}

describe('3.6: the assignee of a conversation', () => {
  it('is a user of the account, and can be another one, or none', async () => {
    const phone = await conversation();
    expect(await read(phone)).toMatchObject({ version: 0 });
    const { results } = bodyOf(await call('GET', 'assignees', undefined, viewer));
    expect((results as Array<{ id: string }>).map(({ id }) => id).sort()).toEqual(
      [ada, grace, viewer, admin].map((user) => user?.userId).sort(),
    );
    const assigned = await change(phone, { version: 0, assigneeId: ada?.userId });
    expect(bodyOf(assigned)).toMatchObject({
      version: 1,
      assignee: { id: ada?.userId, email: ada?.email },
      unread: 1,
    });
    expect(await listed('show=mine')).toContain(phone);
    expect(await listed('show=mine', grace)).not.toContain(phone);
    expect(await listed('show=unassigned')).not.toContain(phone);
    expect(await listed('')).toContain(phone);

    await change(phone, { version: 1, assigneeId: grace?.userId });
    expect(await listed('show=mine', grace)).toContain(phone);
    const none = bodyOf(await change(phone, { version: 2, assigneeId: null }));
    expect(none.assignee).toBeUndefined();
    expect(await listed('show=unassigned')).toContain(phone);
    expect(await entries('updateConversation')).toMatchObject([
      { changes: [{ what: 'assignee', from: grace?.email }] },
      { changes: [{ what: 'assignee', from: ada?.email, to: grace?.email }] },
      { changes: [{ what: 'assignee', to: ada?.email }], target: { type: 'contact' } },
    ]);
  });

  it('is not overwritten by a user who saw the conversation before another changed it', async () => {
    const phone = await conversation();
    expect((await change(phone, { version: 0, assigneeId: ada?.userId })).status).toBe(200);
    const late = await change(phone, { version: 0, assigneeId: grace?.userId }, grace);
    expect(refusalOf(late)).toEqual([409, 33111, 'changedMeanwhile']);
    expect((await read(phone)).assignee?.id).toBe(ada?.userId);
    // A repetition of what is done already changes nothing.
    const again = bodyOf(await change(phone, { version: 0, assigneeId: ada?.userId }));
    expect(again).toMatchObject({ version: 1 });
    const taken = await Promise.all(
      [grace, viewer].map((user) => change(phone, { version: 1, assigneeId: user?.userId })),
    );
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is refused when it is no user of the account', async () => {
    const phone = await conversation();
    const { accountId } = await createApiAccount(fixture.service);
    const stranger = await createConsoleUser(fixture.service, { accountId, role: 'editor' });
    for (const assigneeId of ['usr_none', admin?.email, stranger.userId]) {
      const refused = refusalOf(await change(phone, { version: 0, assigneeId }));
      expect(refused).toEqual([400, 33100, '/assigneeId']);
    }
    for (const body of [{}, { version: -1 }, { version: 0, isClosed: 'yes' }, { version: 0, assigneeId: '' }]) {
      expect((await change(phone, body)).status).toBe(400);
    }
    const [unknown = ''] = fixture.sending.phones(1);
    expect(refusalOf(await change(unknown, { version: 0, assigneeId: null }))).toEqual([
      404,
      33110,
      undefined,
    ]);
    const forbidden = await change(phone, { version: 0, assigneeId: null }, viewer);
    expect(refusalOf(forbidden)).toEqual([403, 33112, 'contacts:write']);
  });

  it('is none once the user is removed from the account', async () => {
    const phone = await conversation();
    const { accountId } = fixture.account;
    const leaver = await createConsoleUser(fixture.service, { accountId, role: 'editor' });
    expect((await change(phone, { version: 0, assigneeId: leaver.userId })).status).toBe(200);
    expect(await listed('show=unassigned')).not.toContain(phone);
    const removed = await call('DELETE', `users/${leaver.userId}`, undefined, admin);
    expect(removed.status).toBe(204);
    expect((await read(phone)).assignee).toBeUndefined();
    expect(await listed('show=unassigned')).toContain(phone);
    const taken = await change(phone, { version: 1, assigneeId: ada?.userId });
    expect(bodyOf(taken)).toMatchObject({ assignee: { id: ada?.userId } });
  });
});

describe('3.6: a closed conversation', () => {
  it('leaves the open ones, and is opened by a user, or by the next text from the phone', async () => {
    const phone = await conversation();
    const { lastMessageId } = await read(phone);
    const closed = bodyOf(await change(phone, { version: 0, isClosed: true, lastMessageId }));
    expect(closed).toMatchObject({ closedAt: expect.any(String) as string, unread: 0, version: 1 });
    expect(await listed('')).not.toContain(phone);
    expect(await listed('show=unassigned')).not.toContain(phone);
    expect(await listed('show=closed')).toContain(phone);

    const opened = bodyOf(await change(phone, { version: 1, isClosed: false }));
    expect(opened.closedAt).toBeUndefined();
    expect(await listed('show=closed')).not.toContain(phone);
    await change(phone, { version: 2, isClosed: true, lastMessageId, assigneeId: ada?.userId });
    expect(await listed('show=mine')).not.toContain(phone);
    await fixture.sending.say(phone, 'One more question');
    await expectSoon(async () => {
      expect(await listed('')).toContain(phone);
      expect(await listed('show=closed')).not.toContain(phone);
    });
    expect(await read(phone)).toMatchObject({ unread: 1, assignee: { id: ada?.userId } });
    expect((await read(phone)).closedAt).toBeUndefined();
    expect(await listed('show=mine')).toContain(phone);
    expect((await entries('updateConversation')).slice(0, 3)).toMatchObject([
      { changes: [{ what: 'assignee', to: ada?.email }, { what: 'state', from: 'open', to: 'closed' }] },
      { changes: [{ what: 'state', from: 'closed', to: 'open' }] },
      { changes: [{ what: 'state', from: 'open', to: 'closed' }] },
    ]);
  });

  it('is not closed with a text that the user has not seen', async () => {
    const phone = await conversation();
    const { lastMessageId } = await read(phone);
    await fixture.sending.say(phone, 'And tomorrow?');
    await expectSoon(async () => expect((await read(phone)).lastMessageId).not.toBe(lastMessageId));
    const unseen = await change(phone, { version: 0, isClosed: true, lastMessageId });
    expect(refusalOf(unseen)).toEqual([409, 33111, 'newText']);
    const blind = await change(phone, { version: 0, isClosed: true });
    expect(refusalOf(blind)).toEqual([400, 33100, '/lastMessageId']);
    expect(await listed('')).toContain(phone);
  });

  it('is none while a likely opt-out waits for a decision', async () => {
    const phone = await conversation('please leave me alone');
    const { lastMessageId } = await read(phone);
    const closing = { version: 0, isClosed: true, lastMessageId };
    expect(refusalOf(await change(phone, closing))).toEqual([409, 33111, 'likelyOptOut']);
    expect((await call('POST', `reviews/${encodeURIComponent(phone)}/dismiss`)).status).toBe(200);
    expect((await change(phone, closing)).status).toBe(200);
    await fixture.sending.say(phone, 'please stop texting me');
    await expectSoon(async () => expect(await listed('')).toContain(phone));
    expect(await listed('show=closed')).not.toContain(phone);
  });

  it('is counted among the unread ones only once it is open again', async () => {
    const unread = async () => bodyOf(await call('GET', 'awaiting')).conversations as number;
    const phone = await conversation();
    const before = await unread();
    const { lastMessageId } = await read(phone);
    await change(phone, { version: 0, isClosed: true, lastMessageId });
    expect(await unread()).toBe(before - 1);
    await fixture.sending.say(phone, 'Hello again');
    await expectSoon(async () => expect(await unread()).toBe(before));
  });
});

it('3.6: the list refuses a view that there is not', async () => {
  expect(refusalOf(await call('GET', 'inbox?show=theirs'))).toEqual([400, 33100, '?show']);
});
