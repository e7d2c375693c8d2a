import type { KeyRecord } from '../../shared/sending/idempotency/key-record';
import { keyItem } from '../../shared/sending/idempotency/key-writes';
import { expectSoon, PROVIDER } from '../support/service/api-sending';
import { type MediaServer, startMediaServer } from '../support/sending/media-server';
import { useSendingService } from '../support/service/sending-service';

const INVALID = '+15005550001';
const OPTED_OUT = '+15005550004';
const THROTTLED_TWICE = '+15005550010';
const ANSWER_LOST = '+15005550011';
const UNDELIVERED = '+15005550013';

const fixture = useSendingService({ smsCredits: 1_000, mmsCredits: 1_000 });
let media: MediaServer;
const sending = fixture.sending;

beforeAll(async () => {
  media = await startMediaServer();
});
afterAll(async () => {
  await media.stop();
});

interface Job {
  id: string;
  status: string;
  totalRecipients: number;
  counts: { pending: number; sent: number; failed: number; skipped: number };
}
interface Recipient {
  to: string;
  messageId: string;
  status: string;
  errorType?: string;
  deliveryStatus?: string;
}

async function submit(kind: 'broadcast' | 'batch', body: object): Promise<Job> {
  const answer = await sending.post(kind, body);
  expect(answer.status).toBe(202);
  const job = answer.body as Job;
  expect(answer.headers.get('location')).toBe(`/api/v1/messaging/${kind}/${job.id}`);
  return job;
}

async function untilCompleted(kind: 'broadcast' | 'batch', { id }: Job): Promise<Job> {
  let job: Job | undefined;
  await expectSoon(async () => {
    job = (await sending.get(`${kind}/${id}`)).body as Job;
    expect(job).toMatchObject({ status: 'completed' });
  });
  return job as Job;
}

