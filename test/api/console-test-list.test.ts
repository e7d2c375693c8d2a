import { createApiKey } from '../../shared/accounts/api-keys';
import { updateAccount } from '../../shared/accounts/account-store';
import type { Scope } from '../../shared/accounts/scopes';
import { setGroupAside } from '../../shared/audience/consent/delete-group';
import { createGroup } from '../../shared/audience/groups/create-group';
import type { Role } from '../../shared/users/role';
import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService();
const UNNAMED = { testGroup: null };
let editor: ConsoleUser;
let sender: ConsoleUser;
let testList: string;
let others: string;
let campaign: string;

const call = (user: ConsoleUser, method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { method, path: `/api/v1/${path}`, headers: user.headers, body });
const userWith = (role: Role) =>
  createConsoleUser(fixture.service, { accountId: fixture.account.accountId, role });
const refusalOf = ({ status, body }: ApiAnswer) => {
  const { code, details } = body as { code?: number; details?: { scope?: string } };
  return [status, code, details?.scope];
};
const REFUSED = [403, 33112, 'campaigns:launch'];
const placeOf = (phone: string) => `contacts/by-phone/${encodeURIComponent(phone)}`;

async function newGroup(name: string): Promise<string> {
  const { accountId } = fixture.account;
  return (await createGroup(fixture.service.deps, { accountId, name, optInType: 'SINGLE' })).id;
}
async function nameTestList(changes: { testGroup: string | null }): Promise<void> {
  const { accountId } = fixture.account;
  await updateAccount({ table: fixture.service.deps.table, accountId, changes });
}
async function phoneIn(...groups: string[]): Promise<string> {
  const phone = randomPhone();
  await call(sender, 'POST', placeOf(phone), {});
  for (const group of groups) await call(sender, 'POST', `${placeOf(phone)}/groups/${group}`);
  return phone;
}
const resultsOf = ({ body }: ApiAnswer) =>
  (body as { results: Array<{ to: string; status?: string; code?: number }> }).results.map(
    ({ to, status, code }) => [to, status ?? code],
  );
const test = (user: ConsoleUser, ...to: string[]) => call(user, 'POST', `campaigns/${campaign}/test`, { to });

beforeEach(async () => {
  [editor, sender] = await Promise.all([userWith('editor'), userWith('sender')]);
  [testList, others] = await Promise.all([newGroup('Colleagues'), newGroup('Customers')]);
  await nameTestList({ testGroup: testList });
  const made = await call(editor, 'POST', 'campaigns', {
    ...{ name: 'Spring', from: fixture.account.from, purpose: 'informational', body: 'Hello' },
    audience: { groups: [others] },
  });
  campaign = (made.body as { id: string }).id;
});

describe('E4: an editor tests a campaign', () => {
  it('with phones of the test list, and with no others', async () => {
    const [colleague, customer] = [await phoneIn(testList), await phoneIn(others)];
    const stranger = randomPhone();
    expect(resultsOf(await test(editor, colleague, customer, stranger))).toEqual([
      [colleague, 'sent'],
      [customer, 33112],
      [stranger, 33112],
    ]);
    expect(resultsOf(await test(sender, customer))).toEqual([[customer, 'sent']]);
    await call(sender, 'DELETE', `${placeOf(colleague)}/groups/${testList}`);
    expect(resultsOf(await test(editor, colleague))).toEqual([[colleague, 33112]]);
  });

  it('with one text to a phone that is named twice', async () => {
    const colleague = await phoneIn(testList);
    const { results } = (await test(editor, colleague, colleague)).body as {
      results: Array<{ messageId: string }>;
    };
    const [{ messageId } = { messageId: '' }] = results;
    const sent = { to: colleague, messageId, status: 'sent' };
    expect(results).toMatchObject([sent, sent]);
    expect(messageId).toMatch(/^msg_/);
  });

  it('not without a test list, not as a viewer, and not by a key without the right to launch', async () => {
    const colleague = await phoneIn(testList);
    const viewer = await userWith('viewer');
    expect(refusalOf(await test(viewer, colleague))).toEqual([403, 33112, 'campaigns:write']);
    const { accountId } = fixture.account;
    const scopes: Scope[] = ['campaigns:read', 'campaigns:write'];
    const made = await createApiKey(fixture.service.deps, accountId, { scopes });
    const byKey = await callApi(fixture.service, {
      ...{ method: 'POST', path: `/api/v1/campaigns/${campaign}/test`, body: { to: [colleague] } },
      account: { apiKeyId: made?.key.id ?? '', apiKeySecret: made?.secret ?? '' },
    });
    expect(refusalOf(byKey)).toEqual(REFUSED);
    await nameTestList(UNNAMED);
    expect(refusalOf(await test(editor, colleague))).toEqual(REFUSED);
  });

  it('not once the group of the test list is being deleted', async () => {
    const colleague = await phoneIn(testList);
    await setGroupAside(fixture.service.deps, { accountId: fixture.account.accountId, groupId: testList });
    expect(refusalOf(await test(editor, colleague))).toEqual(REFUSED);
    expect(resultsOf(await test(sender, colleague))).toEqual([[colleague, 'sent']]);
  });
});

describe('E4: the group of the test list', () => {
  it('takes contacts from those who may launch alone', async () => {
    const phone = await phoneIn();
    const join = (user: ConsoleUser, group: string) =>
      call(user, 'POST', `${placeOf(phone)}/groups/${group}`);
    expect(refusalOf(await join(editor, testList))).toEqual(REFUSED);
    expect((await join(editor, others)).status).toBe(200);
    expect(resultsOf(await test(editor, phone))).toEqual([[phone, 33112]]);
    expect((await join(sender, testList)).status).toBe(200);
    expect((await call(editor, 'DELETE', `${placeOf(phone)}/groups/${testList}`)).status).toBeLessThan(300);
    await nameTestList(UNNAMED);
    expect((await join(editor, testList)).status).toBe(200);
  });

  it('takes them from an API key, whose tests take the right to launch', async () => {
    const phone = await phoneIn();
    const made = await createApiKey(fixture.service.deps, fixture.account.accountId, {
      scopes: ['contacts:write'],
    });
    const answer = await callApi(fixture.service, {
      ...{ method: 'POST', path: `/api/v1/${placeOf(phone)}/groups/${testList}` },
      account: { apiKeyId: made?.key.id ?? '', apiKeySecret: made?.secret ?? '' },
    });
    expect(answer.status).toBe(200);
  });

  it('takes no import that an editor starts, of an own one or of another user', async () => {
    const create = async (user: ConsoleUser, group: string) => {
      const settings = { format: 'csv', group, optInMode: 'DIRECT', consentBasis: 'They are colleagues.' };
      const { status, body } = await call(user, 'POST', 'contacts/imports', settings);
      expect([status, body]).toEqual([201, expect.anything()]);
      const { id, upload } = body as { id: string; upload: { url: string } };
      await fetch(upload.url, { method: 'PUT', body: `phoneNumber\n${randomPhone()}\n` });
      return `contacts/imports/${id}/start`;
    };
    for (const maker of [editor, sender]) {
      const start = await create(maker, testList);
      expect(refusalOf(await call(editor, 'POST', start))).toEqual(REFUSED);
      expect(refusalOf(await call(editor, 'POST', start, { dryRun: true }))).toEqual(REFUSED);
      expect((await call(sender, 'POST', start)).status).toBe(202);
    }
    expect((await call(editor, 'POST', await create(editor, others))).status).toBe(202);
  });
});
