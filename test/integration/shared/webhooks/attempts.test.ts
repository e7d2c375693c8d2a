import { eraseDelivery } from '../../../../shared/erasure/internal/erase-deliveries';
import { People } from '../../../../shared/erasure/internal/people';
import { deliveryKey } from '../../../../shared/platform/store/keys';
import type { Delivery } from '../../../../shared/webhooks/delivery';
import { findDelivery } from '../../../../shared/webhooks/delivery-store';
import { editEndpoint } from '../../../../shared/webhooks/edit-endpoint';
import { findEndpoint } from '../../../../shared/webhooks/endpoint-store';
import { enableEndpoint, switchOffEndpoint } from '../../../../shared/webhooks/manage-endpoints';
import { replayDelivery, retryWaiting } from '../../../../shared/webhooks/replay-deliveries';
import { countUnits } from '../../../support/engines/capacity-meter';
import { useEngine } from '../../../support/engines/engine';
import { createWebhookFixture, type WebhookFixture } from '../../../support/webhooks/webhook-fixture';
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhooks/webhook-receiver';

const MINUTE = 60_000;

const engine = useEngine();
let receiver: WebhookReceiver;
let service: WebhookFixture;
let endpointId: string;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  service = await createWebhookFixture(engine.table);
  ({ id: endpointId } = await service.add(receiver.url));
});

afterEach(() => receiver.stop());

const address = () => ({ accountId: service.accountId, endpointId });
const find = async (eventId: string) => {
  const delivery = await findDelivery(engine.table, { endpointId, eventId });
  if (!delivery) throw new Error('No delivery');
  return delivery;
};
const seenOf = ({ history = [] }: Delivery) =>
  history.map(({ responseStatus, error, answer, isAnswerCut }) => ({
    ...{ responseStatus, error, answer, isAnswerCut },
  }));
const answerWith = (status: number, body: string) => {
  receiver.answer = (response) => void response.writeHead(status).end(body);
};
async function deliverOne() {
  const [event] = service.makeEvents(1);
  await service.deliver([event!]);
  return event!;
}

describe('the attempts at a delivery', () => {
  it('are kept with their times, what they took, and what the receiver answered', async () => {
    answerWith(500, '<h1>Broken</h1>');
    const { id } = await deliverOne();
    const failedAt = service.now().toISOString();
    answerWith(200, 'x'.repeat(1_001));
    await service.advance(MINUTE);
    const delivery = await find(id);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 2, lastResponseStatus: 200 });
    expect(delivery.history?.map(({ at }) => at)).toEqual([failedAt, service.now().toISOString()]);
    for (const { durationMs } of delivery.history ?? []) expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(seenOf(delivery)).toEqual([
      { responseStatus: 500, error: 'The receiver answered 500.', answer: '<h1>Broken</h1>' },
      { responseStatus: 200, answer: 'x'.repeat(1_000), isAnswerCut: true },
    ]);
  });

  it('say why there was no answer', async () => {
    receiver.answer = (response) => void response.destroy();
    const { id } = await deliverOne();
    expect(seenOf(await find(id))).toEqual([
      { error: 'The connection failed (ECONNRESET).', responseStatus: undefined },
    ]);
  });

  it('stay when the delivery is replayed', async () => {
    answerWith(200, 'first');
    const { id } = await deliverOne();
    answerWith(200, 'second');
    await replayDelivery(service.deps, { ...address(), eventId: id });
    await service.run();
    expect(seenOf(await find(id)).map(({ answer }) => answer)).toEqual(['first', 'second']);
  });

  it('cost no write unit of a delivery that arrives at once, whatever the receiver answers', async () => {
    const unitsOf = async (body: string) => {
      answerWith(200, body);
      const { units } = await countUnits(engine.documents, () => service.deliver(service.makeEvents(20)));
      return units.write;
    };
    const letter = () => String.fromCodePoint(0x1000 + Math.floor(0x8000 * Math.random()));
    const noise = Array.from({ length: 500 }, letter).join('');
    const [none, short, long] = [await unitsOf(''), await unitsOf('ok'), await unitsOf(noise)];
    expect(none).toBeGreaterThanOrEqual(2 * 20);
    expect([short, long]).toEqual([none, none]);
  });
});

