import { readOutbox } from '../../../../support/engines/outbox-items';
import { readOutboxItem } from '../../../../../shared/outbox/outbox';
import { messageKey } from '../../../../../shared/platform/store/keys';
import type { Receipt } from '../../../../../shared/platform/provider/port';
import { recordReceipt } from '../../../../support/sending/record-receipt';
import { recordReceipts } from '../../../../../shared/sending/receipts/record-receipts';
import { readDays } from '../../../../../shared/statistics/daily-statistics';
import { countUnits } from '../../../../support/engines/capacity-meter';
import { useEngine } from '../../../../support/engines/engine';
import { REFUSED, UNKNOWN } from '../../../../support/sending/scripted-provider';
import { createSendingFixture, type SendingFixture } from '../../../../support/sending/sending-fixture';

const engine = useEngine();
let sending: SendingFixture;
let messageId: string;

beforeEach(async () => {
  sending = await createSendingFixture(engine.table);
});

async function send(): Promise<void> {
  const outcome = await sending.send({ idempotencyKey: 'key-1' });
  messageId = 'body' in outcome ? (outcome.body.id ?? '') : '';
}

const at = (second: number) => `2026-03-01T12:00:${String(second).padStart(2, '0')}.000Z`;
const report = (status: Receipt['status'], second: number) =>
  recordReceipt(sending, { messageId, status, at: at(second) });

/** Returns the types of the account's events of messages, each once. */
async function eventTypes(): Promise<string[]> {
  const types = [
    ...new Map(
      sending.told.map(({ detailType, detail }) => [(detail as { id: string }).id, detailType]),
    ).values(),
  ];
  for (const item of await readOutbox(engine.table)) {
    const { entry } = readOutboxItem(item);
    if (entry.kind !== 'event') continue;
    const { accountId } = entry.event.detail as { accountId: string };
    if (accountId === sending.accountId) types.push(entry.event.detailType);
  }
  return types;
}

const known = async () => {
  const { status, deliveryStatus, deliveryStatusAt } = await sending.message(messageId);
  return { status, deliveryStatus, deliveryStatusAt };
};

describe('receipts of a message that was sent', () => {
  beforeEach(send);

  it.each<[string, Array<[Receipt['status'], number]>, string, number, string[]]>([
    [
      'in order',
      [
        ['pending', 1],
        ['delivered', 2],
      ],
      'delivered',
      2,
      ['messaging.message.delivered'],
    ],
    [
      'the other way round',
      [
        ['delivered', 2],
        ['pending', 1],
      ],
      'delivered',
      2,
      ['messaging.message.delivered'],
    ],
    [
      'twice',
      [
        ['delivered', 2],
        ['delivered', 2],
      ],
      'delivered',
      2,
      ['messaging.message.delivered'],
    ],
    [
      'of two ends, the first',
      [
        ['failed', 2],
        ['delivered', 3],
      ],
      'failed',
      2,
      ['messaging.message.failed'],
    ],
    [
      'an end that is reported before its time',
      [
        ['pending', 5],
        ['failed', 3],
      ],
      'failed',
      3,
      ['messaging.message.failed'],
    ],
    [
      'of two on the way, the later',
      [
        ['pending', 5],
        ['pending', 3],
      ],
      'pending',
      5,
      [],
    ],
  ])('%s', async (_title, receipts, status, second, events) => {
    for (const [reported, when] of receipts) await report(reported, when);
    expect(await known()).toEqual({ status: 'sent', deliveryStatus: status, deliveryStatusAt: at(second) });
    expect(await eventTypes()).toEqual(events);
  });

  it('all at once leave one end and one event', async () => {
    await Promise.all([
      report('pending', 1),
      report('delivered', 2),
      report('delivered', 2),
      report('pending', 3),
    ]);
    expect(await known()).toEqual({ status: 'sent', deliveryStatus: 'delivered', deliveryStatusAt: at(2) });
    expect(await eventTypes()).toEqual(['messaging.message.delivered']);
  });

  it('do nothing when it is not kept any more', async () => {
    await engine.table.delete({ Key: messageKey(messageId) });
    await report('delivered', 2);
    expect(await engine.table.get(messageKey(messageId))).toBeUndefined();
    expect(await eventTypes()).toEqual([]);
  });
});

