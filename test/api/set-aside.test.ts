import { createGroup } from '../../shared/audience/groups/create-group';
import { createConsoleUser } from '../support/console/console-user';
import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

/** Number whose texts all fail for good, and one of which the simulator reports nothing by itself. */
const INVALID = '+15005550017';
const UNREPORTED = '+15005550014';

const fixture = useSendingService({ setAsideNumbers: true });

const contacts = (method: string, path: string, body?: object) =>
  callApi(fixture.service, { account: fixture.account, method, path: `/api/v1/contacts${path}`, body });
const contactPath = (phone: string) => `/by-phone/${encodeURIComponent(phone)}`;
const contactOf = async (phone: string) =>
  (await contacts('GET', contactPath(phone))).body as { setAsideAt?: string };
const listed = async (setAside: string) => {
  const { body } = await contacts('GET', `?setAside=${setAside}`);
  return (body as { results: Array<{ phoneNumber: string }> }).results.map(({ phoneNumber }) => phoneNumber);
};

/** Makes the phones contacts in a group, by the API. */
async function optIn(phones: string[]): Promise<void> {
  const { service, account } = fixture;
  const group = await createGroup(service.deps, {
    accountId: account.accountId,
    name: 'Customers',
    optInType: 'SINGLE',
  });
  for (const phone of phones) {
    expect((await contacts('POST', contactPath(phone), {})).status).toBe(201);
    const joined = await contacts('POST', `${contactPath(phone)}/groups/${group.id}`, {
      optInMode: 'DIRECT',
    });
    expect(joined.status).toBe(200);
  }
}

async function send(to: string, more: object = {}): Promise<string> {
  const { status, body } = await fixture.sending.post('message', { to, body: 'Hello', ...more });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

const statusOf = async (id: string) =>
  ((await fixture.sending.get(`message/${id}`)).body as { deliveryStatus?: string }).deliveryStatus;

/** Sends texts, one after the report of the other. */
async function failTexts(to: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    const id = await send(to);
    if (to === UNREPORTED) await fixture.sending.report(id, 'invalid');
    await expectSoon(async () => expect(await statusOf(id)).toBe('failed'));
  }
}

const setAside = async (to: string) => {
  await failTexts(to, 3);
  await expectSoon(async () => expect(await contactOf(to)).toHaveProperty('setAsideAt'));
};

