import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { randomGermanPhone } from '../support/service/service';

const fixture = useSendingService({ smsCredits: 1_000, mmsCredits: 0 });
const sending = fixture.sending;

const enable = (...countries: string[]) =>
  operate(
    ...['account', 'set', '--account', fixture.account.accountId],
    ...countries.flatMap((country) => ['--country', country]),
  );

describe('rules E7: countries that an account may text', () => {
  it('are all of them until some are named, and then hold for a single send', async () => {
    const german = randomGermanPhone();
    const [american = ''] = sending.phones(1);
    await sending.optIn([german, american]);
    const send = (to: string, dryRun?: boolean) => sending.post('message', { to, body: 'Hello', dryRun });

    expect((await send(german)).status).toBe(201);
    await enable('US');
    const refused = {
      status: 400,
      body: { code: 33003, details: { field: 'to', reason: 'country_not_enabled' } },
    };
    expect(await send(german)).toMatchObject(refused);
    expect(await send(german, true)).toMatchObject(refused);
    expect((await send(american)).status).toBe(201);
    await enable('DE', 'FR');
    expect((await send(german)).status).toBe(201);
    expect(await send(american)).toMatchObject(refused);
    await enable('all');
    expect((await send(american)).status).toBe(201);

    expect(await sending.taken(german)).toHaveLength(2);
    expect(await sending.taken(american)).toHaveLength(2);
    expect(await sending.credits()).toEqual({ sms: 1_000 - 8, mms: 0 });
  });

  it.each([
    ['broadcast', 100],
    ['batch', 10],
  ] as const)('refuse a %s whole', async (kind, count) => {
    const german = randomGermanPhone();
    const phones = [...sending.phones(count), german];
    await sending.optIn(phones);
    await enable('US');
    const recipients = phones.map((to) => ({ to, ...(kind === 'batch' && { body: 'Hello' }) }));
    const submit = (dryRun: boolean) =>
      sending.post(kind, { recipients, ...(kind === 'broadcast' && { body: 'Hello' }), dryRun });

    for (const dryRun of [true, false]) {
      expect(await submit(dryRun)).toMatchObject({
        status: 400,
        body: {
          code: 33003,
          details: { recipients: [{ index: count, value: german }], reason: 'country_not_enabled' },
        },
      });
    }
    expect(await sending.credits()).toEqual({ sms: 1_000, mms: 0 });
  });
});
