import { gzipSync } from 'node:zlib';
import { openCreditShards } from '../../shared/accounts/internal/fill-credit-shards';
import { createApiKey } from '../../shared/accounts/api-keys';
import { createField } from '../../shared/audience/custom-fields/define-fields';
import { createGroup } from '../../shared/audience/groups/create-group';
import { updateNumber } from '../../shared/senders/number-store';
import { createConsoleUser } from '../support/console/console-user';
import { useSendingService } from '../support/service/sending-service';
import {
  type ApiAnswer,
  callApi,
  createApiAccount,
  randomGermanPhone,
  randomPhone,
} from '../support/service/service';

const fixture = useSendingService({ countries: ['US'] }, { account: 'ofFile' });
const UNKNOWN = '01KJMNEX00A5DWRV8QZ9RT5BGP';

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  callApi(fixture.service, {
    ...{ account: fixture.account, method, path: `/api/v1/${path}`, body },
    ...(headers && { headers }),
  });
/** Returns status, code and message of a refusal. */
const told = ({ status, body }: ApiAnswer) => {
  const { code, message } = body as { code: number; message: string };
  return [status, code, message];
};
const numbered = (count: number) => Array.from({ length: count }, () => ({ to: randomPhone() }));

async function contact(body: object = {}): Promise<string> {
  const path = `contacts/by-phone/${encodeURIComponent(randomPhone())}`;
  expect((await call('POST', path, body)).status).toBe(201);
  return path;
}
async function member(): Promise<string> {
  const phone = randomPhone();
  await fixture.sending.optIn([phone]);
  return phone;
}
async function optedOut(): Promise<string> {
  const phone = randomPhone();
  await fixture.sending.optIn([phone], { hardOptOut: { at: '2026-01-01T00:00:00.000Z', source: 'stop' } });
  return phone;
}
const send = (changes: object = {}) =>
  call('POST', 'messaging/message', { from: fixture.account.from, body: 'Hello', ...changes });
const broadcast = (recipients: object[], changes: object = {}) =>
  call('POST', 'messaging/broadcast', { from: fixture.account.from, body: 'Hello', recipients, ...changes });
const batch = (recipients: object[]) =>
  call('POST', 'messaging/batch', { from: fixture.account.from, recipients });

describe('7: the message of an invalid request', () => {
  it('names the first place, and counts the others', async () => {
    expect(told(await call('POST', 'messaging/message', { to: randomPhone(), body: 'Hello' }))).toEqual([
      ...[400, 33100],
      'The request is invalid: /from is required.',
    ]);
    expect(told(await call('POST', 'messaging/message', {}))).toEqual([
      ...[400, 33100],
      'The request is invalid: /to is required (and 1 more).',
    ]);
    expect(told(await call('GET', 'groups?limit=0'))).toEqual([
      ...[400, 33100],
      'The request is invalid: ?limit must be a positive integer.',
    ]);
    expect(told(await call('POST', 'messaging/message', []))).toEqual([
      ...[400, 33100],
      'The request is invalid: the body must be an object.',
    ]);
  });
});