describe('rules E11: a number to which three texts in a row failed for good', () => {
  it('is left out of jobs, and single sends go out with a warning, until it is put back', async () => {
    const { sending } = fixture;
    const phones = [...sending.phones(9), INVALID];
    await optIn(phones);
    await failTexts(INVALID, 2);
    expect(await listed('true')).toEqual([]);
    await setAside(INVALID);
    expect(await listed('true')).toEqual([INVALID]);
    expect((await listed('false')).sort()).toEqual(phones.slice(0, 9).sort());

    const warned = await sending.post('message', { to: INVALID, body: 'Hello', idempotencyKey: 'one' });
    expect(warned).toMatchObject({ status: 201, body: { status: 'sent', warnings: ['set_aside'] } });
    const { id: warnedId } = warned.body as { id: string };
    await expectSoon(async () => expect(await statusOf(warnedId)).toBe('failed'));
    const dryRun = await sending.post('message', { to: INVALID, body: 'Hello', dryRun: true });
    expect(dryRun.body).toMatchObject({ warnings: ['set_aside'] });

    const recipients = phones.map((to) => ({ to, body: 'Hello' }));
    expect((await sending.post('batch', { recipients, dryRun: true })).body).toMatchObject({
      totalRecipients: 10,
      skipped: { setAside: 1 },
    });
    const before = await sending.credits();
    const { id } = (await sending.post('batch', { recipients })).body as { id: string };
    await expectSoon(async () => {
      expect((await sending.get(`batch/${id}`)).body).toMatchObject({
        status: 'completed',
        counts: { sent: 9, skipped: 1 },
      });
    });
    expect((await sending.get(`batch/${id}/recipients?status=skipped`)).body).toMatchObject({
      results: [{ to: INVALID, status: 'skipped', reason: 'set_aside' }],
    });
    const taken = (before.sms - (await sending.credits()).sms) / 9;
    expect(Number.isInteger(taken)).toBe(true);

    const putBack = await contacts('POST', `${contactPath(INVALID)}/put-back`);
    expect(putBack).toMatchObject({ status: 200, body: { phoneNumber: INVALID } });
    expect(putBack.body).not.toHaveProperty('setAsideAt');
    expect(await contacts('POST', `${contactPath(INVALID)}/put-back`)).toMatchObject({ status: 200 });
    expect(await listed('true')).toEqual([]);
    const repeated = await sending.post('message', { to: INVALID, body: 'Hello', idempotencyKey: 'one' });
    expect(repeated.body).toEqual(warned.body);
    await failTexts(INVALID, 2);
    expect(await contactOf(INVALID)).not.toHaveProperty('setAsideAt');
    await setAside(INVALID);
  });

  it('is told by previews as blocked, and reached by emergency campaigns alone', async () => {
    const { sending, service, account } = fixture;
    await optIn([INVALID, ...sending.phones(2)]);
    await setAside(INVALID);
    const call = (method: string, path: string, body?: object) =>
      callApi(service, { account, method, path: `/api/v1${path}`, body });
    const plan = { name: 'Sale', from: account.from, body: 'Hello', audience: { everyone: true } };
    const preview = async (purpose: string) => {
      const { id } = (await call('POST', '/campaigns', { ...plan, purpose })).body as { id: string };
      return (await call('POST', `/campaigns/${id}/preview`)).body;
    };
    const counted = { matched: 3, isComplete: true };
    const blocked = { notOptedIn: 0, hardOptedOut: 0, setAside: 1 };
    expect(await preview('informational')).toMatchObject({ audience: { ...counted, sendable: 2, blocked } });
    expect(await preview('emergency')).toMatchObject({
      audience: { ...counted, sendable: 3, blocked: { notOptedIn: 0, hardOptedOut: 0 } },
    });
    expect((await call('POST', '/segments/preview', { audience: { everyone: true } })).body).toMatchObject({
      ...counted,
      sendable: 2,
      blocked,
    });
    const run = async (purpose: string) => {
      const { id } = (await call('POST', '/campaigns', { ...plan, purpose, launch: true })).body as {
        id: string;
      };
      await expectSoon(async () => {
        expect((await call('GET', `/campaigns/${id}`)).body).toMatchObject({ status: 'completed' });
      });
      return (await call('GET', `/campaigns/${id}`)).body;
    };
    expect(await run('informational')).toMatchObject({ counts: { sent: 2 }, skippedBy: { set_aside: 1 } });
    expect(await run('emergency')).toMatchObject({ counts: { sent: 3 }, skippedBy: {} });
  });

  it('is counted by the receipts of a job as well, and known to export and import', async () => {
    const { sending, account } = fixture;
    const phones = [...sending.phones(9), INVALID];
    await optIn(phones);
    for (let job = 0; job < 3; job++) {
      const recipients = phones.map((to) => ({ to, body: `Hello ${job}` }));
      const { id } = (await sending.post('batch', { recipients })).body as { id: string };
      await expectSoon(async () => {
        const { body } = await sending.get(`batch/${id}/recipients?deliveryStatus=failed`);
        expect(body).toMatchObject({ results: [{ to: INVALID }] });
      });
    }
    await expectSoon(async () => expect(await listed('true')).toEqual([INVALID]));
    const shown = await operate<{ setAsideAt: string }>(
      ...['contact', 'show', '--account', account.accountId, '--phone', INVALID],
    );
    const made = await contacts('POST', '/exports', { format: 'csv' });
    const exported = async () =>
      (await contacts('GET', `/exports/${(made.body as { id: string }).id}`)).body as {
        status: string;
        url: string;
      };
    await expectSoon(async () => expect((await exported()).status).toBe('completed'));
    const text = await (await fetch((await exported()).url)).text();
    const lines = text.trim().split('\n');
    expect(lines[0]).toContain('optedOutAt,setAsideAt,setAsideReason,tz');
    expect(lines.filter((line) => line.includes(shown.setAsideAt))).toHaveLength(1);

    // An import of it neither sets a number aside nor puts one back.
    await contacts('POST', `${contactPath(INVALID)}/put-back`);
    const started = (await contacts('POST', '/imports', { format: 'csv' })).body as {
      id: string;
      upload: { url: string };
    };
    await fetch(started.upload.url, { method: 'PUT', body: text });
    await contacts('POST', `/imports/${started.id}/start`);
    await expectSoon(async () => {
      const { body } = await contacts('GET', `/imports/${started.id}`);
      expect(body).toMatchObject({ status: 'completed', rows: 10, unchanged: 10, ignoredColumns: [] });
    });
    expect(await listed('true')).toEqual([]);
  });

  it('counts a text once, and not those before a delivery', async () => {
    const { sending } = fixture;
    await optIn([UNREPORTED]);
    const ids: string[] = [];
    for (let sent = 0; sent < 4; sent++) ids.push(await send(UNREPORTED));
    const [one = '', two = '', arrived = '', last = ''] = ids;
    for (const id of [one, one, two, two]) await sending.report(id, 'invalid');
    await sending.report(arrived, 'delivered');
    await sending.report(one, 'invalid');
    await sending.report(last, 'invalid');
    await expectSoon(async () =>
      expect(await Promise.all(ids.map(statusOf))).toEqual(['failed', 'failed', 'delivered', 'failed']),
    );
    await failTexts(UNREPORTED, 1);
    expect(await contactOf(UNREPORTED)).not.toHaveProperty('setAsideAt');
    await setAside(UNREPORTED);
    // A text that arrives ends it.
    await sending.report(await send(UNREPORTED), 'delivered');
    await expectSoon(async () => expect(await contactOf(UNREPORTED)).not.toHaveProperty('setAsideAt'));
  });

  it('is none without the setting, and none of a phone that is only off', async () => {
    const { sending, account } = fixture;
    await optIn([INVALID, UNREPORTED]);
    for (let sent = 0; sent < 3; sent++) await sending.report(await send(UNREPORTED), 'failed');
    await operate('account', 'set', '--account', account.accountId, '--set-aside', 'off');
    await failTexts(UNREPORTED, 1);
    expect(await listed('true')).toEqual([]);
  });

  it('is listed and put back by the operator', async () => {
    const { account, service } = fixture;
    await optIn([INVALID]);
    await setAside(INVALID);
    const contact = <Answer>(verb: string, ...options: string[]) =>
      operate<Answer>('contact', verb, '--account', account.accountId, ...options);
    expect(await contact('list', '--set-aside')).toMatchObject([{ phoneNumber: INVALID }]);
    expect(await contact('put-back', '--phone', INVALID)).not.toHaveProperty('setAsideAt');
    expect(await contact('list', '--set-aside')).toEqual([]);
    const user = await createConsoleUser(service, { accountId: account.accountId, role: 'viewer' });
    const refused = await callApi(service, {
      method: 'POST',
      path: `/console/api/v1/contacts${contactPath(INVALID)}/put-back`,
      headers: user.headers,
      body: {},
    });
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });

  it('stays opted out after a STOP, and is gone with an erased contact', async () => {
    const { sending } = fixture;
    await optIn([INVALID]);
    await setAside(INVALID);
    await sending.say(INVALID, 'STOP');
    await expectSoon(async () => expect(await contactOf(INVALID)).toHaveProperty('optedOutAt'));
    expect(await contactOf(INVALID)).toHaveProperty('setAsideAt');
    expect((await sending.post('message', { to: INVALID, body: 'Hello' })).body).toMatchObject({
      code: 33029,
    });
    expect((await contacts('DELETE', contactPath(INVALID))).status).toBe(202);
    expect((await contacts('POST', `${contactPath(INVALID)}/put-back`)).status).toBe(404);
    expect((await contacts('POST', contactPath(INVALID), {})).status).toBe(201);
    expect(await contactOf(INVALID)).not.toHaveProperty('setAsideAt');
  });

  it.each(['yes', '', 'TRUE'])('is not asked for with setAside=%s', async (value) => {
    expect(await contacts('GET', `?setAside=${value}`)).toMatchObject({ status: 400, body: { code: 33100 } });
  });
});
