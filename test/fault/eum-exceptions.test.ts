import { createEumProvider } from '../../shared/platform/provider/eum/eum-provider';
import { startEngine, type TestEngine } from '../support/engines/engine';
import { createSendingFixture, type SendingFixture } from '../support/sending/sending-fixture';
import { pointEumAt, startWireServer, type WireServer, type WireStep } from '../support/aws/wire-server';

const CREDITS = { sms: 100, mms: 10 };
const CHARGED = { sms: 98, mms: 10 };

let engine: TestEngine;
let server: WireServer;
let eum: ReturnType<typeof createEumProvider>;

beforeAll(async () => {
  engine = await startEngine();
  server = await startWireServer();
  pointEumAt(server.url);
  eum = createEumProvider({
    settings: { configurationSet: undefined, messageType: undefined },
    media: { locate: async () => ({ state: 'unusable' }) },
    answerTimeoutMs: 400,
  });
});

afterAll(async () => {
  eum.close();
  await server.stop();
  await engine.stop();
});

async function startFixture(): Promise<SendingFixture> {
  const fixture = await createSendingFixture(engine.table);
  fixture.provider.send = (message) => eum.send(message);
  return fixture;
}

const exception = (status: number, type: string, fields: object = {}): WireStep => ({
  status,
  body: JSON.stringify({ __type: type, Message: 'secret', ...fields }),
});

/** Sends with a key while the provider reacts by this step, and again once it accepts. */
async function sendTwice(step: WireStep, body: object = {}) {
  const fixture = await startFixture();
  server.requests.splice(0);
  server.behave(step);
  const first = await fixture.send({ idempotencyKey: 'key-1', ...body });
  const credits = await fixture.credits();
  const requests = server.requests.length;
  server.behave({ status: 200, body: '{"MessageId":"eum-2"}' });
  const second = await fixture.send({ idempotencyKey: 'key-1' });
  return { first, credits, requests, second, creditsAfter: await fixture.credits() };
}

describe('an exception that refuses the message: failed, credits back, the key is free', () => {
  it.each([
    ['ConflictException', { Reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT' }, 'opted_out'],
    ['ValidationException', { Reason: 'OTHER' }, 'message_rejected'],
    ['AccessDeniedException', {}, 'provider_access_denied'],
    ['ServiceQuotaExceededException', { Reason: 'DAILY_DESTINATION_CALL_LIMIT' }, 'provider_limit_reached'],
    ['ResourceNotFoundException', { ResourceType: 'phone-number' }, 'sender_not_usable'],
  ])('%s', async (type, fields, errorType) => {
    const { first, credits, requests, second, creditsAfter } = await sendTwice(exception(400, type, fields));
    expect(first).toMatchObject({ status: 201, body: { status: 'failed', errorType }, isReplay: false });
    expect([credits, requests]).toEqual([CREDITS, 1]);
    expect(second).toMatchObject({ status: 201, body: { status: 'sent' }, isReplay: false });
    expect(creditsAfter).toEqual(CHARGED);
  });

  it('media that cannot be used, without a request', async () => {
    const mms = { body: undefined, mediaUrl: 'https://example.com/a.png' };
    const { first, credits, requests, second } = await sendTwice('hang', mms);
    expect(first).toMatchObject({ body: { status: 'failed', errorType: 'media_unavailable' } });
    expect([credits, requests]).toEqual([CREDITS, 0]);
    expect(second).toMatchObject({ body: { status: 'sent' }, isReplay: false });
  });
});

describe('ThrottlingException: queued, charged, the key stands for the message', () => {
  it('a repeat gets the same message, which goes out once the provider takes it', async () => {
    const fixture = await startFixture();
    server.requests.splice(0);
    server.behave(exception(400, 'ThrottlingException'));
    const first = await fixture.send({ idempotencyKey: 'key-1' });
    expect(first).toMatchObject({ status: 201, body: { status: 'queued' } });
    expect([await fixture.credits(), server.requests.length]).toEqual([CHARGED, 1]);

    server.behave({ status: 200, body: '{"MessageId":"eum-2"}' });
    const repeat = await fixture.send({ idempotencyKey: 'key-1' });
    const id = 'body' in first ? (first.body.id ?? '') : '';
    expect(repeat).toMatchObject({ body: { id }, isReplay: true });
    expect(server.requests).toHaveLength(1);

    fixture.advance(5_000);
    await fixture.attempt(id);
    expect((await fixture.message(id)).status).toBe('sent');
    expect([await fixture.credits(), server.requests.length]).toEqual([CHARGED, 2]);
  });
});

describe('what leaves the outcome open: failed, the charge stays, a retry is not charged again', () => {
  it.each<[string, WireStep]>([
    ['InternalServerException', exception(500, 'InternalServerException')],
    ['503', { status: 503, body: '' }],
    ['a connection reset after the request was read', 'resetAfterReading'],
    ['no answer', 'hang'],
  ])('%s', async (_title, step) => {
    const { first, credits, requests, second, creditsAfter } = await sendTwice(step);
    expect(first).toMatchObject({ status: 201, body: { status: 'failed', errorType: 'outcome_unknown' } });
    expect([credits, requests]).toEqual([CHARGED, 1]);
    expect(second).toMatchObject({ status: 201, body: { status: 'sent' }, isReplay: false });
    expect(creditsAfter).toEqual(CHARGED);
  });

  it('the queue never sends it again', async () => {
    const fixture = await startFixture();
    server.requests.splice(0);
    server.behave('resetAfterReading');
    await fixture.send();
    const [id = ''] = fixture.messageIds;
    for (const minutes of [1, 10, 300]) {
      fixture.advance(minutes * 60_000);
      await fixture.attempt(id);
    }
    expect(server.requests).toHaveLength(1);
  });
});
