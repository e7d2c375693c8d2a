import { updateAccount } from '../../shared/accounts/account-store';
import { createGroup } from '../../shared/audience/groups/create-group';
import { expectSoon } from '../support/service/api-sending';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService();
const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path: `/api/v1/${path}`, body });

async function groupOf(count: number): Promise<string> {
  const { accountId, from } = fixture.account;
  const { id } = await createGroup(fixture.service.deps, {
    ...{ accountId, name: 'News', optInType: 'SINGLE', from },
  });
  for (let index = 0; index < count; index++) {
    const path = `contacts/by-phone/${encodeURIComponent(randomPhone())}`;
    expect((await call('POST', path)).status).toBe(201);
    expect((await call('POST', `${path}/groups/${id}`)).status).toBe(200);
  }
  return id;
}

const setAccount = (changes: Parameters<typeof updateAccount>[0]['changes']) =>
  updateAccount({
    ...{ table: fixture.service.deps.table, accountId: fixture.account.accountId },
    changes,
  });

/** Runs a campaign to its end. */
async function run(group: string, purpose = 'marketing') {
  const { status, body } = await call('POST', 'campaigns', {
    ...{ name: 'Sale', from: fixture.account.from, body: 'Sale. Reply STOP to end.', purpose },
    ...{ audience: { groups: [group] }, launch: true },
  });
  expect(status).toBe(201);
  const { id } = body as { id: string };
  let ended = { counts: { sent: -1 }, skippedBy: {} };
  await expectSoon(async () => {
    const campaign = (await call('GET', `campaigns/${id}`)).body as typeof ended;
    expect(campaign).toMatchObject({ status: 'completed' });
    ended = campaign;
  });
  return [ended.counts.sent, ended.skippedBy];
}

describe('E4.6: the frequency cap', () => {
  it('counts what marketing sent before there was one, and what a shorter one did not look at', async () => {
    const group = await groupOf(2);
    await setAccount({ legalHours: false });
    expect(await run(group)).toEqual([2, {}]);
    await setAccount({ marketingCap: { messages: 1, hours: 1 } });
    expect(await run(group)).toEqual([0, { frequency_cap: 2 }]);
    expect(await run(group, 'informational')).toEqual([2, {}]);
    expect(await run(group, 'emergency')).toEqual([2, {}]);
    await setAccount({ marketingCap: { messages: 2, hours: 720 } });
    expect(await run(group)).toEqual([2, {}]);
    expect(await run(group)).toEqual([0, { frequency_cap: 2 }]);
  });

  it('holds for campaigns at once together', async () => {
    const group = await groupOf(3);
    await setAccount({ legalHours: false, marketingCap: { messages: 2, hours: 24 } });
    const ended = await Promise.all(Array.from({ length: 4 }, () => run(group)));
    expect(ended.map(([sent]) => Number(sent)).reduce((sum, sent) => sum + sent)).toBe(2 * 3);
  });

  it('counts no message that the test of a campaign sent', async () => {
    const group = await groupOf(1);
    await setAccount({ legalHours: false, marketingCap: { messages: 1, hours: 24 } });
    const draft = await call('POST', 'campaigns', {
      ...{ name: 'Sale', from: fixture.account.from, body: 'Sale. Reply STOP to end.', purpose: 'marketing' },
      audience: { groups: [group] },
    });
    const { id } = draft.body as { id: string };
    const preview = await call('POST', `campaigns/${id}/preview`);
    const [{ to = '' } = {}] = (preview.body as { samples: Array<{ to: string }> }).samples;
    const tested = await call('POST', `campaigns/${id}/test`, { to: [to] });
    expect(tested.body).toMatchObject({ results: [{ to, status: 'sent' }] });
    expect(await run(group)).toEqual([1, {}]);
  });
});
