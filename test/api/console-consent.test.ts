import { addTag } from '../../shared/audience/groups/group-tags';
import { createGroup } from '../../shared/audience/groups/create-group';
import { createConsoleUser, type ConsoleUser } from '../support/console/console-user';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount, randomPhone } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
let admin: ConsoleUser;
let sender: ConsoleUser;
let groupId: string;

beforeAll(async () => {
  const { accountId } = fixture.account;
  admin = await createConsoleUser(fixture.service, { accountId, role: 'admin' });
  sender = await createConsoleUser(fixture.service, { accountId, role: 'sender' });
  const { deps } = fixture.service;
  ({ id: groupId } = await createGroup(deps, { accountId, name: 'Customers', optInType: 'SINGLE' }));
  await addTag(deps, { accountId, groupId, name: 'VIP' });
});

const call = (path: string, body: unknown, user = admin) =>
  callApi(fixture.service, {
    ...{ method: 'POST', path: `/console/api/contacts/${path}`, headers: user.headers, body },
  });
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const pointersOf = ({ body }: ApiAnswer) =>
  (body as { details: { errors: Array<{ pointer: string }> } }).details.errors.map(({ pointer }) => pointer);

/** Creates a member of the group. */
async function member(): Promise<{ phone: string; path: string; id: string }> {
  const { account, service } = fixture;
  const phone = randomPhone();
  const path = `/api/v1/contacts/by-phone/${phone}`;
  const { body } = await callApi(service, { account, method: 'POST', path, body: {} });
  const joined = await callApi(service, { account, method: 'POST', path: `${path}/groups/${groupId}` });
  expect(joined.status).toBe(200);
  return { phone, path, id: (body as { id: string }).id };
}
const read = async (path: string) =>
  (await callApi(fixture.service, { account: fixture.account, path })).body;
const encoded = encodeURIComponent;

describe('3.4: an opt-out that a person tells of', () => {
  it('takes the contact out of every group, and stands in its history and in the audit log', async () => {
    const { phone, path, id } = await member();
    const evidence = 'She asked at the till.';
    const answer = await call(`${encoded(phone)}/opt-out`, { source: 'kiosk', evidence }, sender);
    expect(answer).toMatchObject({
      ...{ status: 200, body: { id, phoneNumber: phone, optedOutAt: expect.any(String) as string } },
    });
    expect(await read(path)).toMatchObject({ groups: [], optedOutAt: expect.any(String) as string });
    const joins = { account: fixture.account, method: 'POST', path: `${path}/groups/${groupId}` };
    expect(refusalOf(await callApi(fixture.service, joins))).toEqual([409, 33035]);

    const { headers } = admin;
    const history = await callApi(fixture.service, {
      ...{ path: `/console/api/contacts/${encoded(phone)}/consent`, headers },
    });
    expect(JSON.stringify(history.body)).toContain(evidence);
    const log = await callApi(fixture.service, {
      path: `/console/api/audit?target=${id}&action=optOutContact`,
      headers,
    });
    expect((log.body as { results: unknown[] }).results).toMatchObject([
      { action: 'optOutContact', actor: { id: sender.userId }, target: { type: 'contact', id } },
    ]);
  });

  it('holds for a phone without a contact', async () => {
    const phone = randomPhone();
    expect((await call(`${encoded(phone)}/opt-out`, { source: 'carrier' })).status).toBe(200);
    const path = `/api/v1/contacts/by-phone/${phone}`;
    const { account, service } = fixture;
    await callApi(service, { account, method: 'POST', path, body: {} });
    const joins = { account, method: 'POST', path: `${path}/groups/${groupId}` };
    expect(refusalOf(await callApi(service, joins))).toEqual([409, 33035]);
  });

  it('names how it was said, and a phone', async () => {
    const phone = encoded(randomPhone());
    expect(pointersOf(await call(`${phone}/opt-out`, {}))).toEqual(['/source']);
    expect(pointersOf(await call(`${phone}/opt-out`, { source: 'form' }))).toEqual(['/source']);
    expect(refusalOf(await call('12/opt-out', { source: 'stop' }))).toEqual([400, 33003]);
  });
});

describe('3.3: an opt-in by a form', () => {
  it('lifts an opt-out, by an administrator with the evidence, and joins no group', async () => {
    const { phone, path } = await member();
    await call(`${encoded(phone)}/opt-out`, { source: 'kiosk' });
    const lift = `${encoded(phone)}/opt-in`;
    expect(refusalOf(await call(lift, { evidence: 'Form 4711' }, sender))).toEqual([403, 33112]);
    expect(pointersOf(await call(lift, {}))).toEqual(['/evidence']);
    const answer = await call(lift, { evidence: 'Form 4711' });
    expect([answer.status, 'optedOutAt' in (answer.body as object)]).toEqual([200, false]);
    const contact = await read(path);
    expect(contact).toMatchObject({ groups: [] });
    expect(contact).not.toHaveProperty('optedOutAt');
    const unknown = `${encoded(randomPhone())}/opt-in`;
    expect(refusalOf(await call(unknown, { evidence: 'Form 4712' }))).toEqual([404, 33030]);
  });
});

describe('2.5: tags of members', () => {
  it('are put on a member of the group alone', async () => {
    const { phone, path } = await member();
    const tags = `${encoded(phone)}/groups/${groupId}/tags`;
    expect((await call(tags, { tag: 'vip' }, sender)).status).toBe(200);
    expect(await read(path)).toMatchObject({ groups: [{ id: groupId, tags: [{ name: 'VIP' }] }] });
    expect(pointersOf(await call(tags, { tag: 'Other' }))).toEqual(['/tag']);
    const other = await createApiAccount(fixture.service);
    const foreign = await createConsoleUser(fixture.service, {
      ...{ accountId: other.accountId, role: 'admin' as const },
    });
    expect(refusalOf(await call(tags, { tag: 'VIP' }, foreign))).toEqual([404, 33030]);
  });
});