describe('receipts of a message that goes by RCS', () => {
  beforeEach(send);

  const AGENT = 'rcs-1';
  const NUMBER = '+12065550100';
  const rcs = (status: Receipt['status'], second: number, more: Partial<Receipt> = {}): Receipt => ({
    ...{ messageId, status, at: at(second), channel: 'rcs', sentFrom: AGENT },
    ...more,
  });
  const read = (second: number) => rcs('delivered', second, { readAt: at(second) });
  const text = (status: Receipt['status'], second: number): Receipt => ({
    ...{ messageId, status, at: at(second), channel: 'sms', sentFrom: NUMBER },
    price: 0.005,
  });
  const day = async () => {
    const days = await readDays(engine.table, {
      ...{ accountId: sending.accountId, days: 1, now: new Date(at(1)) },
    });
    const { sent, delivered, undelivered, read: opened } = days[0]!;
    return { sent, delivered, undelivered, read: opened };
  };

  it('that is read count it once, whatever is repeated, and tell of its delivery once', async () => {
    for (const receipt of [rcs('delivered', 2), read(3), read(3), read(4), rcs('delivered', 2)]) {
      await recordReceipt(sending, receipt);
    }
    expect(await sending.message(messageId)).toMatchObject({
      ...{ deliveryStatus: 'delivered', deliveryStatusAt: at(2), readAt: at(3) },
      ...{ channel: 'rcs', sentFrom: AGENT },
    });
    expect(await day()).toEqual({ sent: 1, delivered: 1, undelivered: 0, read: 1 });
    expect(await eventTypes()).toEqual(['messaging.message.delivered']);
  });

  it('that is read first is delivered too, and the delivery brings the price', async () => {
    await recordReceipt(sending, read(2));
    expect(await day()).toEqual({ sent: 1, delivered: 1, undelivered: 0, read: 1 });
    await recordReceipt(sending, rcs('delivered', 3, { price: 0.012 }));
    expect(await sending.message(messageId)).toMatchObject({
      ...{ deliveryStatus: 'delivered', deliveryStatusAt: at(2), readAt: at(2), price: 0.012 },
    });
    expect(await day()).toEqual({ sent: 1, delivered: 1, undelivered: 0, read: 1 });
    expect(await eventTypes()).toEqual(['messaging.message.delivered']);
  });

  it('that come at once count it once', async () => {
    await Promise.all(
      [read(3), rcs('delivered', 2), read(3), read(4)].map((one) => recordReceipt(sending, one)),
    );
    expect(await day()).toEqual({ sent: 1, delivered: 1, undelivered: 0, read: 1 });
    expect((await sending.message(messageId)).deliveryStatus).toBe('delivered');
  });

  it('that falls back changes its channel, its end and the counts, and neither text nor charge', async () => {
    await recordReceipt(sending, rcs('failed', 2, { carrierReason: 'Expired' }));
    expect(await day()).toEqual({ sent: 1, delivered: 0, undelivered: 1, read: 0 });
    await recordReceipt(sending, { ...text('pending', 3), sentFrom: undefined, price: undefined });
    expect(await sending.message(messageId)).toMatchObject({ deliveryStatus: 'pending', channel: 'sms' });
    expect(await sending.message(messageId)).not.toHaveProperty('sentFrom');
    await recordReceipt(sending, text('delivered', 4));
    await recordReceipt(sending, rcs('failed', 2, { carrierReason: 'Expired' }));
    const message = await sending.message(messageId);
    expect(message).toMatchObject({
      ...{ deliveryStatus: 'delivered', deliveryStatusAt: at(4), channel: 'sms', sentFrom: NUMBER },
      price: 0.005,
    });
    expect(message.carrierReason).toBeUndefined();
    expect(await day()).toEqual({ sent: 1, delivered: 1, undelivered: 0, read: 0 });
    expect(sending.provider.taken).toHaveLength(1);
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
    expect(await eventTypes()).toEqual(['messaging.message.failed', 'messaging.message.delivered']);
  });
});

