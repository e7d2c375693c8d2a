import { expectSoon } from '../support/api-sending';
import { operate } from '../support/operate';
import { useSendingService } from '../support/sending-service';

const fixture = useSendingService();

describe('rules 3.3: a text that likely refuses', () => {
  it('waits for the operator, and a single send that is no marketing goes out meanwhile', async () => {
    const { sending, account } = fixture;
    const [to = ''] = sending.phones(1);
    await sending.optIn([to]);
    await sending.say(to, 'Stop. Thank you');
    const review = <Answer>(verb: string, ...options: string[]) =>
      operate<Answer>('contact', 'review', verb, '--account', account.accountId, ...options);
    const list = () => review<Array<{ phoneNumber: string; text: string }>>('list');
    await expectSoon(async () => {
      expect(await list()).toMatchObject([{ phoneNumber: to, text: 'Stop. Thank you' }]);
    });
    const send = () => sending.post('message', { to, body: 'Your table is ready.' });
    expect(await send()).toMatchObject({ status: 201 });
    await review('dismiss', '--phone', to);
    expect(await list()).toEqual([]);
    await sending.say(to, 'remove me from your list');
    await expectSoon(async () => expect(await list()).toHaveLength(1));
    expect(await review('accept', '--phone', to)).toEqual({ phoneNumber: to, decision: 'accepted' });
    expect(await list()).toEqual([]);
    expect(await send()).toMatchObject({ status: 400, body: { code: 33029 } });
    await expect(review('accept', '--phone', to)).rejects.toThrow(`No text of ${to} waits for a decision.`);
  });
});
