import { expectSoon, PROVIDER } from '../support/service/api-sending';
import { type MediaServer, startMediaServer } from '../support/sending/media-server';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

/** Numbers with a meaning for the simulator. */
const REFUSED = '+15005550004';
const THROTTLED_TWICE = '+15005550010';
const ANSWER_LOST = '+15005550011';
const UNDELIVERED = '+15005550013';
const UNREPORTED = '+15005550014';

const fixture = useSendingService({ smsCredits: 100, mmsCredits: 10, keywordReplies: 'on' });
let media: MediaServer;
let to: string;
const sending = fixture.sending;

beforeAll(async () => {
  media = await startMediaServer();
});
afterAll(async () => {
  await media.stop();
});
beforeEach(async () => {
  [to = ''] = sending.phones(1);
  await sending.optIn([to, REFUSED, THROTTLED_TWICE, ANSWER_LOST, UNDELIVERED, UNREPORTED], {
    firstName: 'Ada',
  });
});

interface Message {
  id: string;
  status: string;
  errorType?: string;
  deliveryStatus?: string;
}
async function send(body: object): Promise<Message> {
  const answer = await sending.post('message', { to, body: 'Hello', ...body });
  expect(answer.status).toBe(201);
  return answer.body as Message;
}
const readBack = async (id: string) => (await sending.get(`message/${id}`)).body as Message;

