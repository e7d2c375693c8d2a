import { expectSoon } from '../support/service/api-sending';
import { useSendingService } from '../support/service/sending-service';

const { sending } = useSendingService({ smsCredits: 1_000 });

it('gives a single send with a recipient’s key that recipient’s message, and 33108 to another number', async () => {
  const recipients = sending.phones(10);
  const [own = ''] = recipients;
  const [other = ''] = sending.phones(1);
  await sending.optIn([...recipients, other]);
  const keyOf = (to: string) => `order:${to.slice(1)}`;
  const job = await sending.post('batch', {
    recipients: recipients.map((to) => ({ to, body: 'From the batch', idempotencyKey: keyOf(to) })),
  });
  const { id } = job.body as { id: string };
  await expectSoon(async () => {
    expect((await sending.get(`batch/${id}`)).body).toMatchObject({
      status: 'completed',
      counts: { sent: 10 },
    });
  });

  const single = async (to: string) =>
    sending.post('message', { to, body: 'A single one', idempotencyKey: keyOf(own) });
  const replayed = await single(own);
  const refused = await single(other);

  expect(replayed).toMatchObject({ status: 201, body: { to: own, body: 'From the batch', status: 'sent' } });
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 33108, message: 'A message to another recipient was sent under this idempotency key.' },
  });
  expect(await sending.taken(other)).toEqual([]);
  expect((await sending.credits()).sms).toBe(1_000 - 2 * 10);
});