describe('the answer to a request', () => {
  const phone = '+12065550177';
  const people = () =>
    new People([
      {
        ...{
          id: 'ers_1',
          accountId: service.accountId,
          phoneNumbers: [phone],
          metByOthers: [],
          profiles: [],
        },
        ...{ requestedAt: '2030-01-01T00:00:00.000Z', areNamesKnown: true },
      } as never,
    ]);
  const erase = async (eventId: string) => {
    const item = await engine.table.get(deliveryKey({ endpointId, eventId }));
    return eraseDelivery({ ...service.deps, people: people() } as never, item!);
  };

  it('goes with the person that the event was about', async () => {
    answerWith(500, 'no customer Ada');
    const [event] = service.makeEvents(1);
    const detail = {
      ...(JSON.parse(event!.payload) as object),
      contact: { id: 'con_1', phoneNumber: phone },
    };
    await service.deliver([{ ...event!, payload: JSON.stringify(detail) }]);
    expect(seenOf(await find(event!.id))).toMatchObject([{ answer: 'no customer Ada' }]);
    expect(await erase(event!.id)).toBe('done');
    const erased = await find(event!.id);
    expect(erased).toMatchObject({ erased: true, attempts: 1 });
    expect(seenOf(erased)).toEqual([{ responseStatus: 500, error: 'The receiver answered 500.' }]);
    expect(erased.payload).not.toContain(phone);
    // What the receiver answers later can name the person again.
    answerWith(200, `already told ${phone}`);
    await service.advance(MINUTE);
    expect(seenOf(await find(event!.id)).at(-1)).toEqual({ responseStatus: 200 });
  });

  it('to an event about another person goes when it names the person, and stays otherwise', async () => {
    answerWith(500, `already told ${phone}`);
    const named = await deliverOne();
    answerWith(500, 'try later');
    const other = await deliverOne();
    for (const { id } of [named, other]) expect(await erase(id)).toBe('done');
    expect(seenOf(await find(named.id))).toEqual([
      { responseStatus: 500, error: 'The receiver answered 500.' },
    ]);
    expect(await find(named.id)).toMatchObject({ erasures: 1 });
    expect((await find(named.id)).erased).toBeUndefined();
    expect(seenOf(await find(other.id))).toMatchObject([{ answer: 'try later' }]);
    expect((await find(other.id)).erased).toBeUndefined();
  });
});