/** Returns all recipients, over all pages. */
async function recipientsOf(kind: 'broadcast' | 'batch', { id }: Job): Promise<Recipient[]> {
  const found: Recipient[] = [];
  let cursor = '';
  do {
    const { body } = await sending.get(`${kind}/${id}/recipients?limit=40${cursor && `&cursor=${cursor}`}`);
    const page = body as { results: Recipient[]; nextCursor?: string };
    found.push(...page.results);
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  return found;
}

const COUNTS = { pending: 0, sent: 0, failed: 0, skipped: 0 };

describe('rules 4.2: a broadcast', () => {
  it('reaches each of 100 once, with its own values, and reads back', async () => {
    const phones = sending.phones(100);
    await sending.optIn(phones, { firstName: 'Ada' });
    const accepted = await submit('broadcast', {
      recipients: phones.map((to) => ({ to })),
      body: 'Hi {{contact_first_name}}',
      idempotencyKey: 'broadcast-1',
    });
    expect(accepted).toMatchObject({
      status: 'queued',
      totalRecipients: 100,
      body: 'Hi {{contact_first_name}}',
    });
    expect(await untilCompleted('broadcast', accepted)).toMatchObject({ counts: { ...COUNTS, sent: 100 } });

    const taken = (await Promise.all(phones.map(sending.taken))).map((messages) =>
      messages.map(({ body }) => body),
    );
    expect(taken).toEqual(phones.map(() => ['Hi Ada']));
    const recipients = await recipientsOf('broadcast', accepted);
    expect(recipients.map(({ to }) => to)).toEqual(phones);
    const [first] = recipients;
    expect((await sending.get(`message/${first?.messageId}`)).body).toMatchObject({
      id: first?.messageId,
      to: phones[0],
      from: fixture.account.from,
      body: 'Hi Ada',
      status: 'sent',
    });
    await expectSoon(async () => {
      const statuses = (await recipientsOf('broadcast', accepted)).map(
        ({ deliveryStatus }) => deliveryStatus,
      );
      expect(statuses).toEqual(phones.map(() => 'delivered'));
    });
    const [reported] = await recipientsOf('broadcast', accepted);
    const told = {
      providerMessageId: expect.any(String) as string,
      parts: 1,
      price: expect.any(Number) as number,
    };
    expect(reported).toMatchObject(told);
    expect((await sending.get(`message/${first?.messageId}`)).body).toMatchObject(told);
    expect(await sending.credits()).toEqual({ sms: 800, mms: 1_000 });
    const repeat = await sending.post('broadcast', {
      recipients: phones.map((to) => ({ to })),
      body: 'Other',
      idempotencyKey: 'broadcast-1',
    });
    expect([repeat.body, repeat.headers.get('idempotent-replayed')]).toEqual([accepted, 'true']);
  });

  it('tells refused, throttled and lost answers apart, and its credits add up', async () => {
    const odd = [INVALID, OPTED_OUT, THROTTLED_TWICE, ANSWER_LOST];
    const phones = [...odd, ...sending.phones(96)];
    await sending.optIn(phones);
    const job = await submit('broadcast', { recipients: phones.map((to) => ({ to })), body: 'Hi' });
    await untilCompleted('broadcast', job);
    // The receipt of the lost answer settles it.
    await expectSoon(async () => {
      expect((await sending.get(`broadcast/${job.id}`)).body).toMatchObject({
        counts: { ...COUNTS, sent: 98, failed: 2 },
      });
    });
    const ends = (await recipientsOf('broadcast', job)).slice(0, 4);
    expect(ends.map(({ to, status, errorType }) => [to, status, errorType])).toEqual([
      [INVALID, 'failed', 'invalid_number'],
      [OPTED_OUT, 'failed', 'opted_out'],
      [THROTTLED_TWICE, 'sent', undefined],
      [ANSWER_LOST, 'sent', undefined],
    ]);
    expect(await Promise.all(odd.map(async (to) => (await sending.taken(to)).length))).toEqual([0, 0, 1, 1]);
    expect(await sending.credits()).toEqual({ sms: 1_000 - 2 * 98, mms: 1_000 });
  });

  it('tells why a message did not arrive, and finds those', async () => {
    const phones = [UNDELIVERED, ...sending.phones(99)];
    await sending.optIn(phones);
    const job = await submit('broadcast', { recipients: phones.map((to) => ({ to })), body: 'Hi' });
    await expectSoon(async () => {
      const { body } = await sending.get(`broadcast/${job.id}/recipients?deliveryStatus=failed`);
      expect(body).toMatchObject({
        results: [{ to: UNDELIVERED, status: 'sent', deliveryStatus: 'failed' }],
      });
      const [lost] = (body as { results: Recipient[] }).results;
      expect(lost).toHaveProperty('carrierReason', 'Phone is currently unreachable or unavailable');
      expect((await sending.get(`message/${lost?.messageId}`)).body).toHaveProperty(
        'carrierReason',
        'Phone is currently unreachable or unavailable',
      );
    });
  });

  it('sends again under a key whose first message has an unknown outcome', async () => {
    const phones = sending.phones(100);
    await sending.optIn(phones);
    const address = { accountId: fixture.account.accountId, scope: 'message', key: 'again' } as const;
    const unknown: KeyRecord = {
      state: 'outcomeUnknown',
      revision: 'first',
      subjectId: 'msg_01KJMMA9WM4HP5Q9EBN8CV4PFP',
      leaseUntil: undefined,
      expiresAt: '2999-01-01T00:00:00.000Z',
      answer: undefined,
    };
    await fixture.service.deps.table.put({ Item: keyItem(address, unknown) });
    const recipients = phones.map((to, index) => ({
      to,
      ...(index === 7 && { idempotencyKey: address.key }),
    }));
    const job = await submit('broadcast', { recipients, body: 'Once more' });
    expect(await untilCompleted('broadcast', job)).toMatchObject({ counts: { ...COUNTS, sent: 100 } });
  });

  it('lists the recipients that it has dropped, with the reason', async () => {
    const phones = sending.phones(101);
    await sending.optIn(phones);
    const [stranger = ''] = sending.phones(1);
    const recipients = [...phones.slice(0, 100), stranger].map((to) => ({ to }));
    const job = await submit('broadcast', { recipients, body: 'Hi' });
    expect(job.totalRecipients).toBe(100);
    for (const query of ['status=dropped', 'reason=notOptedIn', 'status=dropped&reason=notOptedIn']) {
      expect((await sending.get(`broadcast/${job.id}/recipients?${query}`)).body).toEqual({
        results: [{ to: stranger, status: 'dropped', reason: 'notOptedIn' }],
      });
    }
    expect((await sending.get(`broadcast/${job.id}/recipients?reason=keyConsumed`)).body).toEqual({
      results: [],
    });
    expect((await sending.get(`broadcast/${job.id}/recipients?status=gone`)).status).toBe(400);
  });

  it('leaves out who has texted STOP', async () => {
    const phones = sending.phones(101);
    await sending.optIn(phones);
    const [stopped = ''] = phones;
    await sending.say(stopped, 'STOP');
    await expectSoon(async () => {
      expect((await sending.post('message', { to: stopped, body: 'Hi' })).body).toMatchObject({
        code: 33029,
      });
    });
    const recipients = phones.map((to) => ({ to }));
    const job = await submit('broadcast', { recipients, body: 'After the STOP' });
    expect(job.totalRecipients).toBe(100);
    expect(await untilCompleted('broadcast', job)).toMatchObject({ counts: { ...COUNTS, sent: 100 } });
    expect((await sending.taken(stopped)).map(({ body }) => body)).not.toContain('After the STOP');
  });

  it('of an MMS fetches its file once for all', async () => {
    const phones = sending.phones(100);
    await sending.optIn(phones);
    const mediaUrl = `${media.url}/${fixture.account.accountId}.png`;
    const job = await submit('broadcast', { recipients: phones.map((to) => ({ to })), mediaUrl });
    expect(await untilCompleted('broadcast', job)).toMatchObject({ counts: { ...COUNTS, sent: 100 } });
    const urls = (await Promise.all(phones.map(sending.taken))).flatMap((messages) =>
      messages.map((one) => one.mediaUrl),
    );
    expect(urls).toHaveLength(100);
    expect(new Set(urls).size).toBe(1);
    const fetches = media.requests.filter((request) => request.includes(fixture.account.accountId));
    expect(fetches).toHaveLength(PROVIDER === 'eum' ? 1 : 0);
    expect(await sending.credits()).toEqual({ sms: 899, mms: 1_000 });
  });

  it('of an MMS whose file is not there fails everybody for nothing, where the provider needs the file', async () => {
    const phones = sending.phones(100);
    await sending.optIn(phones);
    const mediaUrl = `${media.url}/${fixture.account.accountId}.gone`;
    const job = await submit('broadcast', { recipients: phones.map((to) => ({ to })), mediaUrl });
    const isNeeded = PROVIDER === 'eum';
    expect(await untilCompleted('broadcast', job)).toMatchObject({
      counts: { ...COUNTS, ...(isNeeded ? { failed: 100 } : { sent: 100 }) },
    });
    const reasons = new Set((await recipientsOf('broadcast', job)).map(({ errorType }) => errorType));
    expect([...reasons]).toEqual([isNeeded ? 'media_unavailable' : undefined]);
    expect(await sending.credits()).toEqual({ sms: isNeeded ? 1_000 : 899, mms: 1_000 });
    const fetches = media.requests.filter((request) => request.includes(fixture.account.accountId));
    expect(fetches).toHaveLength(isNeeded ? 1 : 0);
  });
});

describe('rules 4.3: a batch', () => {
  it('reaches each with its own body', async () => {
    const phones = sending.phones(10);
    await sending.optIn(phones, { lastName: 'Byron' });
    const job = await submit('batch', {
      recipients: phones.map((to, index) => ({ to, body: `No ${index}, {{contact_last_name}}` })),
    });
    expect(job).not.toHaveProperty('body');
    expect(await untilCompleted('batch', job)).toMatchObject({
      totalRecipients: 10,
      counts: { ...COUNTS, sent: 10 },
    });
    const bodies = (await Promise.all(phones.map(sending.taken))).map((messages) =>
      messages.map(({ body }) => body),
    );
    expect(bodies).toEqual(phones.map((_, index) => [`No ${index}, Byron`]));
    expect(await sending.credits()).toEqual({ sms: 980, mms: 1_000 });
  });

  it('of MMS fetches each of its files once', async () => {
    const phones = sending.phones(10);
    await sending.optIn(phones);
    const fileOf = (index: number) => `${media.url}/${fixture.account.accountId}-${index % 2}.png`;
    const job = await submit('batch', {
      recipients: phones.map((to, index) => ({ to, mediaUrl: fileOf(index) })),
    });
    expect(await untilCompleted('batch', job)).toMatchObject({ counts: { ...COUNTS, sent: 10 } });
    const files = (await Promise.all(phones.map(sending.taken))).map(([message]) => message?.mediaUrl);
    expect(files.map((file) => files.indexOf(file))).toEqual(phones.map((_, index) => index % 2));
    const fetches = media.requests.filter((request) => request.includes(fixture.account.accountId)).sort();
    expect(fetches).toEqual(
      PROVIDER === 'eum' ? [0, 1].map((index) => `GET /${fixture.account.accountId}-${index}.png`) : [],
    );
    expect(await sending.credits()).toEqual({ sms: 990, mms: 990 });
  });

  it('does not reach a recipient whose values bring in what may not be sent', async () => {
    const phones = sending.phones(10);
    await sending.optIn(phones, { firstName: 'Ada', address: { postalCode: 'bit.ly/x1' } });
    const recipients = phones.map((to, index) => ({
      to,
      body: index === 3 ? 'See {{contact_zip_code}}' : 'Hello {{contact_first_name}}',
    }));
    expect(await sending.post('batch', { recipients, dryRun: true })).toMatchObject({
      status: 200,
      body: { failing: { lookedAt: 10, contentRejected: 1, messageRejected: 0 } },
    });
    const job = await untilCompleted('batch', await submit('batch', { recipients }));
    expect(job.counts).toEqual({ ...COUNTS, sent: 9, failed: 1 });
    expect((await recipientsOf('batch', job))[3]).toMatchObject({
      to: phones[3],
      status: 'failed',
      errorType: 'content_rejected',
    });
    expect(await sending.taken(phones[3] ?? '')).toEqual([]);
    expect(await sending.credits()).toEqual({ sms: 1_000 - 2 * 9, mms: 1_000 });
  });
});
