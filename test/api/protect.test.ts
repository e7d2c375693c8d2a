import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

const fixture = useSendingService({ smsCredits: 10_000, keywordReplies: 'on' });
const { sending } = fixture;

const set = (id: string) =>
  operate('account', 'set', '--account', fixture.account.accountId, '--protect', id);
const protectionsFor = async (to: string) => {
  const { body } = await callApi(fixture.service, { path: `/_local/sent?to=${encodeURIComponent(to)}` });
  return (body as { messages: Array<{ protection?: string }> }).messages.map(({ protection }) => protection);
};

describe('rules 2.8: account set --protect', () => {
  it('sends every text of the account under the protect configuration, until it is taken away', async () => {
    const [to = ''] = sending.phones(1);
    await sending.optIn([to]);
    for (const id of ['', 'protect-1', 'protect-2', '']) {
      await set(id);
      expect(await sending.post('message', { to, body: 'Hello' })).toMatchObject({
        body: { status: 'sent' },
      });
    }
    expect(await protectionsFor(to)).toEqual([undefined, 'protect-1', 'protect-2', undefined]);
    await set('protect-3');
    await sending.say(to, 'STOP');
    await expectSoon(async () => expect((await protectionsFor(to)).slice(4)).toEqual(['protect-3']));
  });

  it('holds for jobs', async () => {
    const phones = sending.phones(100);
    await sending.optIn(phones);
    await set('protect-1');
    const recipients = phones.map((to) => ({ to }));
    const job = await sending.post('broadcast', { body: 'Hello', recipients });
    const { id } = job.body as { id: string };
    await expectSoon(async () => {
      expect((await sending.get(`broadcast/${id}`)).body).toMatchObject({ counts: { sent: 100 } });
    });
    const used = await Promise.all(phones.map(protectionsFor));
    expect(used.filter((one) => one.length !== 1 || one[0] !== 'protect-1')).toEqual([]);
  });

  it('is shown by account show, and refuses what is no id', async () => {
    const show = async () =>
      JSON.stringify(await operate('account', 'show', '--account', fixture.account.accountId));
    expect(await show()).not.toContain('protection');
    await set('protect-1');
    expect(await show()).toContain('"protection":"protect-1"');
    for (const id of ['no id', 'x'.repeat(257)]) await expect(set(id)).rejects.toThrow('--protect');
    expect(await show()).toContain('"protection":"protect-1"');
    await set('x'.repeat(256));
  });
});
