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
    answeredAt?: string;
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
    for (const body of [
      {},
      { version: -1 },
      { version: 0, isClosed: 'yes' },
      { version: 0, assigneeId: '' },
    ]) {
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
      {
        changes: [
          { what: 'assignee', to: ada?.email },
          { what: 'state', from: 'open', to: 'closed' },
        ],
      },
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

describe('3.6: notes on a conversation', () => {
  const noteOn = (phone: string, text: unknown, by = ada) =>
    call('POST', `${placeOf(phone)}/notes`, { text }, by);
  const notesOn = async (phone: string) =>
    bodyOf(await call('GET', placeOf(phone), undefined, viewer)).notes as Array<{ text: string; id: string }>;

  it('have their writer and time, newest first, and are never sent', async () => {
    const phone = await conversation();
    const first = await noteOn(phone, ' She collects it on Friday. ');
    expect(first).toMatchObject({
      status: 201,
      body: { text: 'She collects it on Friday.', by: { id: ada?.userId, email: ada?.email } },
    });
    expect((await noteOn(phone, 'Called her.', grace)).status).toBe(201);
    expect(await notesOn(phone)).toMatchObject([
      { text: 'Called her.', by: { email: grace?.email }, at: expect.any(String) as string },
      { text: 'She collects it on Friday.' },
    ]);
    expect(await fixture.sending.taken(phone)).toEqual([]);
    const [entry] = await entries('addConversationNote');
    expect(entry).toMatchObject({ actor: { email: grace?.email }, target: { type: 'contact' } });
    expect(JSON.stringify(entry)).not.toContain('Called her');
  });

  it('are added once for repeated requests with the same key and text of a user', async () => {
    const phone = await conversation();
    const note = (body: object, by = ada) => call('POST', `${placeOf(phone)}/notes`, body, by);
    const body = { text: 'Call back.', key: 'console:1' };
    const first = await note(body);
    expect(first.status).toBe(201);
    await note({ text: 'Between them' });
    const again = await note(body);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const others = [{ ...body, text: 'Done.' }, { ...body, key: 'console:2' }, { text: 'Call back.' }];
    for (const other of others) expect((await note(other)).status).toBe(201);
    expect((await note(body, grace)).status).toBe(201);
    expect(await notesOn(phone)).toHaveLength(6);
    for (const key of ['1', 'x'.repeat(101), 'a b', 7, null]) {
      expect(refusalOf(await note({ text: 'Hi', key }))).toEqual([400, 33100, '/key']);
    }
    for (const key of ['12', 'x'.repeat(100)]) expect((await note({ text: 'Hi', key })).status).toBe(201);
  });

  it('are added once when repeated requests come at the same moment', async () => {
    const phone = await conversation();
    const body = { text: 'Call back.', key: 'console:1' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', `${placeOf(phone)}/notes`, body)),
    );
    const [note] = await notesOn(phone);
    expect(answers.map(({ status, body: added }) => [status, (added as { id: string }).id])).toEqual(
      answers.map(() => [201, note?.id]),
    );
    expect(await notesOn(phone)).toHaveLength(1);
  });

  it('have 1 to 2,000 characters, and are written by editors in a conversation that there is', async () => {
    const phone = await conversation();
    expect((await noteOn(phone, '🙂'.repeat(2_000))).status).toBe(201);
    for (const wrong of ['🙂'.repeat(2_001), '', '   ', 7, null, 'a\ud800']) {
      expect((await noteOn(phone, wrong)).status).toBe(400);
    }
    expect(refusalOf(await noteOn(phone, 'Hi', viewer))).toEqual([403, 33112, 'contacts:write']);
    const [unknown = ''] = fixture.sending.phones(1);
    expect(refusalOf(await noteOn(unknown, 'Hi')).slice(0, 2)).toEqual([404, 33110]);
    expect(await notesOn(phone)).toHaveLength(1);
  });
});

describe('3.6: saved replies', () => {
  const PATH = 'saved-replies';
  const save = (body: object, by = ada) => call('POST', PATH, body, by);
  const titles = async () =>
    (bodyOf(await call('GET', PATH, undefined, viewer)).results as Array<{ title: string }>).map(
      ({ title }) => title,
    );

  it('are made, changed and deleted by editors, and read by all', async () => {
    const made = await save({
      title: '  Opening   hours ',
      text: 'Hi {{contact_first_name}}, we open at 9.',
    });
    expect(made).toMatchObject({ status: 201, body: { title: 'Opening hours', version: 1 } });
    const { id } = made.body as { id: string };
    await save({ title: 'Address', text: '1 Main Street' });
    expect(await titles()).toEqual(['Address', 'Opening hours']);

    const place = `${PATH}/${id}`;
    const changed = await call('PATCH', place, { version: 1, text: 'We open at 8.' });
    expect(bodyOf(changed)).toMatchObject({ title: 'Opening hours', text: 'We open at 8.', version: 2 });
    const late = await call('PATCH', place, { version: 1, text: 'We open at 7.' }, grace);
    expect(refusalOf(late)).toEqual([409, 33111, 'changedMeanwhile']);
    expect(bodyOf(await call('PATCH', place, { version: 1, text: 'We open at 8.' })).version).toBe(2);
    for (const [method, path, body] of [
      ['POST', PATH, { title: 'A', text: 'B' }],
      ['PATCH', place, { version: 2, title: 'A' }],
      ['DELETE', place],
    ] as const) {
      const refused = await call(method, path, body, viewer);
      expect(refusalOf(refused)).toEqual([403, 33112, 'contacts:write']);
    }
    expect((await call('DELETE', place)).status).toBe(204);
    expect(refusalOf(await call('DELETE', place)).slice(0, 2)).toEqual([404, 33110]);
    expect(refusalOf(await call('PATCH', place, { version: 2, title: 'A' })).slice(0, 2)).toEqual([
      404, 33110,
    ]);
    expect(await titles()).toEqual(['Address']);
    const target = { type: 'savedReply', id };
    expect(await entries('updateSavedReply')).toMatchObject([
      {
        target,
        changes: [{ what: 'text', from: 'Hi {{contact_first_name}}, we open at 9.', to: 'We open at 8.' }],
      },
    ]);
    expect(await entries('deleteSavedReply')).toMatchObject([{ target, changes: [{}, {}] }]);
  });

  it('have a title of up to 60 characters and a text of up to 640', async () => {
    const longest = { title: 'é'.repeat(60), text: 'é'.repeat(640) };
    expect((await save(longest)).status).toBe(201);
    for (const wrong of [
      { ...longest, title: 'é'.repeat(61) },
      { ...longest, text: 'é'.repeat(641) },
      { ...longest, title: '  ' },
      { ...longest, text: '\n' },
      { ...longest, text: 'a\u0007b' },
      { title: 'A' },
    ]) {
      expect((await save(wrong)).status).toBe(400);
    }
  });

  it('are 200 at most, and an answer with one has the values of its contact', async () => {
    const { length } = await titles();
    const answers = [];
    for (let index = length; index < 200; index += 1) {
      answers.push((await save({ title: `Reply ${index}`, text: 'Hi {{contact_first_name}}' })).status);
    }
    expect(new Set(answers)).toEqual(new Set([201]));
    expect(refusalOf(await save({ title: 'One more', text: 'Hi' }))).toEqual([400, 33100, '']);
    expect(await titles()).toHaveLength(200);

    const phone = await conversation();
    const sent = await fixture.sending.post('message', { to: phone, body: 'Hi {{contact_first_name}}' });
    expect(sent.body).toMatchObject({ body: 'Hi Pat' });
  });
});

describe('3.6: users who write an answer', () => {
  let [writer, other]: ConsoleUser[] = [];
  beforeAll(async () => {
    const { accountId } = fixture.account;
    [writer, other] = await Promise.all(
      (['sender', 'admin'] as const).map((role) => createConsoleUser(fixture.service, { accountId, role })),
    );
  });
  const tell = (phone: string, isWriting: unknown, by = writer) =>
    call('POST', `${placeOf(phone)}/writing`, { isWriting }, by);
  const writersOf = ({ writers }: Record<string, unknown>) =>
    (writers as Array<{ id: string }>).map(({ id }) => id);
  const seenBy = async (phone: string, by?: ConsoleUser) =>
    writersOf(bodyOf(await call('GET', placeOf(phone), undefined, by)));

  it('are seen by the others and not by themselves, until they stop', async () => {
    const phone = await conversation();
    expect(await seenBy(phone, other)).toEqual([]);
    expect(writersOf(bodyOf(await tell(phone, true)))).toEqual([]);
    expect(await seenBy(phone, other)).toEqual([writer?.userId]);
    expect(await seenBy(phone, viewer)).toEqual([writer?.userId]);
    expect(await seenBy(phone, writer)).toEqual([]);

    expect(writersOf(bodyOf(await tell(phone, true, other)))).toEqual([writer?.userId]);
    expect(await seenBy(phone, viewer)).toEqual([writer?.userId, other?.userId]);
    expect(writersOf(bodyOf(await tell(phone, false)))).toEqual([other?.userId]);
    expect(await seenBy(phone, viewer)).toEqual([other?.userId]);
  });

  it('change nothing of the conversation, and are in no audit log', async () => {
    const phone = await conversation();
    const before = await read(phone);
    await tell(phone, true);
    expect(await read(phone)).toEqual(before);
    expect(await entries('noteWriting')).toEqual([]);
  });

  it('mark the conversation as answered, until the phone texts again', async () => {
    const phone = await conversation();
    expect(await read(phone)).not.toHaveProperty('answeredAt');
    await tell(phone, false);
    expect(await read(phone)).not.toHaveProperty('answeredAt');

    const told = await call(
      'POST',
      `${placeOf(phone)}/writing`,
      { isWriting: false, hasAnswered: true },
      writer,
    );
    expect(told.status).toBe(200);
    expect(Date.parse(String((await read(phone)).answeredAt))).toBeGreaterThan(Date.now() - 60_000);
    await tell(phone, true);
    expect(await read(phone)).toHaveProperty('answeredAt');

    await fixture.sending.say(phone, 'And on Sunday?');
    await expectSoon(async () => expect((await read(phone)).unread).toBe(2));
    expect(await read(phone)).not.toHaveProperty('answeredAt');
  });

  it('are users who may answer, on a conversation that there is', async () => {
    const phone = await conversation();
    expect(refusalOf(await tell(phone, true, ada))).toEqual([403, 33112, 'messages:send']);
    const [silent = ''] = fixture.sending.phones(1);
    expect(refusalOf(await tell(silent, true)).slice(0, 2)).toEqual([404, 33110]);
    expect((await call('GET', placeOf(silent))).status).toBe(404);
    for (const wrong of ['yes', null, undefined]) expect((await tell(phone, wrong)).status).toBe(400);
  });
});