describe('receipts of a message that the provider refused', () => {
  beforeEach(async () => {
    sending.provider.script(REFUSED);
    await send();
  });

  it.each(['failed', 'pending'] as const)(
    'as %s say nothing new, and make no second event',
    async (status) => {
      await report(status, 1);
      expect(await known()).toEqual({
        status: 'failed',
        deliveryStatus: undefined,
        deliveryStatusAt: undefined,
      });
      expect(await eventTypes()).toEqual(['messaging.message.failed']);
      expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
    },
  );
});

describe('a message whose outcome is unknown', () => {
  beforeEach(async () => {
    sending.provider.script(UNKNOWN);
    await send();
  });

  it.each(['pending', 'delivered', 'failed'] as const)(
    'is sent by a receipt that says %s, keeps its charge, and its key is consumed',
    async (status) => {
      await report(status, 4);
      expect(await known()).toEqual({ status: 'sent', deliveryStatus: status, deliveryStatusAt: at(4) });
      expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
      expect((await sending.keyRecord('key-1'))?.state).toBe('completed');
      expect(await sending.send({ idempotencyKey: 'key-1' })).toMatchObject({
        isReplay: true,
        body: { id: messageId, status: 'sent' },
      });
    },
  );

  it('is settled once by receipts that come together', async () => {
    await Promise.all([report('pending', 3), report('delivered', 4), report('delivered', 4)]);
    expect(await known()).toEqual({ status: 'sent', deliveryStatus: 'delivered', deliveryStatusAt: at(4) });
    expect((await eventTypes()).filter((type) => type === 'messaging.message.delivered')).toHaveLength(1);
  });
});

describe('a worker that dies after it has kept a receipt', () => {
  beforeEach(send);

  it('leaves the event to the receipt when it comes again', async () => {
    const failing = { ...sending, eventBus: { publish: async () => Promise.reject(new Error('Gone')) } };
    const receipt = { messageId, status: 'delivered', at: at(2) } as const;
    await expect(recordReceipt(failing, receipt)).rejects.toThrow('Gone');
    expect((await known()).deliveryStatus).toBe('delivered');
    expect(sending.told).toEqual([]);
    await recordReceipt(sending, receipt);
    expect(sending.told.map(({ detailType, subjectId }) => [detailType, subjectId])).toEqual([
      ['messaging.message.delivered', messageId],
    ]);
  });

  it('leaves it too when the bus refuses it', async () => {
    const refusing = { ...sending, eventBus: { publish: async () => [0] } };
    const receipt = { messageId, status: 'failed', at: at(2) } as const;
    expect(await recordReceipts(refusing, [receipt])).toEqual([receipt]);
    expect(await recordReceipts(sending, [receipt])).toEqual([]);
    expect(await eventTypes()).toEqual(['messaging.message.failed']);
  });
});

describe('receipts that come in one batch', () => {
  beforeEach(send);

  it('are one write for a message and one for the day, and say together what they said one by one', async () => {
    const price = { parts: 2, price: 0.0166 };
    const { units } = await countUnits(engine.documents, async () => {
      await recordReceipts(sending, [
        { messageId, status: 'pending', at: at(1), ...price },
        { messageId, status: 'failed', at: at(2), carrierReason: 'Unreachable' },
        { messageId, status: 'pending', at: at(3) },
      ]);
    });
    expect(units.write).toBe(2);
    expect(await sending.message(messageId)).toMatchObject({
      ...{ deliveryStatus: 'failed', deliveryStatusAt: at(2), carrierReason: 'Unreachable' },
      ...price,
    });
    expect(await eventTypes()).toEqual(['messaging.message.failed']);
  });

  it('fail alone', async () => {
    const [good, bad] = [messageId, 'msg_broken'];
    await engine.table.put({ Item: { ...messageKey(bad), entity: 'message', id: 7 } });
    const failed = await recordReceipts(sending, [
      { messageId: bad, status: 'delivered', at: at(1) },
      { messageId: good, status: 'delivered', at: at(2) },
    ]);
    expect(failed).toMatchObject([{ messageId: bad }]);
    expect((await known()).deliveryStatus).toBe('delivered');
  });

  it('take no write for an event that no endpoint wants, and the bus gets it all the same', async () => {
    const { units } = await countUnits(engine.documents, () => report('delivered', 2));
    expect(units.write).toBe(2);
    expect(await eventTypes()).toEqual(['messaging.message.delivered']);
  });
});
