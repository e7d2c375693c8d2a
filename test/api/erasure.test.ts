import { kindOf } from '../../shared/erasure/personal-data';
import { createGroup } from '../../shared/audience/groups/create-group';
import { TEXT_INDEX, textsPk } from '../../shared/platform/store/keys';
import { expectSoon } from '../support/service/api-sending';
import { findFileTraces } from '../support/erasure/find-file-traces';
import { findTraces } from '../support/erasure/find-traces';
import { markedPerson, marksOf } from '../support/erasure/marked-person';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount, randomPhone } from '../support/service/service';

const fixture = useSendingService();
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

const pathOf = (phone: string) => `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
const call = (method: string, path: string, body?: unknown): Promise<ApiAnswer> =>
  callApi(fixture.service, { account: fixture.account, method, path, body });
const codeOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const bodyOf = (answer: ApiAnswer) => answer.body as Record<string, unknown>;

async function createGroupNamed(name: string): Promise<string> {
  const { accountId } = fixture.account;
  const group = await createGroup(fixture.service.deps, { accountId, name, optInType: 'SINGLE' });
  return group.id;
}

/** Erases a person. @returns the id of the erasure */
async function erase(phone: string): Promise<string> {
  const answer = await call('DELETE', pathOf(phone));
  expect([answer.status, answer.body]).toEqual([
    202,
    { id: expect.stringMatching(/^ers_[0-9A-Z]{26}$/) as string, status: 'running', requestedAt: TIMESTAMP },
  ]);
  return String(bodyOf(answer).id);
}

async function expectCompleted(erasureId: string): Promise<void> {
  await expectSoon(async () => {
    const answer = await call('GET', `/api/v1/contacts/erasures/${erasureId}`);
    expect([answer.status, answer.body]).toEqual([
      200,
      { id: erasureId, status: 'completed', requestedAt: TIMESTAMP, completedAt: TIMESTAMP },
    ]);
  });
}

async function eraseWholly(phone: string): Promise<void> {
  await expectCompleted(await erase(phone));
}

async function enrol(phone: string, groupId: string, profile: object = {}): Promise<void> {
  expect((await call('POST', pathOf(phone), profile)).status).toBe(201);
  expect((await call('POST', `${pathOf(phone)}/groups/${groupId}`)).status).toBe(200);
}

async function makeImport(content: string): Promise<string> {
  const { id, upload } = bodyOf(await call('POST', '/api/v1/contacts/imports', { format: 'csv' })) as {
    id: string;
    upload: { url: string };
  };
  expect((await fetch(upload.url, { method: 'PUT', body: content })).status).toBe(200);
  return id;
}

async function exportContacts(audience: object): Promise<string> {
  const made = await call('POST', '/api/v1/contacts/exports', { format: 'csv', audience });
  const id = String(bodyOf(made).id);
  await expectFile(`/api/v1/contacts/exports/${id}`, 'url');
  return id;
}

async function expectFile(path: string, name: 'url' | 'rejectedFile'): Promise<void> {
  await expectSoon(async () => {
    expect(bodyOf(await call('GET', path))).toHaveProperty(name);
  });
}

const send = (phone: string, body: object = {}) =>
  fixture.sending.post('message', { to: phone, body: 'Hello', ...body });

describe('rules E2: erasing a person', () => {
  it('leaves no trace of number, name and text, and keeps counts and credits', async () => {
    const person = markedPerson();
    const { phone, firstName, email, word } = person;
    const others = fixture.sending.phones(99);
    await fixture.sending.optIn(others, { firstName: 'Other' });
    const groupId = await createGroupNamed('Erased');
    await enrol(phone, groupId, { firstName, email });
    const key = `welcome-${phone.slice(1)}`;
    const sent = bodyOf(await send(phone, { body: `${word} {{contact_first_name}}`, idempotencyKey: key }));
    const plain = bodyOf(await send(phone, { body: `${word} again`, idempotencyKey: 'plain-key' }));
    await fixture.sending.say(phone, `${word} from the phone`);
    const broadcast = bodyOf(
      await fixture.sending.post('broadcast', {
        body: 'Hi {{contact_first_name}}',
        recipients: [phone, ...others].map((to) => ({ to })),
      }),
    );
    const batch = bodyOf(
      await fixture.sending.post('batch', {
        recipients: [phone, ...others.slice(0, 9)].map((to) => ({ to, body: 'Hello in a batch' })),
      }),
    );
    const ended = async (kind: string, id: unknown) =>
      expectSoon(async () => {
        expect((await fixture.sending.get(`${kind}/${String(id)}`)).body).toMatchObject({
          status: 'completed',
        });
      });
    await ended('broadcast', broadcast.id);
    await ended('batch', batch.id);
    const [credits, counts] = [
      await fixture.sending.credits(),
      (await fixture.sending.get(`broadcast/${String(broadcast.id)}`)).body,
    ];

    await eraseWholly(phone);

    expect(await findTraces(fixture.service.deps.table, marksOf(person))).toEqual([]);
    expect((await call('GET', pathOf(phone))).status).toBe(404);
    expect(bodyOf(await call('GET', `/api/v1/groups/${groupId}`)).contactCount).toBe(0);
    expect(await fixture.sending.credits()).toEqual(credits);
    expect((await fixture.sending.get(`broadcast/${String(broadcast.id)}`)).body).toEqual(counts);
    for (const { id } of [sent, plain]) {
      expect(bodyOf(await fixture.sending.get(`message/${String(id)}`))).toMatchObject({
        ...{ id, to: null, body: null, erased: true, from: fixture.account.from, status: 'sent' },
      });
    }
    const [first, second] = bodyOf(
      await fixture.sending.get(`broadcast/${String(broadcast.id)}/recipients?limit=2`),
    ).results as Array<Record<string, unknown>>;
    expect(first).toMatchObject({ to: null, erased: true, status: 'sent' });
    expect(second).toMatchObject({ to: others[0] });
    expect(second).not.toHaveProperty('erased');
    expect(bodyOf(await fixture.sending.get(`message/${String(first?.messageId)}`))).toMatchObject({
      ...{ to: null, body: null, erased: true, status: 'sent' },
    });
    // The key still identifies the same message.
    const repeated = await send(others[0] ?? '', { idempotencyKey: 'plain-key' });
    expect(bodyOf(repeated)).toMatchObject({ id: plain.id, to: null, body: null, erased: true });
  });

  it('deletes uploads, files of rejects and exports that have the number, and no others', async () => {
    const [phone, other] = [randomPhone(), randomPhone()];
    const written = `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`;
    await call('POST', pathOf(phone), { firstName: 'Melpomene' });
    await call('POST', pathOf(other), { firstName: 'Kept' });
    const all = await exportContacts({ everyone: true });
    const rest = await exportContacts({
      filter: { field: 'firstName', op: 'equals', value: 'Kept' },
    });
    const upload = await makeImport(`Phone;Name\n${written};Melpomene\n`);
    const rejected = await makeImport(`Phone;First;Birthday\n${written};Melpomene;tomorrow\n`);
    const otherRejected = await makeImport(`Phone;First;Birthday\n${other};Kept;tomorrow\n`);
    for (const id of [rejected, otherRejected]) {
      await call('POST', `/api/v1/contacts/imports/${id}/start`);
      await expectFile(`/api/v1/contacts/imports/${id}`, 'rejectedFile');
    }
    expect(findFileTraces([written, phone])).toHaveLength(3);

    await eraseWholly(phone);

    expect(findFileTraces([phone.slice(1), written, 'Melpomene'])).toEqual([]);
    expect(findFileTraces([other])).toHaveLength(2);
    const exported = bodyOf(await call('GET', `/api/v1/contacts/exports/${all}`));
    expect(exported).toEqual({ id: all, status: 'completed', rows: 2 });
    expect(bodyOf(await call('GET', `/api/v1/contacts/exports/${rest}`))).toHaveProperty('url');
    expect(bodyOf(await call('GET', `/api/v1/contacts/imports/${rejected}`))).not.toHaveProperty(
      'rejectedFile',
    );
    expect(bodyOf(await call('GET', `/api/v1/contacts/imports/${otherRejected}`))).toHaveProperty(
      'rejectedFile',
    );
    expect(codeOf(await call('POST', `/api/v1/contacts/imports/${upload}/start`))).toEqual([409, 33111]);
  });

  it('finds every kind of item of the table on the list of what can hold personal data', async () => {
    const unknown: string[] = [];
    for await (const item of fixture.service.deps.table.scan({ ProjectionExpression: 'pk, sk' })) {
      const key = item as { pk: string; sk: string };
      if (!kindOf(key)) unknown.push(`${key.pk} ${key.sk}`);
    }
    expect(unknown).toEqual([]);
  });

  it('is refused for who is no contact, now or any more', async () => {
    const phone = randomPhone();
    expect(codeOf(await call('DELETE', pathOf(phone)))).toEqual([404, 33030]);
    expect(codeOf(await call('DELETE', pathOf('12')))).toEqual([400, 33003]);
    await call('POST', pathOf(phone));
    const erasureId = await erase(phone);
    expect(codeOf(await call('DELETE', pathOf(phone)))).toEqual([404, 33030]);
    await expectCompleted(erasureId);
    expect(codeOf(await call('DELETE', pathOf(phone)))).toEqual([404, 33030]);
  });

  it.each([
    ['a text', 'Wrong number, who is this?'],
    ['a keyword', 'HELP'],
    ['a STOP', 'STOP'],
  ])('takes a number that is no contact, and has sent %s', async (_title, text) => {
    const phone = randomPhone();
    const { table } = fixture.service.deps;
    await fixture.sending.say(phone, text);
    await expectSoon(async () => {
      expect(await findTraces(table, [phone.slice(1)])).not.toEqual([]);
    });
    await expectSoon(async () => {
      const texts = await table.queryAll({
        IndexName: TEXT_INDEX,
        KeyConditionExpression: 'gsi3pk = :pk',
        ExpressionAttributeValues: { ':pk': textsPk(fixture.account.accountId, phone) },
      });
      expect(texts.length).toBeGreaterThan(0);
    });
    await eraseWholly(phone);
    await expectSoon(async () => {
      expect(await findTraces(table, [phone.slice(1)])).toEqual([]);
    });
    expect(codeOf(await call('DELETE', pathOf(phone)))).toEqual([404, 33030]);
    const again = await call('POST', pathOf(phone));
    expect(again.status).toBe(201);
    expect('optedOutAt' in bodyOf(again)).toBe(text === 'STOP');
  });

  it('takes a number that has texted since it was erased', async () => {
    const phone = randomPhone();
    const { table } = fixture.service.deps;
    await call('POST', pathOf(phone), { firstName: 'First' });
    await fixture.sending.say(phone, 'STOP');
    await expectSoon(async () => {
      expect(bodyOf(await call('GET', pathOf(phone)))).toHaveProperty('optedOutAt');
    });
    await eraseWholly(phone);
    await fixture.sending.say(phone, 'Hello again');
    await expectSoon(async () => {
      expect(await findTraces(table, [`CONTACT#${fixture.account.accountId}#${phone}`])).not.toEqual([]);
    });
    await eraseWholly(phone);
    await expectSoon(async () => {
      expect(await findTraces(table, [phone.slice(1)])).toEqual([]);
    });
    // The earlier opt-out still holds.
    expect(bodyOf(await call('POST', pathOf(phone)))).toHaveProperty('optedOutAt');
  });

  it('takes a number that has texted, though it has not the length of its country', async () => {
    const phone = `${randomPhone()}1`;
    await fixture.sending.say(phone, 'Hello');
    await expectSoon(async () => {
      expect(await findTraces(fixture.service.deps.table, [phone.slice(1)])).not.toEqual([]);
    });
    await eraseWholly(phone);
    await expectSoon(async () => {
      expect(await findTraces(fixture.service.deps.table, [phone.slice(1)])).toEqual([]);
    });
    expect(codeOf(await call('DELETE', pathOf(`${randomPhone()}1`)))).toEqual([400, 33003]);
  });

  it('takes no number that has texted another account alone', async () => {
    const phone = randomPhone();
    const account = await createApiAccount(fixture.service);
    await fixture.sending.say(phone, 'Hello');
    await expectSoon(async () => {
      expect(await findTraces(fixture.service.deps.table, [phone.slice(1)])).not.toEqual([]);
    });
    const answer = await callApi(fixture.service, { account, method: 'DELETE', path: pathOf(phone) });
    expect(codeOf(answer)).toEqual([404, 33030]);
  });

  it('is read by the account that asked for it, and by no other', async () => {
    const phone = randomPhone();
    await call('POST', pathOf(phone));
    const erasureId = await erase(phone);
    const account = await createApiAccount(fixture.service);
    const path = `/api/v1/contacts/erasures/${erasureId}`;
    expect(codeOf(await callApi(fixture.service, { account, path }))).toEqual([404, 33110]);
    for (const id of ['ers_01KJMNEX00E2TTQZ4N0A8QH0FV', 'nonsense', encodeURIComponent('ers_#')]) {
      expect(codeOf(await call('GET', `/api/v1/contacts/erasures/${id}`))).toEqual([404, 33110]);
    }
    await expectCompleted(erasureId);
  });

  it('leaves the contacts of other accounts at the number alone', async () => {
    const phone = randomPhone();
    const account = await createApiAccount(fixture.service);
    await callApi(fixture.service, {
      account,
      method: 'POST',
      path: pathOf(phone),
      body: { firstName: 'Kept' },
    });
    await call('POST', pathOf(phone), { firstName: 'Gone' });
    await eraseWholly(phone);
    expect((await callApi(fixture.service, { account, path: pathOf(phone) })).body).toMatchObject({
      ...{ firstName: 'Kept', phoneNumber: phone },
    });
  });

  it('lets a contact be made again, which is another one and keeps what is sent to it', async () => {
    const phone = randomPhone();
    const groupId = await createGroupNamed('Twice');
    await enrol(phone, groupId, { firstName: 'First' });
    const before = bodyOf(await call('GET', pathOf(phone)));
    const erasureId = await erase(phone);
    await enrol(phone, groupId);
    const again = bodyOf(await call('GET', pathOf(phone)));
    expect(again).not.toHaveProperty('firstName');
    expect(again.id).not.toBe(before.id);
    const sent = bodyOf(await send(phone));
    expect(sent.status).toBe('sent');
    await expectCompleted(erasureId);
    expect(bodyOf(await call('GET', `/api/v1/groups/${groupId}`)).contactCount).toBe(1);
    expect(bodyOf(await fixture.sending.get(`message/${String(sent.id)}`))).toMatchObject({
      to: phone,
      body: 'Hello',
    });
    expect(bodyOf(await call('GET', pathOf(phone)))).toMatchObject({ id: again.id });
  });
});

