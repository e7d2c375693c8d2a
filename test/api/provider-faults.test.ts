import { expectSoon } from '../support/service/api-sending';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomPhone } from '../support/service/service';

/**
 * The service is shared with other tests: each fault here is for numbers of this file only. A spend limit holds everybody,
 * see holds.test.ts.
 */
const fixture = useSendingService({ smsCredits: 100 });
const sending = fixture.sending;
let to: string;

beforeEach(async () => {
  [to = ''] = sending.phones(1);
  await sending.optIn([to]);
});
afterEach(() => switchFault({ fault: 'none' }));

interface Message {
  id: string;
  status: string;
  errorType?: string;
  deliveryStatus?: string;
}

const post = (body: object | string) =>
  callApi(fixture.service, { method: 'POST', path: '/_local/provider', body });
const switchFault = async (change: object) => {
  const answer = await post({ numbers: [fixture.account.from], ...change });
  expect(answer.status).toBe(200);
  return answer.body as { faults: unknown[] };
};
const faultsInForce = async () =>
  ((await callApi(fixture.service, { path: '/_local/provider' })).body as { faults: unknown[] }).faults;
const send = async (): Promise<Message> => {
  const answer = await sending.post('message', { to, body: 'Hello' });
  expect(answer.status).toBe(201);
  return answer.body as Message;
};
const readBack = async (id: string) => (await sending.get(`message/${id}`)).body as Message;

describe('POST /_local/provider', () => {
  it('answers the faults in force, as GET does', async () => {
    const fault = { fault: 'throttled', numbers: [fixture.account.from], share: 0.5 };
    expect((await switchFault(fault)).faults).toContainEqual(fault);
    expect(await faultsInForce()).toContainEqual(fault);
    await switchFault({ fault: 'none' });
    expect(await faultsInForce()).not.toContainEqual(fault);
  });

  it.each(['unavailable', 'throttled'])(
    '%s: a message is queued, and goes out once after it',
    async (fault) => {
      await switchFault({ fault });
      const { id, status } = await send();
      expect(status).toBe('queued');
      expect(await sending.taken(to)).toEqual([]);
      await switchFault({ fault: 'none' });
      await expectSoon(async () => expect(await readBack(id)).toMatchObject({ status: 'sent' }));
      expect(await sending.taken(to)).toHaveLength(1);
      expect(await sending.credits()).toMatchObject({ sms: 98 });
    },
  );

  it('lost_answers: the outcome is unknown, and the receipt settles it', async () => {
    await switchFault({ fault: 'lost_answers' });
    const { id, ...failed } = await send();
    expect(failed).toMatchObject({ status: 'failed', errorType: 'outcome_unknown' });
    expect(await sending.taken(to)).toMatchObject([{ messageId: id, body: 'Hello' }]);
    await expectSoon(async () => {
      expect(await readBack(id)).toMatchObject({ status: 'sent', deliveryStatus: 'delivered' });
    });
  });

  it('leaves other numbers alone, and a share of 0 every number', async () => {
    await switchFault({ fault: 'spend_limit', numbers: [randomPhone()] });
    expect(await send()).toMatchObject({ status: 'sent' });
    await switchFault({ fault: 'spend_limit', share: 0 });
    expect(await send()).toMatchObject({ status: 'sent' });
  });

  it.each([
    ['an unknown fault', { fault: 'broken' }],
    ['a share above 1', { fault: 'unavailable', share: 1.1 }],
    ['a share below 0', { fault: 'unavailable', share: -1 }],
    ['a number that is none', { fault: 'unavailable', numbers: ['+1'] }],
    ['an unknown property', { fault: 'unavailable', number: '+15555550100' }],
    ['no JSON', '{"fault":'],
    ['NaN', '{"fault":"unavailable","share":NaN}'],
  ])('answers 400 to %s, and changes nothing', async (_title, body) => {
    const before = await faultsInForce();
    expect(await post(body)).toMatchObject({ status: 400, body: { message: expect.any(String) as string } });
    expect(await faultsInForce()).toEqual(before);
  });

  it('answers 405 to another method', async () => {
    const answer = await callApi(fixture.service, { method: 'PUT', path: '/_local/provider', body: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});
