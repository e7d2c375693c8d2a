import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ruleOf } from '../../shared/operations/account-data/internal/item-rules';
import { expectSoon } from '../support/service/api-sending';
import { findTraces } from '../support/erasure/find-traces';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

const fixture = useSendingService({ smsCredits: 5_000, mmsCredits: 10, silentOptIn: true });
const { sending } = fixture;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'account-data-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pathOf = (phone: string) => `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path, body });
const idOf = ({ body }: { body: unknown }) => String((body as { id?: unknown }).id);

/** Uses every feature in an account. @returns the paths under which all of it is read */
async function useEverything(): Promise<{ paths: string[]; phones: string[] }> {
  const of = ['--account', fixture.account.accountId];
  const phones = sending.phones(110);
  const [first = '', stopped = '', pending = '', erased = ''] = phones;
  await operate('field', 'create', ...of, '--label', 'Size', '--type', 'TEXT');
  const { id: groupId } = await operate<{ id: string }>(
    ...['group', 'create', ...of, '--name', 'News', '--opt-in-type', 'DOUBLE', '--tag', 'vip'],
  );
  await sending.optIn(phones.slice(3));
  for (const phone of phones.slice(0, 3)) {
    const profile = { firstName: 'Ada', customFields: { Size: 'M' }, address: { postalCode: '98101' } };
    expect((await call('POST', pathOf(phone), profile)).status).toBe(201);
  }
  await call('POST', `${pathOf(first)}/groups/${groupId}`, { optInMode: 'SILENT' });
  await call('POST', `${pathOf(stopped)}/groups/${groupId}`, { optInMode: 'SILENT' });
  await call('POST', `${pathOf(pending)}/groups/${groupId}`, { optInMode: 'CONFIRM' });
  const message = idOf(
    await sending.post('message', { to: first, body: 'Hi {{contact_first_name}}', idempotencyKey: 'once' }),
  );
  await sending.report(message, 'delivered');
  const recipients = phones.slice(4, 104).map((to) => ({ to }));
  const broadcast = idOf(await sending.post('broadcast', { body: 'Hello', recipients }));
  const batch = idOf(
    await sending.post('batch', {
      recipients: recipients.slice(0, 10).map(({ to }) => ({ to, body: 'Hi' })),
    }),
  );
  await call('POST', '/api/v1/segments', { name: 'All', audience: { everyone: true } });
  const campaign = { name: 'Spring', from: fixture.account.from, body: 'Spring', purpose: 'informational' };
  const launched = idOf(
    await call('POST', '/api/v1/campaigns', { ...campaign, audience: { groups: [groupId] }, launch: true }),
  );
  await call('POST', '/api/v1/campaigns', { ...campaign, name: 'Summer', audience: { everyone: true } });
  const jobs = [`/api/v1/messaging/broadcast/${broadcast}`, `/api/v1/messaging/batch/${batch}`];
  const campaignPath = `/api/v1/campaigns/${launched}`;
  for (const path of [...jobs, campaignPath]) {
    await expectSoon(async () =>
      expect((await call('GET', path)).body).toMatchObject({ status: 'completed' }),
    );
  }
  const erasure = idOf(await call('DELETE', pathOf(erased)));
  await sending.say(stopped, 'STOP');
  await expectSoon(async () => {
    expect((await call('GET', pathOf(stopped))).body).toMatchObject({
      groups: [],
      optedOutAt: expect.any(String) as string,
    });
    expect((await call('GET', `/api/v1/contacts/erasures/${erasure}`)).body).toMatchObject({
      status: 'completed',
    });
  });
  return {
    phones,
    paths: [
      ...phones.slice(0, 4).map(pathOf),
      `/api/v1/contacts?group=${groupId}`,
      '/api/v1/groups',
      `/api/v1/groups/${groupId}`,
      '/api/v1/contacts/custom-fields/schema',
      `/api/v1/messaging/message/${message}`,
      ...jobs.flatMap((path) => [path, `${path}/recipients?limit=100`, `${path}/clicks`]),
      '/api/v1/segments',
      '/api/v1/campaigns',
      campaignPath,
      `${campaignPath}/recipients`,
      `/api/v1/contacts/erasures/${erasure}`,
    ],
  };
}