describe('rules E2: the opt-out of an erased person', () => {
  it('holds for a contact made again, until the phone lifts it', async () => {
    const phone = randomPhone();
    const groupId = await createGroupNamed('Stopped');
    await enrol(phone, groupId);
    await fixture.sending.say(phone, 'STOP');
    await expectSoon(async () => {
      expect(bodyOf(await call('GET', pathOf(phone)))).toMatchObject({ groups: [], optedOutAt: TIMESTAMP });
    });
    await eraseWholly(phone);
    expect(await findTraces(fixture.service.deps.table, [phone.slice(1)])).toEqual([]);

    const again = await call('POST', pathOf(phone));
    expect([again.status, bodyOf(again).optedOutAt]).toEqual([201, TIMESTAMP]);
    expect(codeOf(await call('POST', `${pathOf(phone)}/groups/${groupId}`))).toEqual([409, 33035]);
    expect(codeOf(await send(phone))).toEqual([400, 33029]);
    await fixture.sending.say(phone, 'START');
    await expectSoon(async () => {
      expect(bodyOf(await call('GET', pathOf(phone)))).not.toHaveProperty('optedOutAt');
    });
    expect((await call('POST', `${pathOf(phone)}/groups/${groupId}`)).status).toBe(200);
    expect(bodyOf(await send(phone)).status).toBe('sent');
  });

  it('is lifted by a START before there is a contact again', async () => {
    const phone = randomPhone();
    await call('POST', pathOf(phone));
    await fixture.sending.say(phone, 'STOP');
    await expectSoon(async () => {
      expect(bodyOf(await call('GET', pathOf(phone)))).toHaveProperty('optedOutAt');
    });
    await eraseWholly(phone);
    await fixture.sending.say(phone, 'START');
    await expectSoon(async () => {
      expect(await findTraces(fixture.service.deps.table, [`#${phone}`])).not.toEqual([]);
    });
    expect(bodyOf(await call('POST', pathOf(phone)))).not.toHaveProperty('optedOutAt');
  });

  it('is taken from the phone after the erasure as well', async () => {
    const phone = randomPhone();
    const groupId = await createGroupNamed('Late');
    await enrol(phone, groupId);
    await eraseWholly(phone);
    await fixture.sending.say(phone, 'STOP');
    await expectSoon(async () => {
      expect(await findTraces(fixture.service.deps.table, [`#${phone}`])).not.toEqual([]);
    });
    await call('POST', pathOf(phone));
    expect(codeOf(await call('POST', `${pathOf(phone)}/groups/${groupId}`))).toEqual([409, 33035]);
  });
});

