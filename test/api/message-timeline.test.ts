import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService({ smsCredits: 1_000 }, { account: 'ofFile' });
const { service, sending } = fixture;

interface Told {
  to: string;
  timeline: Array<{ at: string; what: string; details: string }>;
}

const show = (id: string) => operate<Told>('message', 'show', '--id', id);
const wordsOf = ({ timeline }: Told) => timeline.map(({ what }) => what);

async function sendTo(to: string): Promise<string> {
  await sending.optIn([to]);
  const { status, body } = await sending.post('message', { to, body: 'Hello' });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

describe('message show', () => {
  it('tells a text from its acceptance to its receipt', async () => {
    const to = randomPhone();
    const id = await sendTo(to);
    await expectSoon(async () => expect(wordsOf(await show(id))).toContain('reported delivered'));

    const told = await show(id);
    expect(wordsOf(told)).toEqual(['accepted', 'charged', 'sent', 'reported delivered']);
    expect(told.to).toBe(to);
    expect(told.timeline.at(-1)?.details).toMatch(
      /^TEXT_DELIVERED; Message has been accepted by phone; US; 1 part; \$0\.00883$/,
    );
  });

  it('tells what a text waited for', async () => {
    const id = await sendTo('+15005550010');
    await expectSoon(async () => expect(wordsOf(await show(id))).toContain('sent'));

    const told = await show(id);
    expect(wordsOf(told).slice(0, 4)).toEqual(['accepted', 'charged', 'waited', 'sent']);
    expect(told.timeline[2]?.details).toMatch(/; 2 times/);
    expect(told.timeline[3]?.details).toMatch(/; after 3 tries/);
  });

  it('tells why a text failed, and of its refund', async () => {
    const told = await show(await sendTo('+15005550004'));

    expect(wordsOf(told)).toEqual(['accepted', 'charged', 'failed', 'refunded']);
    expect(told.timeline[2]?.details).toMatch(/^opted_out; The recipient opted out at the provider\.; \w+/);
  });

  it('tells of a text of a job, as "job recipients" does', async () => {
    const [silent = '', refused = ''] = ['+15005550011', '+15005550001'];
    const phones = [silent, refused, ...sending.phones(98)];
    await sending.optIn(phones);
    const answer = await sending.post('broadcast', { body: 'Hi', recipients: phones.map((to) => ({ to })) });
    expect(answer.status).toBe(202);
    const { id: jobId } = answer.body as { id: string };
    const ofJob = ['--account', fixture.account.accountId, '--job', jobId];
    await expectSoon(async () =>
      expect(await operate('job', 'show', ...ofJob)).toMatchObject({ status: 'completed' }),
    );

    const failed = await operate<Array<{ to: string; messageId: string; settledAt: string }>>(
      ...['job', 'recipients', ...ofJob, '--reason', 'invalid_number'],
    );
    expect(failed).toEqual([
      expect.objectContaining({
        to: refused,
        errorType: 'invalid_number',
        providerReason: expect.stringMatching(/\w+/) as string,
        settledAt: expect.stringMatching(/Z$/) as string,
      }),
    ]);
    const told = await show(failed[0]?.messageId ?? '');
    expect(wordsOf(told)).toEqual(['accepted', 'charged', 'failed', 'refunded']);
    expect(told.timeline[2]?.at).toBe(failed[0]?.settledAt);
  });

  it('tells which webhooks of it were delivered or wait', async () => {
    const url = `${service.baseUrl}/no-such-receiver`;
    const event = 'messaging.message.failed';
    await operate('webhook', 'add', '--account', fixture.account.accountId, '--url', url, '--event', event);
    const id = await sendTo('+15005550009');

    await expectSoon(async () =>
      expect((await show(id)).timeline.at(-1)).toMatchObject({
        what: 'webhook pending',
        details: expect.stringMatching(
          /^messaging\.message\.failed; evt_\w+; end_\w+; \d+ attempt/,
        ) as string,
      }),
    );
  });

  it('refuses what is no message', async () => {
    await expect(show('msg_none')).rejects.toThrow('There is no message msg_none.');
  });
});

describe('the id of a request (rules 4)', () => {
  const ask = async (requestId: string) => {
    const { headers } = await callApi(service, {
      path: '/api/v1/groups',
      account: fixture.account,
      headers: { 'x-request-id': requestId },
    });
    return headers.get('x-request-id');
  };

  it.each(['a', 'order-17', '0f8fad5b-d9cb-469f-a165-70867728950e', 'a.b_c:d', `a${'1'.repeat(127)}`])(
    'is the caller’s own: %s',
    async (requestId) => {
      expect(await ask(requestId)).toBe(requestId);
    },
  );

  it.each(['12125550123', '+12125550123', '-a', 'a b', 'a/b', `a${'1'.repeat(128)}`, 'a,b', '{}'])(
    'is the service’s where the caller’s is not well-formed: %s',
    async (requestId) => {
      const answered = await ask(requestId);
      expect(answered).toMatch(/^[\w-]{8,}$/);
      expect(answered).not.toBe(requestId);
    },
  );
});
