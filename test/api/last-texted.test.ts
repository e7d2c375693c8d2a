import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

const fixture = useSendingService({ smsCredits: 5_000, silentOptIn: true });

const today = { field: 'lastTextedAt', op: 'withinLastDays', value: 0 };
const track = (when: 'on' | 'off') =>
  operate('account', 'set', '--account', fixture.account.accountId, '--track-last-texted', when);
const post = (path: string, body: object) =>
  callApi(fixture.service, { account: fixture.account, method: 'POST', path: `/api/v1/${path}`, body });
const NOT_RECORDED =
  'is not recorded for this account: an operator turns it on with account set --track-last-texted on';
const refusedAt = (pointer: string) => ({
  status: 400,
  body: {
    code: 33100,
    details: { errors: [{ pointer, reason: NOT_RECORDED }] },
  },
});

async function matching(filter: object): Promise<string[]> {
  const { status, body } = await post('segments/preview', { audience: { filter } });
  expect(status).toBe(200);
  const { sample } = body as { sample: Array<{ phoneNumber: string }> };
  return sample.map(({ phoneNumber }) => phoneNumber).toSorted();
}

describe('lastTextedAt in audiences (rules E3)', () => {
  it('finds who was texted by a message, a batch or a campaign, and who was not', async () => {
    const { sending, account } = fixture;
    await track('on');
    const phones = sending.phones(13);
    const [byMessage = '', byCampaign = '', silent = '', ...byBatch] = phones;
    for (const to of phones) {
      const path = `contacts/by-phone/${encodeURIComponent(to)}`;
      expect(await post(path, {})).toMatchObject({ status: 201 });
    }
    expect(await matching(today)).toEqual([]);
    const texted = [byMessage, byCampaign, ...byBatch];
    await sending.optIn(texted);
    expect(await sending.post('message', { to: byMessage, body: 'Hello' })).toMatchObject({ status: 201 });
    const recipients = byBatch.map((to) => ({ to, body: 'News' }));
    expect(await sending.post('batch', { recipients })).toMatchObject({ status: 202 });
    const campaign = await post('campaigns', {
      ...{ name: 'Last texted', from: account.from, purpose: 'informational', body: 'News' },
      audience: { filter: { field: 'phoneNumber', op: 'equals', value: byCampaign } },
    });
    const { id } = campaign.body as { id: string };
    expect(await post(`campaigns/${id}/launch`, {})).toMatchObject({ status: 202 });
    await expectSoon(async () => expect(await matching({ not: today })).toEqual([silent]));
    // A preview shows no more than ten of them.
    expect(texted).toEqual(expect.arrayContaining(await matching(today)));
  });

  it('is refused while the account does not record it', async () => {
    await track('off');
    const audience = { filter: { all: [{ field: 'firstName', op: 'exists', value: true }, { not: today }] } };
    const at = '/audience/filter/all/1/not/field';
    expect(await post('segments/preview', { audience })).toMatchObject(refusedAt(at));
    expect(await post('segments', { name: 'Quiet', audience })).toMatchObject(refusedAt(at));
    const automation = {
      ...{ name: 'Win back', from: fixture.account.from, purpose: 'informational', entry: 'once' },
      trigger: { every: 'day', at: '09:00', audience: { everyone: true } },
      steps: [{ stopUnless: { not: today } }, { send: { body: 'We miss you' } }],
    };
    expect(await post('automations', automation)).toMatchObject(refusedAt('/steps/0/stopUnless/not/field'));
  });
});