describe('rules E2: erasing while something is under way', () => {
  it('skips the person in a running job, and gives the credits back', async () => {
    const phones = fixture.sending.phones(100);
    const last = phones.at(-1) ?? '';
    await fixture.sending.optIn(phones);
    const credits = await fixture.sending.credits();
    const { id } = bodyOf(
      await fixture.sending.post('broadcast', { body: 'News', recipients: phones.map((to) => ({ to })) }),
    );
    const erasureId = await erase(last);
    const cancelled = await expectEnd(String(id));
    const { results } = bodyOf(await fixture.sending.get(`broadcast/${String(id)}/recipients?limit=100`)) as {
      results: Array<Record<string, unknown>>;
    };
    await expectCompleted(erasureId);
    const isSkipped = results.at(-1)?.status === 'skipped';
    const end = bodyOf(
      await fixture.sending.get(`broadcast/${String(id)}/recipients?limit=100`),
    ) as typeof results & Record<string, unknown>;
    expect((end.results as typeof results).at(-1)).toMatchObject(
      isSkipped ? { to: null, erased: true, reason: 'erased' } : { to: null, erased: true, status: 'sent' },
    );
    const sent = Number((cancelled.counts as { sent: number }).sent);
    expect(await fixture.sending.credits()).toEqual({ ...credits, sms: credits.sms - 2 * sent });
  });

  it('leaves a draft that mentioned the person, which is launched when its text is changed', async () => {
    const [phone, other] = fixture.sending.phones(2) as [string, string];
    const groupId = await createGroupNamed('Draft');
    await enrol(phone, groupId, { firstName: 'Annika', lastName: 'Schmitz' });
    await enrol(other, groupId);
    const made = await call('POST', '/api/v1/campaigns', {
      ...{ name: 'Ask', from: fixture.account.from, body: 'Ask Annika Schmitz.', purpose: 'informational' },
      audience: { groups: [groupId] },
    });
    const path = `/api/v1/campaigns/${String(bodyOf(made).id)}`;

    await eraseWholly(phone);

    expect(bodyOf(await call('GET', path))).toMatchObject({ body: 'Ask [erased].' });
    const refused = await call('POST', `${path}/launch`);
    expect([...codeOf(refused), JSON.stringify(refused.body)]).toEqual([
      ...[400, 33100],
      expect.stringContaining('has [erased], where a person was erased'),
    ]);
    expect((await call('PATCH', path, { body: 'Ask us.' })).status).toBe(200);
    expect((await call('POST', `${path}/launch`)).status).toBe(202);
  });
});

async function expectEnd(jobId: string): Promise<Record<string, unknown>> {
  let job: Record<string, unknown> = {};
  await expectSoon(async () => {
    job = bodyOf(await fixture.sending.get(`broadcast/${jobId}`));
    expect(job.status).toBe('completed');
  });
  return job;
}
