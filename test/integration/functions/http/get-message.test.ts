import { handler } from '../../../../functions/http/get-message';
import { handler as send } from '../../../../functions/http/send-message';
import { handler as recordReceipts } from '../../../../functions/workers/record-receipt';
import { requestErasure } from '../../../../shared/erasure/request-erasure';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { getPlatform } from '../../../../shared/platform/platform';
import { callHandler } from '../../../support/routes/call-handler';
import { useEngine } from '../../../support/engines/engine';
import {
  createScriptedProvider,
  REFUSED,
  type ScriptedProvider,
  UNKNOWN,
} from '../../../support/sending/scripted-provider';
import { createSendingAccount, type SendingAccount } from '../../../support/sending/sending-account';

const engine = useEngine({ setsEnvironment: true });
let provider: ScriptedProvider;
let account: SendingAccount;

beforeEach(async () => {
  provider = createScriptedProvider();
  Object.assign(getPlatform(), { provider, eventBus: { publish: async () => [] } });
  account = await createSendingAccount(engine);
});

async function sendOne(body: object = {}): Promise<Record<string, string>> {
  const { authorization, to, from } = account;
  const answer = await callHandler(send, { authorization, body: { to, from, body: 'Hello', ...body } });
  return answer.body as Record<string, string>;
}

const get = (id: string, authorization = account.authorization) =>
  callHandler(handler, { authorization, pathParameters: { id } });

async function receipt(messageId: string | undefined, changes: object = {}): Promise<unknown> {
  const event = {
    eventType: 'TEXT_DELIVERED',
    eventTimestamp: Date.UTC(2026, 2, 1, 12),
    isFinal: true,
    context: { messageId },
    ...changes,
  };
  const Records = [{ messageId: 'q1', body: JSON.stringify(event) }];
  return recordReceipts({ Records } as never);
}

describe('GET /api/v1/messaging/message/{id}', () => {
  it('shows the message as it was answered, with encoding and segments', async () => {
    const sent = await sendOne();
    expect(await get(sent.id ?? '')).toMatchObject({
      status: 200,
      body: { ...sent, encoding: 'GSM-7', segments: 1 },
    });
    expect((await get(sent.id ?? '')).body).not.toHaveProperty('deliveryStatus');
  });

  it('shows a failed message without sentAt', async () => {
    provider.script(REFUSED);
    const failed = await sendOne();
    expect((await get(failed.id ?? '')).body).toEqual({ ...failed, encoding: 'GSM-7', segments: 1 });
  });

  it('shows the media of an MMS', async () => {
    const mediaUrl = 'https://example.com/cat.jpg';
    const sent = await sendOne({ mediaUrl });
    expect((await get(sent.id ?? '')).body).toEqual({
      ...sent,
      mediaUrl,
      channel: 'mms',
      providerMessageId: 'sim_1',
      encoding: 'GSM-7',
      segments: 1,
    });
  });

  it('shows what receipts say', async () => {
    const { id = '' } = await sendOne({ body: 'Привет' });
    await receipt(id, { eventType: 'TEXT_SENT', isFinal: false });
    expect((await get(id)).body).toMatchObject({
      encoding: 'UCS-2',
      deliveryStatus: 'pending',
      deliveryStatusAt: '2026-03-01T12:00:00.000Z',
    });
    await receipt(id, { eventTimestamp: Date.UTC(2026, 2, 1, 12, 0, 1) });
    expect((await get(id)).body).toMatchObject({
      status: 'sent',
      deliveryStatus: 'delivered',
      deliveryStatusAt: '2026-03-01T12:00:01.000Z',
    });
  });

  it('shows what the provider tells besides, as soon as it does', async () => {
    const { id = '' } = await sendOne();
    expect((await get(id)).body).toMatchObject({ providerMessageId: 'sim_1' });
    await receipt(id, {
      eventType: 'TEXT_PENDING',
      isFinal: false,
      messageId: 'another',
      totalMessageParts: 2,
    });
    expect((await get(id)).body).toMatchObject({ providerMessageId: 'sim_1', parts: 2 });
    expect((await get(id)).body).not.toHaveProperty('price');
    await receipt(id, {
      eventType: 'TEXT_CARRIER_BLOCKED',
      messageStatusDescription: 'Carrier is blocking the message',
      totalMessagePrice: 0.01162,
      totalCarrierFee: 0.00604,
    });
    expect((await get(id)).body).toMatchObject({
      status: 'sent',
      deliveryStatus: 'failed',
      providerMessageId: 'sim_1',
      parts: 2,
      carrierReason: 'Carrier is blocking the message',
      price: 0.01766,
    });
  });

  it('has the id from the receipt where the hand-over had no answer', async () => {
    provider.script(UNKNOWN);
    const { id = '' } = await sendOne();
    expect((await get(id)).body).not.toHaveProperty('providerMessageId');
    await receipt(id, { messageId: '862a8790' });
    expect((await get(id)).body).toMatchObject({ status: 'sent', providerMessageId: '862a8790' });
  });

  it('tells of a receipt that was in flight with an erasure without the person', async () => {
    const { id = '' } = await sendOne();
    const told: Array<{ detail: object }> = [];
    Object.assign(getPlatform(), {
      eventBus: { publish: async (events: typeof told) => (told.push(...events), []) },
    });
    const { accountId, to } = account;
    await requestErasure(getPlatform(), { accountId, phoneNumber: to as E164 });
    await receipt(id);
    expect(told.map(({ detail }) => detail)).toMatchObject([
      { type: 'messaging.message.delivered', message: { id, to: null, body: null, erased: true } },
    ]);
  });

  it('drops receipts of messages that there are not, and what is none', async () => {
    expect(await receipt('msg_00000000000000000000000000')).toEqual({ batchItemFailures: [] });
    expect(await receipt(undefined)).toEqual({ batchItemFailures: [] });
  });
});