describe('what waits for its next attempt', () => {
  it('is attempted at once when one event is replayed', async () => {
    receiver.answer = 500;
    const { id } = await deliverOne();
    await service.advance(6_000);
    expect(await find(id)).toMatchObject({ status: 'pending', attempts: 2 });
    receiver.answer = 200;
    expect(await replayDelivery(service.deps, { ...address(), eventId: id })).toBe('replayed');
    expect(await replayDelivery(service.deps, { ...address(), eventId: id })).toBe('pending');
    await service.run();
    expect(await find(id)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(receiver.received).toHaveLength(3);
    // The entry at which it waited before is a leftover, and brings no further attempt.
    await service.advance(10 * MINUTE);
    expect(receiver.received).toHaveLength(3);
  });

  it('is attempted at once for the whole endpoint, each delivery once, and nothing else', async () => {
    const arrived = await deliverOne();
    await switchOffEndpoint(service.deps, address());
    const givenUp = await deliverOne();
    await enableEndpoint(service.deps, address());
    receiver.answer = 500;
    const events = service.makeEvents(120);
    await service.deliver(events);
    await service.advance(6_000);
    await service.advance(1_000);
    const before = receiver.received.length;
    expect(await retryWaiting(service.deps, address())).toEqual({ replayed: 120, nextPlace: undefined });
    expect(await retryWaiting(service.deps, address())).toEqual({ replayed: 0, nextPlace: undefined });
    receiver.answer = 200;
    await service.run();
    const again = receiver.received.slice(before).map(({ id }) => id);
    expect(again.sort()).toEqual(events.map(({ id }) => id).sort());
    expect(await find(arrived.id)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(await find(givenUp.id)).toMatchObject({ status: 'failed' });
  });

  it('goes on from where time ran out, and begins no delivery again that failed meanwhile', async () => {
    receiver.answer = 500;
    const events = service.makeEvents(400);
    await service.deliver(events);
    await service.advance(1_000);
    const counts: number[] = [];
    let place: string | undefined;
    do {
      const result = await retryWaiting(service.deps, { ...address(), place, endsAtMs: 0 });
      counts.push(result!.replayed);
      place = result!.nextPlace;
      await service.run();
    } while (place !== undefined && counts.length < 500);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(400);
    expect(counts.length).toBeGreaterThan(2);
    expect(receiver.received).toHaveLength(800);
  });

  it('of an endpoint that is off stays as it is', async () => {
    await switchOffEndpoint(service.deps, address());
    expect(await retryWaiting(service.deps, address())).toBeUndefined();
  });
});

describe('an endpoint that is changed', () => {
  const edit = (change: object) =>
    editEndpoint({ table: engine.table, policy: { allowsLoopback: true } }, { ...address(), ...change });

  it('gets what waits at its new address, with its secret', async () => {
    receiver.answer = 500;
    const { id } = await deliverOne();
    const other = await startWebhookReceiver();
    await edit({ url: other.url });
    await service.advance(MINUTE);
    expect(other.ids()).toEqual([id]);
    await other.stop();
  });

  it('loses what is null, and keeps what is not named', async () => {
    await edit({ description: 'Shop', eventTypes: ['messaging.message.delivered'] });
    expect(await findEndpoint(engine.table, address())).toMatchObject({
      ...{ description: 'Shop', eventTypes: ['messaging.message.delivered'], url: receiver.url },
    });
    await edit({ description: null });
    await edit({ eventTypes: null });
    const endpoint = await findEndpoint(engine.table, address());
    expect([endpoint?.description, endpoint?.eventTypes]).toEqual([undefined, undefined]);
  });

  it('keeps both of two changes at the same time', async () => {
    await Promise.all([edit({ description: 'Shop' }), edit({ eventTypes: ['messaging.message.delivered'] })]);
    expect(await findEndpoint(engine.table, address())).toMatchObject({
      ...{ description: 'Shop', eventTypes: ['messaging.message.delivered'] },
    });
  });

  it.each(['http://example.com/', 'https://10.0.0.1/', 'https://user:secret@example.com/', 'nowhere'])(
    'does not lead to %s',
    async (url) => {
      const guarded = { table: engine.table, policy: { allowsLoopback: false } };
      await expect(editEndpoint(guarded, { ...address(), url })).rejects.toMatchObject({
        name: 'InvalidRequest',
      });
      expect(await findEndpoint(engine.table, address())).toMatchObject({ url: receiver.url });
    },
  );

  it('tells what it was and is, without the query of its address', async () => {
    const told: object[][] = [];
    const beforeWrite = (...parts: object[]) => void told.push(parts);
    await edit({ url: `${receiver.url}?token=secret`, beforeWrite });
    await edit({ url: `${receiver.url}?token=other`, beforeWrite });
    await edit({ url: `${receiver.url}?token=other`, eventTypes: null, beforeWrite });
    const parts = (url: string) => ({ url, eventTypes: 'all', status: 'enabled' });
    expect(told).toEqual([
      [parts(receiver.url), parts(`${receiver.url}?…`)],
      [parts(`${receiver.url}?…`), parts(`${receiver.url}?… (another query)`)],
    ]);
  });
});