/** Reads all paths without cursors, which differ at each reading. */
async function readAll(paths: string[]) {
  const answers = [];
  for (const path of paths) {
    const { status, body } = await call('GET', path);
    answers.push({ path, status, body: { ...(body as object), nextCursor: undefined } });
  }
  return answers;
}

async function exported(file: string) {
  return operate<{ underWay: object }>(
    'account',
    'export',
    '--account',
    fixture.account.accountId,
    '--file',
    file,
  );
}

it('gives an account that was exported, deleted and imported the same answers', async () => {
  const { accountId } = fixture.account;
  const of = ['--account', accountId];
  const { paths, phones } = await useEverything();
  const [first = '', stopped = ''] = phones;
  const before = await readAll(paths);
  const credits = await sending.credits();
  const file = join(folder, 'account.jsonl');
  await expectSoon(async () => expect((await exported(file)).underWay).toEqual({}));

  await operate('account', 'close', ...of, '--yes');
  await operate('account', 'delete', ...of, '--yes');
  expect(
    await findTraces(
      fixture.service.deps.table,
      phones.map((phone) => phone.slice(1)),
    ),
  ).toEqual([]);
  expect((await call('GET', '/api/v1/groups')).status).toBe(401);
  expect(await operate('account', 'show', ...of)).toMatchObject({
    credits,
    deletedAt: expect.any(String) as string,
  });

  const imported = await operate<{ id: string }>('account', 'import', '--file', file);
  expect(imported.id).toBe(accountId);
  expect((await call('GET', '/api/v1/groups')).status).toBe(401);
  const key = await operate<{ id: string; secret: string }>('key', 'create', ...of);
  fixture.account = { ...fixture.account, apiKeyId: key.id, apiKeySecret: key.secret };
  expect(await readAll(paths)).toEqual(before);
  expect(await sending.credits()).toEqual(credits);

  // Earlier promises hold: a key is consumed, a STOP counts, a new text is sent.
  const takenBefore = await sending.taken(first);
  const repeated = await sending.post('message', { to: first, body: 'Other', idempotencyKey: 'once' });
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  expect(await sending.taken(first)).toEqual(takenBefore);
  expect((await sending.post('message', { to: stopped, body: 'Hello' })).body).toMatchObject({ code: 33029 });
  expect((await sending.post('message', { to: first, body: 'Again' })).body).toMatchObject({
    status: 'sent',
  });
  const actions = await operate<Array<{ action: string }>>('audit', 'list', ...of);
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account export', 'account close', 'account delete', 'account import']),
  );
});

it('asks before it deletes, and refuses an account that is open', async () => {
  const { accountId } = fixture.account;

  await expect(operate('account', 'delete', '--account', accountId)).rejects.toThrow(/confirm it with --yes/);
  await expect(operate('account', 'delete', '--account', accountId, '--yes')).rejects.toThrow(
    `The account ${accountId} is open: close it first with "account close".`,
  );
});

it('writes a file that only its user can read, and imports none that is not whole', async () => {
  const file = join(folder, 'whole.jsonl');
  await exported(file);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    accountExport: { accountId: fixture.account.accountId },
  });
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: { items: lines.length - 2 } });
  await expect(operate('account', 'import', '--file', file)).rejects.toThrow(/is here already/);
  await expect(operate('account', 'import', '--file', folder)).rejects.toThrow('cannot be read (EISDIR)');
  await expect(operate('account', 'export', '--account', 'acc_0', '--file', file)).rejects.toThrow(
    'There is no account acc_0.',
  );
});

it('finds every kind of item of the table on the list of what an account has', async () => {
  const unknown: string[] = [];
  for await (const item of fixture.service.deps.table.scan({ ProjectionExpression: 'pk, sk' })) {
    const key = item as { pk: string; sk: string };
    if (!ruleOf(key)) unknown.push(`${key.pk} ${key.sk}`);
  }
  expect(unknown).toEqual([]);
});
