import type { JobAnswer } from '../support/sending/job-audit';
import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAccount, callApi, createApiAccount } from '../support/service/service';

const fixture = useSendingService({ smsCredits: 1_000, silentOptIn: true });
const api = fixture.sending;
const get = (path: string) => callApi(fixture.service, { account: fixture.account, path: `/api/v1/${path}` });

/** Starts a broadcast on a slow number, which has hardly begun. */
async function startSlowBroadcast(): Promise<{ path: string; to: string[] }> {
  const of = ['--account', fixture.account.accountId];
  await operate('number', 'set', ...of, '--number', fixture.account.from, '--rate', '1');
  const to = api.phones(100);
  await api.optIn(to);
  const accepted = await api.post('broadcast', {
    from: fixture.account.from,
    body: 'Hello',
    recipients: to.map((phone) => ({ to: phone })),
  });
  expect(accepted.status).toBe(202);
  const { id } = accepted.body as { id: string };
  await expectSoon(async () => expect((await api.taken(to[0] ?? '')).length).toBe(1));
  return { path: `messaging/broadcast/${id}`, to };
}

async function expectRestUnsent(path: string): Promise<void> {
  await expectSoon(async () => expect((await get(path)).body).toMatchObject({ status: 'completed' }));
  const { counts } = (await get(path)).body as JobAnswer;
  const { results } = (await get(`${path}/recipients?status=failed&limit=1000`)).body as {
    results: Array<{ errorType: string }>;
  };
  expect([counts.pending, counts.skipped, counts.sent + counts.failed]).toEqual([0, 0, 100]);
  expect(counts.failed).toBeGreaterThan(50);
  expect(new Set(results.map(({ errorType }) => errorType))).toEqual(new Set(['sender_not_active']));
  expect(await api.credits()).toMatchObject({ sms: 1_000 - 2 * counts.sent });
}

describe('number remove', () => {
  const remove = () =>
    operate(
      'number',
      'remove',
      '--account',
      fixture.account.accountId,
      '--number',
      fixture.account.from,
      '--yes',
    );

  it('ends a job of the number without the recipients whose turn has not come, and gives the credits back', async () => {
    const { path } = await startSlowBroadcast();
    await remove();

    await expectRestUnsent(path);
  });

  it('refuses sends from the number', async () => {
    const [to = ''] = api.phones(1);
    await api.optIn([to]);
    await remove();

    expect((await api.post('message', { to, from: fixture.account.from, body: 'Hello' })).body).toMatchObject(
      {
        code: 33004,
      },
    );
  });

  it('still takes a STOP that answers an older text, also when another account has the number', async () => {
    const [first = '', second = ''] = api.phones(2);
    await api.optIn([first, second]);
    await remove();
    await api.say(first, 'STOP');
    await expectSoon(async () =>
      expect(await actionsOf(fixture.account, first)).toEqual(['HARD_OPT_OUT', 'OPT_OUT']),
    );

    const other = await createApiAccount(fixture.service);
    await operate('number', 'add', '--account', other.accountId, '--number', fixture.account.from);
    await api.say(second, 'STOP');
    await expectSoon(async () => expect(await actionsOf(other, second)).toEqual(['HARD_OPT_OUT']));
    await expectSoon(async () =>
      expect(await actionsOf(fixture.account, second)).toEqual(['HARD_OPT_OUT', 'OPT_OUT']),
    );
  });

  const actionsOf = async ({ accountId }: ApiAccount, phone: string) => {
    const log = ['contact', 'log', '--account', accountId, '--phone', phone];
    return (await operate<Array<{ action: string }>>(...log)).map(({ action }) => action);
  };
});

describe('group delete', () => {
  it('makes the API forget the group, and skips whom only it let through', async () => {
    const { path, to } = await startSlowBroadcast();
    const of = ['--account', fixture.account.accountId];
    const [group] = await operate<Array<{ id: string; contactCount: number }>>('group', 'list', ...of);
    expect(group?.contactCount).toBe(100);
    const groupId = group?.id ?? '';
    expect(await operate('group', 'delete', ...of, '--group', groupId, '--yes')).toMatchObject({
      contactsRemoved: 100,
    });

    expect((await get(`groups/${groupId}`)).body).toMatchObject({ code: 33031 });
    expect((await get('groups')).body).toMatchObject({ totalCount: 0, results: [] });
    const enrolment = await callApi(fixture.service, {
      account: fixture.account,
      method: 'POST',
      path: `/api/v1/contacts/by-phone/${to[0]}/groups/${groupId}`,
    });
    expect([enrolment.status, enrolment.body]).toMatchObject([404, { code: 33031 }]);
    await expectSoon(async () => expect((await get(path)).body).toMatchObject({ status: 'completed' }));
    const { counts } = (await get(path)).body as JobAnswer;
    expect(counts.sent + counts.skipped).toBe(100);
    expect(counts.skipped).toBeGreaterThan(50);
    expect(await api.credits()).toMatchObject({ sms: 1_000 - 2 * counts.sent });
  });
});

describe('account close', () => {
  it('ends what is under way and shuts the API', async () => {
    const { path, to } = await startSlowBroadcast();
    const { accountId, from } = fixture.account;
    await operate('account', 'close', '--account', accountId, '--yes');

    const refused = await api.post('message', { to: to[0], from, body: 'Hello' });
    expect([refused.status, refused.body]).toMatchObject([401, { code: 33001 }]);
    expect((await get(path)).status).toBe(401);
    const job = () =>
      operate<JobAnswer>('job', 'show', '--account', accountId, '--job', path.split('/').at(-1) ?? '');
    await expectSoon(async () => expect(await job()).toMatchObject({ status: 'completed' }));
    const { counts } = await job();
    expect(counts.sent + counts.failed).toBe(100);
    expect(counts.failed).toBeGreaterThan(50);
    expect(await operate('account', 'show', '--account', accountId)).toMatchObject({
      credits: { sms: 1_000 - 2 * counts.sent },
    });
  });
});