describe('rules 4.1: a single message', () => {
  it('is told of on the bus whatever it says, emoji too', async () => {
    const { id } = await send({ body: 'Party \u{1f389} \u4e16' });
    await expectSoon(async () => {
      const { events } = (await callApi(fixture.service, { path: '/_local/events' })).body as {
        events: Array<{ detailType: string; detail: { message?: { id: string; body: string } } }>;
      };
      const told = events.filter(({ detail }) => detail.message?.id === id);
      expect(told.map(({ detailType, detail }) => [detailType, detail.message?.body])).toEqual([
        ['messaging.message.delivered', 'Party \u{1f389} \u4e16'],
      ]);
    });
  });

  it('goes out with its merge tags, is delivered, and reads back', async () => {
    const { id, ...sent } = await send({ body: 'Hello {{contact_first_name}}' });
    expect(sent).toMatchObject({
      direction: 'outbound',
      to,
      from: fixture.account.from,
      body: 'Hello Ada',
      status: 'sent',
    });
    expect(await sending.taken(to)).toMatchObject([
      { to, from: fixture.account.from, body: 'Hello Ada', messageId: id },
    ]);
    await expectSoon(async () => {
      expect(await readBack(id)).toMatchObject({ id, ...sent, deliveryStatus: 'delivered', segments: 1 });
    });
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('is an MMS with a mediaUrl', async () => {
    const mediaUrl = `${media.url}/single.png`;
    const { id, status } = await send({ mediaUrl });
    expect(status).toBe('sent');
    const [taken] = await sending.taken(to);
    const isInBucket = /^s3:\/\/[^/]+\/msg_/.test(taken?.mediaUrl ?? '');
    expect({ mediaUrl: isInBucket ? 'in the bucket' : taken?.mediaUrl, body: taken?.body }).toEqual({
      mediaUrl: PROVIDER === 'eum' ? 'in the bucket' : mediaUrl,
      body: 'Hello',
    });
    expect(await readBack(id)).toMatchObject({ mediaUrl });
    expect(await sending.credits()).toEqual({ sms: 98, mms: 9 });
  });

  it('is an MMS without a body', async () => {
    const { id } = await send({ body: undefined, mediaUrl: `${media.url}/bare.png` });
    expect(await sending.taken(to)).toMatchObject([{ messageId: id, body: '' }]);
  });

  it('that is refused is failed, costs nothing, and leaves its key free', async () => {
    const first = await send({ to: REFUSED, idempotencyKey: 'key-1' });
    expect(first).toMatchObject({ status: 'failed', errorType: 'opted_out' });
    expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
    expect(await send({ idempotencyKey: 'key-1' })).toMatchObject({ status: 'sent' });
  });

  it('whose values bring in what may not be sent is failed, costs nothing, and leaves its key free', async () => {
    const [phone = ''] = sending.phones(1);
    await sending.optIn([phone], { address: { postalCode: 'www.bit.ly/x1' } });
    const body = 'See {{contact_zip_code}}';
    const dryRun = await sending.post('message', { to: phone, body, dryRun: true });
    expect(dryRun).toMatchObject({ status: 200, body: { errorType: 'content_rejected' } });
    const first = await send({ to: phone, body, idempotencyKey: 'key-2' });
    expect(first).toMatchObject({
      status: 'failed',
      errorType: 'content_rejected',
      body: 'See www.bit.ly/x1',
    });
    expect(await readBack(first.id)).toMatchObject({ status: 'failed', errorType: 'content_rejected' });
    expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
    expect(await send({ to: phone, idempotencyKey: 'key-2' })).toMatchObject({ status: 'sent' });
    expect(await sending.taken(phone)).toMatchObject([{ body: 'Hello' }]);
  });

  it('that is throttled is queued, and goes out once', async () => {
    const { id, status } = await send({ to: THROTTLED_TWICE });
    expect(status).toBe('queued');
    await expectSoon(async () => expect(await readBack(id)).toMatchObject({ status: 'sent' }));
    expect(await sending.taken(THROTTLED_TWICE)).toHaveLength(1);
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });
});

describe('receipts', () => {
  it('of a message that does not arrive say so', async () => {
    const { id, status } = await send({ to: UNDELIVERED });
    expect(status).toBe('sent');
    await expectSoon(async () => {
      expect(await readBack(id)).toMatchObject({ status: 'sent', deliveryStatus: 'failed' });
    });
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('out of order and twice leave the end that came first', async () => {
    const { id } = await send({ to: UNREPORTED });
    expect(await readBack(id)).not.toHaveProperty('deliveryStatus');
    await sending.report(id, 'pending');
    await expectSoon(async () => expect(await readBack(id)).toMatchObject({ deliveryStatus: 'pending' }));
    await sending.report(id, 'delivered');
    await expectSoon(async () => expect(await readBack(id)).toMatchObject({ deliveryStatus: 'delivered' }));
    const delivered = await readBack(id);
    for (const late of ['pending', 'failed', 'delivered'] as const) await sending.report(id, late);
    // A later receipt has been recorded, so those have been too.
    const { id: nextId } = await send({ to: UNREPORTED });
    await sending.report(nextId, 'failed');
    await expectSoon(async () => expect(await readBack(nextId)).toMatchObject({ deliveryStatus: 'failed' }));
    expect(await readBack(id)).toEqual(delivered);
  });

  it('settle a message whose outcome was unknown', async () => {
    const first = await send({ to: ANSWER_LOST, idempotencyKey: 'key-1' });
    expect(first).toMatchObject({ status: 'failed', errorType: 'outcome_unknown' });
    await expectSoon(async () => {
      expect(await readBack(first.id)).toMatchObject({ status: 'sent', deliveryStatus: 'delivered' });
    });
    expect(await send({ to: ANSWER_LOST, idempotencyKey: 'key-1' })).toMatchObject({
      id: first.id,
      status: 'sent',
    });
    expect(await sending.taken(ANSWER_LOST)).toHaveLength(1);
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });
});

describe('texts from phones', () => {
  const code = async () =>
    ((await sending.post('message', { to, body: 'Hello' })).body as { code?: number }).code;

  it('STOP ends sending and is confirmed, START alone restores no membership', async () => {
    expect(await code()).toBeUndefined();
    await sending.say(to, 'Stop');
    await expectSoon(async () => expect(await code()).toBe(33029));
    await expectSoon(async () =>
      expect((await sending.taken(to)).at(-1)?.body).toMatch(/^Test: You have opted out/),
    );
    await sending.say(to, 'START');
    await expectSoon(async () => expect(await code()).toBe(33028));
  });

  it('HELP is answered', async () => {
    await sending.say(to, 'help');
    await expectSoon(async () => expect((await sending.taken(to))[0]?.body).toMatch(/^Test: For help/));
  });
});