describe('7: the message of a code with several causes names the one that holds', () => {
  it('of a phone number (33003)', async () => {
    const notE164 = [400, 33003, 'Invalid phone number: not E.164, such as +12125550123.'];
    const country = [400, 33003, 'The account may not text the country of this phone number.'];
    expect(told(await send({ to: '12125550123' }))).toEqual(notE164);
    expect(told(await call('GET', 'contacts/by-phone/12125550123'))).toEqual(notE164);
    expect(told(await broadcast([...numbered(99), { to: '1' }]))).toEqual(notE164);
    expect(told(await send({ to: randomPhone(), from: '1' }))).toEqual([
      ...[400, 33003],
      'Invalid from: neither E.164, such as +12125550123, nor a short code of 5 or 6 digits.',
    ]);
    expect(told(await send({ to: randomGermanPhone() }))).toEqual(country);
    expect(told(await broadcast([...numbered(99), { to: randomGermanPhone() }]))).toEqual(country);
  });

  it('of the recipients of a job (33024)', async () => {
    const recipients = numbered(100);
    expect(told(await broadcast([...recipients, ...recipients.slice(0, 1)]))).toEqual([
      ...[400, 33024],
      'A phone number occurs twice in recipients.',
    ]);
    expect(told(await batch(numbered(10)))).toEqual([
      ...[400, 33024],
      'A recipient has neither body nor mediaUrl.',
    ]);
  });

  it('of recipients who may not be sent to (33028, 33029)', async () => {
    const out = await Promise.all(Array.from({ length: 10 }, optedOut));
    const toBatch = (phones: string[]) => batch(phones.map((to) => ({ to, body: 'Hello' })));
    const strangers = numbered(9).map(({ to }) => to);
    expect(told(await send({ to: randomPhone() }))).toEqual([
      ...[400, 33028],
      'The recipient is not opted in to any group of the account.',
    ]);
    expect(told(await send({ to: out[0] }))).toEqual([400, 33029, 'The recipient is hard-opted-out.']);
    expect(told(await toBatch([...strangers, randomPhone()]))).toEqual([
      ...[400, 33028],
      'No recipient is opted in to a group of the account.',
    ]);
    expect(told(await toBatch([...strangers, out[0] ?? '']))).toEqual([
      ...[400, 33028],
      'No recipient can be sent to: some are not opted in to any group of the account, the others are hard-opted-out.',
    ]);
    expect(told(await toBatch(out))).toEqual([400, 33029, 'Every recipient is hard-opted-out.']);
  });

  it('of a text (33016, 33019)', async () => {
    const to = await member();
    expect(told(await send({ to, body: 'Hi\u0007' }))).toEqual([
      ...[400, 33016],
      'The message body contains an unsupported or invalid character: U+0007.',
    ]);
    expect(told(await send({ to, body: 'Buy our whiskey tonight, vodka half price' }))).toEqual([
      ...[400, 33019],
      'The content violates the compliance rules: alcohol.',
    ]);
  });

  it('of a number that is not Active (33009)', async () => {
    const account = fixture.account;
    const { accountId, from: number } = account;
    fixture.account = await createApiAccount(fixture.service);
    const own = { accountId: fixture.account.accountId, number: fixture.account.from };
    const to = await member();
    const group = await createGroup(fixture.service.deps, {
      ...{ accountId: own.accountId, name: 'News', optInType: 'SINGLE', from: own.number },
    });
    const path = await contact();
    await updateNumber(fixture.service.deps.table, { ...own, status: 'Inactive' });
    expect(told(await send({ to }))).toEqual([400, 33009, 'The from number is not in the Active state.']);
    expect(told(await call('POST', `${path}/groups/${group.id}`, { optInMode: 'CONFIRM' }))).toEqual([
      ...[400, 33009],
      'The number that sends the texts of the group is not in the Active state.',
    ]);
    expect(told(await send({ to, from: number }))).toEqual([
      ...[400, 33004],
      'The from number is not assigned to the account.',
    ]);
    fixture.account = account;
    expect(accountId).not.toBe(own.accountId);
  });

  it.each([
    [{ smsCredits: 1, mmsCredits: 1 }, 'Insufficient SMS credits.'],
    [{ smsCredits: 2, mmsCredits: 0 }, 'Insufficient MMS credits.'],
    [{ smsCredits: 1, mmsCredits: 0 }, 'Insufficient SMS and MMS credits.'],
  ])('of credits %j (33023)', async (credits, message) => {
    const account = fixture.account;
    const mediaUrl = 'https://media.example.com/a.png';
    for (const isBusy of [false, true]) {
      fixture.account = await createApiAccount(fixture.service, credits);
      if (isBusy) await openCreditShards(fixture.service.deps, fixture.account.accountId);
      const to = await member();
      // The second one is refused because of the first one's result.
      for (const dryRun of [true, false, false]) {
        expect(told(await send({ to, mediaUrl, dryRun }))).toEqual([402, 33023, message]);
      }
    }
    fixture.account = account;
  });

  it.each([
    [10, 'The daily messaging quota is reached.'],
    [11, 'The daily messaging quota has no room for so many recipients today.'],
  ])('of a daily quota of %i (33012)', async (dailyQuota, message) => {
    const account = fixture.account;
    fixture.account = await createApiAccount(fixture.service, { dailyQuota });
    const phones = Array.from({ length: 10 }, randomPhone);
    await fixture.sending.optIn(phones);
    const recipients = phones.map((to) => ({ to, body: 'Hello' }));
    expect((await batch(recipients)).status).toBe(202);
    expect(told(await batch(recipients))).toEqual([429, 33012, message]);
    fixture.account = account;
  });

  it('of a contact (33030)', async () => {
    expect(told(await call('GET', `contacts/by-phone/${encodeURIComponent(randomPhone())}`))).toEqual([
      ...[404, 33030],
      'Contact not found.',
    ]);
    const { body } = await call('POST', 'campaigns', {
      ...{ name: 'Sale', from: fixture.account.from, body: 'Hello', purpose: 'informational' },
      audience: { everyone: true },
    });
    const test = { to: [randomPhone()], asContact: randomPhone() };
    expect(told(await call('POST', `campaigns/${(body as { id: string }).id}/test`, test))).toEqual([
      ...[404, 33030],
      'The contact in asContact is not found.',
    ]);
  });

  it('of a custom field (33033)', async () => {
    const { accountId } = fixture.account;
    const { deps } = fixture.service;
    await createField(deps, { accountId, label: 'Note', type: 'TEXT', options: [] });
    await createField(deps, { accountId, label: 'Since', type: 'DATE', options: [] });
    await createField(deps, { accountId, label: 'Topics', type: 'MULTI_SELECT', options: ['A'] });
    const path = await contact();
    const write = async (customFields: object) => told(await call('PATCH', path, { customFields }))[2];
    expect([
      await write({ Color: 'red' }),
      await write({ Note: 'a', NOTE: 'b' }),
      await write({ Note: 5 }),
      await write({ Topics: ['B'] }),
      await write({ Topics: ['A', 'A'] }),
      await write({ Since: '2024-1-1' }),
      await write({ Since: '2024-13-01' }),
      await write({ Note: 'x'.repeat(256) }),
    ]).toEqual([
      'Invalid custom field "Color": there is no field with this label.',
      'Invalid custom field "NOTE": another spelling of it is there too.',
      'Invalid custom field "Note": the value does not have the type of the field.',
      'Invalid custom field "Topics": "B" is not one of its options.',
      'Invalid custom field "Topics": an option occurs twice.',
      'Invalid custom field "Since": the value is not written as YYYY-MM-DD.',
      'Invalid custom field "Since": the value is no day of the calendar.',
      'Invalid custom field "Note": the text is too long.',
    ]);
  });

  it('of a body (33101, 33102, 33103)', async () => {
    const post = async (body: unknown, headers: Record<string, string> = {}) =>
      told(await call('POST', 'messaging/message', body, headers));
    const gzip = { 'content-encoding': 'gzip', 'content-type': 'application/vnd.messaging+json' };
    expect(await post('{')).toEqual([400, 33101, 'The request body is not valid JSON.']);
    expect(await post(Buffer.from([0x22, 0xff, 0x22]))).toEqual([
      ...[400, 33101],
      'The request body is not valid JSON: it is not in UTF-8.',
    ]);
    expect(await post('{}', gzip)).toEqual([
      ...[400, 33101],
      'The request body is not valid JSON: it cannot be unpacked with gzip, which Content-Encoding says.',
    ]);
    expect(await post('{}', { 'content-type': 'text/plain' })).toEqual([
      ...[415, 33102],
      'Unsupported media type: send application/json or application/…+json.',
    ]);
    expect(await post('{}', { 'content-type': 'application/json; charset=latin1' })).toEqual([
      ...[415, 33102],
      'Unsupported charset: send UTF-8.',
    ]);
    expect(await post('{}', { 'content-encoding': 'br' })).toEqual([
      ...[415, 33102],
      'Unsupported Content-Encoding: send the body plain or with gzip.',
    ]);
    const large = JSON.stringify({ body: 'x'.repeat(65_536) });
    expect(await post(large)).toEqual([413, 33103, 'The request body is too large.']);
    expect(await post(gzipSync(large), gzip)).toEqual([
      ...[413, 33103],
      'The request body is too large when it is unpacked.',
    ]);
  });

  it.each([
    ['GET', `messaging/message/msg_${UNKNOWN}`, 33107, 'message'],
    ['GET', `messaging/broadcast/brc_${UNKNOWN}`, 33107, 'broadcast'],
    ['POST', `messaging/batch/brc_${UNKNOWN}/cancel`, 33107, 'batch'],
    ['GET', `segments/seg_${UNKNOWN}`, 33110, 'segment'],
    ['GET', `campaigns/cmp_${UNKNOWN}`, 33110, 'campaign'],
    ['GET', `contacts/imports/imp_${UNKNOWN}`, 33110, 'import'],
    ['GET', `contacts/exports/exp_${UNKNOWN}`, 33110, 'export'],
    ['GET', `contacts/erasures/ers_${UNKNOWN}`, 33110, 'erasure'],
  ])('of what %s %s does not find (%i)', async (method, path, code, what) => {
    expect(told(await call(method, path))).toEqual([404, code, `There is no such ${what}.`]);
  });

  it('of an import that is not ready, and of a state (33111)', async () => {
    const { body } = await call('POST', 'contacts/imports', { format: 'csv' });
    const path = `contacts/imports/${(body as { id: string }).id}`;
    expect(told(await call('POST', `${path}/start`))).toEqual([
      ...[409, 33111],
      'The import has no file: upload it first.',
    ]);
    await call('POST', `${path}/cancel`);
    expect(told(await call('POST', `${path}/start`))).toEqual([
      ...[409, 33111],
      'The state of the resource does not allow this: its status is cancelled.',
    ]);
  });

  it('of a right that is missing (33112)', async () => {
    const created = await createApiKey(fixture.service.deps, fixture.account.accountId, {
      scopes: ['contacts:read'],
    });
    const { key, secret } = created as NonNullable<typeof created>;
    const reader = { apiKeyId: key.id, apiKeySecret: secret };
    const path = `/api/v1/messaging/message/msg_${UNKNOWN}`;
    expect(told(await callApi(fixture.service, { account: reader, path }))).toEqual([
      ...[403, 33112],
      'The key or user lacks the right to do this: messages:read.',
    ]);
    const { body } = await call('POST', 'campaigns', {
      ...{ name: 'Sale', from: fixture.account.from, body: 'Hello', purpose: 'informational' },
      audience: { everyone: true },
    });
    const approve = `campaigns/${(body as { id: string }).id}/approve`;
    expect(told(await call('POST', approve))).toEqual([
      ...[403, 33112],
      'An API key cannot approve or reject: a user has to.',
    ]);

    const { accountId } = fixture.account;
    const user = await createConsoleUser(fixture.service, { accountId, role: 'admin' });
    const askAs = async (headers: Record<string, string>) =>
      told(
        await callApi(fixture.service, {
          ...{ method: 'POST', path: `/api/v1/${approve}` },
          headers: { ...user.headers, ...headers },
        }),
      );
    expect([
      await askAs({ 'x-account': 'acc_none' }),
      await askAs({ 'x-requested-with': 'form' }),
      await askAs({ origin: 'https://evil.example' }),
    ]).toEqual([
      [403, 33112, 'The user does not have the account that X-Account names.'],
      [403, 33112, 'X-Requested-With must be console.'],
      [403, 33112, 'A page of another site asks.'],
    ]);
  });
});
