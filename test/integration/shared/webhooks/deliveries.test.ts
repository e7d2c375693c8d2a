import { paginateScan } from '@aws-sdk/client-dynamodb';
import { updateExpression } from '../../../../shared/platform/store/expressions';
import {
  DUE_INDEX,
  duePks,
  endpointKey,
  endpointQueueKey,
  outboxKey,
} from '../../../../shared/platform/store/keys';
import { findDelivery } from '../../../../shared/webhooks/delivery-store';
import { findEndpoint, findEndpoints } from '../../../../shared/webhooks/endpoint-store';
import { fanOutEvents } from '../../../../shared/webhooks/fan-out-events';
import {
  enableEndpoint,
  removeEndpoint,
  rotateSecret,
  switchOffEndpoint,
} from '../../../../shared/webhooks/manage-endpoints';
import { findWaiting } from '../../../../shared/webhooks/queue-entries';
import {
  listFailures,
  replayDeliveries,
  replayDelivery,
  sendTestEvent,
} from '../../../../shared/webhooks/replay-deliveries';
import { useEngine } from '../../../support/engines/engine';
import { createWebhookFixture, START, type WebhookFixture } from '../../../support/webhooks/webhook-fixture';
import {
  startWebhookReceiver,
  verifyWebhook,
  type WebhookReceiver,
} from '../../../support/webhooks/webhook-receiver';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const engine = useEngine();
let receiver: WebhookReceiver;
let service: WebhookFixture;
let others: WebhookReceiver[] = [];

async function startOther(): Promise<WebhookReceiver> {
  const other = await startWebhookReceiver();
  others.push(other);
  return other;
}

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  service = await createWebhookFixture(engine.table);
});

afterEach(async () => {
  await Promise.all([receiver, ...others].map((each) => each.stop()));
  others = [];
});

const dueEndpointQueues = async (endpointId: string) => {
  const places = await Promise.all(
    duePks('DELIVERY').map((pk) =>
      engine.table.queryAll({
        IndexName: DUE_INDEX,
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
      }),
    ),
  );
  return places.flat().filter(({ pk }) => pk.startsWith(endpointQueueKey({ endpointId }).pk));
};

describe('an event', () => {
  it('arrives as it is on the bus, in a form that standardwebhooks verifies', async () => {
    const { secret } = await service.add(receiver.url);
    const [event] = service.makeEvents(1);
    await service.deliver([event!]);
    expect(receiver.received).toHaveLength(1);
    const [webhook] = receiver.received;
    expect(verifyWebhook(webhook!, secret)).toEqual({
      id: event!.id,
      type: 'contacts.group.opted_in',
      version: 1,
      time: START,
      accountId: service.accountId,
    });
    expect(webhook!.id).toBe(event!.id);
    expect(webhook!.headers['content-type']).toBe('application/json');
  });

  it('is one delivery for each endpoint, however often it comes', async () => {
    const other = await startOther();
    await service.add(receiver.url);
    await service.add(other.url);
    const events = service.makeEvents(3);
    await service.deliver(events);
    await service.deliver(events);
    await Promise.all([fanOutEvents(service.deps, events), fanOutEvents(service.deps, events)]);
    await service.run();
    expect(receiver.received.map(({ id }) => id).sort()).toEqual(events.map(({ id }) => id).sort());
    expect(other.received).toHaveLength(3);
  });

  it('goes only to endpoints that asked for its type', async () => {
    const other = await startOther();
    await service.add(receiver.url, ['messaging.message.failed']);
    await service.add(other.url, ['contacts.group.opted_in', 'messaging.job.completed']);
    await service.deliver(service.makeEvents(1, 'contacts.group.opted_in'));
    expect(receiver.received).toHaveLength(0);
    expect(other.received).toHaveLength(1);
  });

  it('goes to no other account', async () => {
    const stranger = await createWebhookFixture(engine.table);
    await stranger.add(receiver.url);
    await service.deliver(service.makeEvents(1));
    await stranger.run();
    expect(receiver.received).toHaveLength(0);
  });

  it('is acknowledged in the outbox only once its deliveries are written', async () => {
    const { id } = await service.add(receiver.url);
    const outboxId = service.deps.ids.next('out');
    await engine.table.put({ Item: { ...outboxKey(outboxId), id: outboxId } });
    const [event] = service.makeEvents(1);
    await fanOutEvents(service.deps, [{ ...event!, outboxId }]);
    expect(await engine.table.get(outboxKey(outboxId))).toBeUndefined();
    expect(await findDelivery(engine.table, { endpointId: id, eventId: event!.id })).toMatchObject({
      status: 'pending',
      attempts: 0,
    });
  });

  it('leaves nothing behind that waits once it has arrived', async () => {
    const { id } = await service.add(receiver.url);
    await service.deliver(service.makeEvents(5));
    expect(await findWaiting(engine.table, { endpointId: id, limit: 10 })).toEqual([]);
    expect(await dueEndpointQueues(id)).toEqual([]);
  });
});

describe('a delivery that fails', () => {
  it('is attempted ten times over three days and then given up', async () => {
    receiver.answer = 500;
    const { id } = await service.add(receiver.url);
    const [event] = service.makeEvents(1);
    await service.deliver([event!]);
    const seen = [receiver.received.length];
    for (const wait of [
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      DAY,
    ]) {
      // The jitter shortens a wait by up to a tenth.
      await service.advance(0.85 * wait);
      seen.push(receiver.received.length);
      await service.advance(0.16 * wait);
      seen.push(receiver.received.length);
    }
    expect(seen).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10]);
    const given = await findDelivery(engine.table, { endpointId: id, eventId: event!.id });
    expect(given?.nextAttemptAt).toBeUndefined();
    expect(given).toMatchObject({
      status: 'failed',
      attempts: 10,
      lastResponseStatus: 500,
      lastError: 'The receiver answered 500.',
    });
    await service.advance(DAY);
    expect(receiver.received).toHaveLength(10);
    expect(await dueEndpointQueues(id)).toEqual([]);
  });

  it('is signed anew at each attempt, with the same id and the same text', async () => {
    receiver.answer = 500;
    const { secret } = await service.add(receiver.url);
    await service.deliver(service.makeEvents(1));
    await service.advance(5 * SECOND);
    const [first, second] = receiver.received;
    expect(second!.id).toBe(first!.id);
    expect(second!.body).toBe(first!.body);
    expect(verifyWebhook(first!, secret)).toEqual(verifyWebhook(second!, secret));
    expect(verifyWebhook(second!, secret)).toMatchObject({ id: first!.id });
  });

  it('waits for as long as the receiver asks', async () => {
    receiver.answer = (response) => response.writeHead(429, { 'retry-after': '120' }).end();
    await service.add(receiver.url);
    await service.deliver(service.makeEvents(1));
    await service.advance(119 * SECOND);
    expect(receiver.received).toHaveLength(1);
    await service.advance(SECOND);
    expect(receiver.received).toHaveLength(2);
  });

  it('fails at a redirect, without following it', async () => {
    const other = await startOther();
    receiver.answer = (response) => response.writeHead(307, { location: other.url }).end();
    const { id } = await service.add(receiver.url);
    const [event] = service.makeEvents(1);
    await service.deliver([event!]);
    expect(other.received).toHaveLength(0);
    expect(await findDelivery(engine.table, { endpointId: id, eventId: event!.id })).toMatchObject({
      status: 'pending',
      lastResponseStatus: 307,
      lastError: 'The receiver answered 307: redirects are not followed.',
    });
  });

  it('is sent when the timer wakes it, although the queue lost its messages', async () => {
    receiver.answer = 500;
    await service.add(receiver.url);
    await service.deliver(service.makeEvents(1));
    receiver.answer = 200;
    service.purgeQueues();
    await service.advance(MINUTE);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('an endpoint', () => {
  it('is disabled by a 410, and the account is told at its other endpoint', async () => {
    const other = await startOther();
    receiver.answer = 410;
    const gone = await service.add(receiver.url);
    await service.add(other.url, ['webhooks.endpoint.disabled']);
    await service.deliver(service.makeEvents(1));
    await service.deliver(service.makeEvents(1));
    expect(receiver.received).toHaveLength(1);
    expect(
      await findEndpoint(engine.table, { accountId: service.accountId, endpointId: gone.id }),
    ).toMatchObject({
      status: 'disabled',
      disabledReason: 'gone',
      disabledAt: START,
    });
    // The message about it is acknowledged.
    await service.advance(2 * MINUTE);
    expect(service.published).toHaveLength(1);
    expect(other.received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        id: other.received[0]?.id,
        type: 'webhooks.endpoint.disabled',
        version: 1,
        time: START,
        accountId: service.accountId,
        endpoint: { id: gone.id, url: receiver.url },
        reason: 'gone',
      },
    ]);
  });

  it('is enabled again by the operator at the very moment at which it was disabled, and then disabled again', async () => {
    receiver.answer = 410;
    const { id } = await service.add(receiver.url);
    const address = { accountId: service.accountId, endpointId: id };
    for (let round = 1; round <= 2; round++) {
      await service.deliver(service.makeEvents(1));
      expect(await findEndpoint(engine.table, address)).toMatchObject({
        status: 'disabled',
        disabledReason: 'gone',
      });
      expect(await enableEndpoint(service.deps, address)).toMatchObject({ status: 'enabled' });
      const { status, disabledReason, disabledAt } = (await findEndpoint(engine.table, address))!;
      expect([status, disabledReason, disabledAt]).toEqual(['enabled', undefined, undefined]);
    }
    expect(receiver.received).toHaveLength(2);
    expect(service.published.map(({ detailType }) => detailType)).toEqual([
      'webhooks.endpoint.disabled',
      'webhooks.endpoint.disabled',
    ]);
  });

  it('that was disabled before its endpointQueue said so stays disabled', async () => {
    const { id } = await service.add(receiver.url);
    const address = { accountId: service.accountId, endpointId: id };
    await engine.table.update({
      Key: endpointKey(service.accountId, id),
      ...updateExpression({ set: { status: 'disabled', disabledReason: 'failing', disabledAt: START } }),
    });
    await service.deliver(service.makeEvents(1));
    expect(receiver.received).toHaveLength(0);
    expect(await listFailures(engine.table, address)).toHaveLength(1);
    expect(await enableEndpoint(service.deps, address)).toMatchObject({ status: 'enabled' });
    await service.deliver(service.makeEvents(1));
    expect(receiver.received).toHaveLength(1);
  });

  it('keeps its new secret when it was disabled', async () => {
    receiver.answer = 410;
    const { id } = await service.add(receiver.url);
    const address = { accountId: service.accountId, endpointId: id };
    await service.deliver(service.makeEvents(1));
    await rotateSecret(service.deps, address);
    expect(await findEndpoint(engine.table, address)).toMatchObject({
      status: 'disabled',
      secrets: [{}, {}],
    });
  });

  it('is disabled after five days of nothing but failures, and not a moment earlier', async () => {
    receiver.answer = 500;
    const { id } = await service.add(receiver.url);
    const address = { accountId: service.accountId, endpointId: id };
    await service.deliver(service.makeEvents(1));
    await service.advance(5 * DAY - 10 * MINUTE);
    await service.deliver(service.makeEvents(1));
    expect(await findEndpoint(engine.table, address)).toMatchObject({ status: 'enabled' });
    await service.advance(10 * MINUTE);
    await service.deliver(service.makeEvents(1));
    expect(await findEndpoint(engine.table, address)).toMatchObject({
      status: 'disabled',
      disabledReason: 'failing',
    });
    expect(
      service.published.map(({ detailType, detail }) => [detailType, (detail as { reason?: string }).reason]),
    ).toEqual([['webhooks.endpoint.disabled', 'failing']]);
  });

  it('is not disabled when anything arrived within the five days', async () => {
    receiver.answer = 500;
    const { id } = await service.add(receiver.url);
    await service.deliver(service.makeEvents(1));
    await service.advance(3 * DAY);
    receiver.answer = 200;
    await service.deliver(service.makeEvents(1));
    receiver.answer = 500;
    await service.advance(2 * DAY + HOUR);
    await service.deliver(service.makeEvents(1));
    expect(await findEndpoint(engine.table, { accountId: service.accountId, endpointId: id })).toMatchObject({
      status: 'enabled',
    });
  });

  it('keeps what happened while it was disabled for a replay, and starts afresh', async () => {
    receiver.answer = 410;
    const { id } = await service.add(receiver.url, ['contacts.group.opted_in']);
    const address = { accountId: service.accountId, endpointId: id };
    const [before] = service.makeEvents(1);
    await service.deliver([before!]);
    await service.advance(6 * DAY);
    const [during] = service.makeEvents(1);
    await service.deliver([during!]);
    expect(await replayDeliveries(service.deps, address)).toBeUndefined();
    expect(
      (await listFailures(engine.table, address)).map(({ eventId, lastError }) => [eventId, lastError]),
    ).toEqual([
      [before!.id, 'The receiver answered 410: gone.'],
      [during!.id, 'The endpoint is disabled.'],
    ]);

    receiver.answer = 500;
    await enableEndpoint(service.deps, address);
    expect(await replayDeliveries(service.deps, address)).toEqual({ replayed: 2, nextPlace: undefined });
    await service.run();
    const { status, disabledReason } = (await findEndpoint(engine.table, address))!;
    expect([status, disabledReason]).toEqual(['enabled', undefined]);
    receiver.answer = 200;
    await service.advance(5 * SECOND);
    expect(receiver.ids()).toEqual([before!.id, during!.id]);
    expect(await listFailures(engine.table, address)).toEqual([]);
  });

  it('gives up what waits when the operator switches it off', async () => {
    receiver.answer = 500;
    const { id } = await service.add(receiver.url);
    const address = { accountId: service.accountId, endpointId: id };
    await service.deliver(service.makeEvents(3));
    await switchOffEndpoint(service.deps, address);
    await service.advance(MINUTE);
    expect(receiver.received).toHaveLength(3);
    expect(await findWaiting(engine.table, { endpointId: id, limit: 10 })).toEqual([]);
    expect(await listFailures(engine.table, address)).toHaveLength(3);
  });

  it('that was removed gets nothing and leaves nothing that waits', async () => {
    receiver.answer = 500;
    const { id } = await service.add(receiver.url);
    await service.deliver(service.makeEvents(3));
    expect(await removeEndpoint(service.deps, { accountId: service.accountId, endpointId: id })).toBe(true);
    await service.advance(DAY);
    expect(receiver.received).toHaveLength(3);
    expect(await findEndpoints(engine.table, service.accountId)).toEqual([]);
    expect(await engine.table.get(endpointQueueKey({ endpointId: id }))).toBeUndefined();
    expect(await findWaiting(engine.table, { endpointId: id, limit: 10 })).toEqual([]);
    expect(await removeEndpoint(service.deps, { accountId: service.accountId, endpointId: id })).toBe(false);
  });
});

describe('a rotation', () => {
  it('lets both secrets verify for 24 hours and then the new one alone', async () => {
    const { id, secret: first } = await service.add(receiver.url);
    const address = { accountId: service.accountId, endpointId: id };
    const rotated = await rotateSecret(service.deps, address);
    await service.deliver(service.makeEvents(1));
    await service.advance(DAY - 1);
    await service.deliver(service.makeEvents(1));
    await service.advance(1);
    await service.deliver(service.makeEvents(1));
    const verdicts = (secret: string) =>
      receiver.received.map((webhook) => typeof verifyWebhook(webhook, secret) === 'object');
    expect(verdicts(first)).toEqual([true, true, false]);
    expect(verdicts(rotated!.secret)).toEqual([true, true, true]);
    expect(
      receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length),
    ).toEqual([2, 2, 1]);
  });

  it('twice on a day leaves the newest two', async () => {
    const { id, secret: first } = await service.add(receiver.url);
    const address = { accountId: service.accountId, endpointId: id };
    const second = await rotateSecret(service.deps, address);
    const third = await rotateSecret(service.deps, address);
    await service.deliver(service.makeEvents(1));
    const [webhook] = receiver.received;
    expect(verifyWebhook(webhook!, first)).toBe('No matching signature found');
    expect(verifyWebhook(webhook!, second!.secret)).toMatchObject({ version: 1 });
    expect(verifyWebhook(webhook!, third!.secret)).toMatchObject({ version: 1 });
  });
});

describe('secrets', () => {
  it('are nowhere in the table', async () => {
    const { id, secret } = await service.add(receiver.url);
    const rotated = await rotateSecret(service.deps, { accountId: service.accountId, endpointId: id });
    await service.deliver(service.makeEvents(1));
    let items = '';
    for await (const page of paginateScan({ client: engine.client }, { TableName: engine.table.name })) {
      items += JSON.stringify(page.Items);
    }
    expect(items).toContain(id);
    for (const text of [secret, rotated!.secret]) {
      const bare = text.slice('whsec_'.length);
      expect(items).not.toContain(bare);
      expect(items).not.toContain(Buffer.from(bare, 'base64').toString('hex'));
    }
  });
});

describe('the operator', () => {
  it('sends a test event to one endpoint, whatever types it asked for', async () => {
    const other = await startOther();
    const { id, secret } = await service.add(receiver.url, ['messaging.job.completed']);
    await service.add(other.url);
    const delivery = await sendTestEvent(service.deps, { accountId: service.accountId, endpointId: id });
    await service.run();
    expect(other.received).toHaveLength(0);
    expect(verifyWebhook(receiver.received[0]!, secret)).toEqual({
      id: delivery!.eventId,
      type: 'webhooks.test',
      version: 1,
      time: START,
      accountId: service.accountId,
      endpoint: { id, url: receiver.url },
    });
    expect(await findDelivery(engine.table, delivery!)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  it('replays one event, whether it failed or arrived', async () => {
    const { id } = await service.add(receiver.url);
    const address = { accountId: service.accountId, endpointId: id };
    const [event] = service.makeEvents(1);
    await service.deliver([event!]);
    expect(await replayDelivery(service.deps, { ...address, eventId: event!.id })).toBe('replayed');
    expect(await replayDelivery(service.deps, { ...address, eventId: event!.id })).toBe('pending');
    await service.run();
    expect(receiver.received.map(({ id: eventId }) => eventId)).toEqual([event!.id, event!.id]);
    expect(await replayDelivery(service.deps, { ...address, eventId: 'evt_none' })).toBe('unknown');
  });

  it('replays what failed of the events since a time', async () => {
    const { id } = await service.add(receiver.url);
    const address = { accountId: service.accountId, endpointId: id };
    await switchOffEndpoint(service.deps, address);
    const early = service.makeEvents(2);
    await service.deliver(early);
    await service.advance(HOUR);
    const since = service.now();
    const late = service.makeEvents(3);
    await service.deliver(late);
    await enableEndpoint(service.deps, address);
    expect(await listFailures(engine.table, { ...address, since })).toHaveLength(3);
    expect(await replayDeliveries(service.deps, { ...address, since })).toMatchObject({ replayed: 3 });
    await service.run();
    expect(receiver.ids().sort()).toEqual(late.map(({ id: eventId }) => eventId).sort());
    expect(await listFailures(engine.table, address)).toHaveLength(2);
  });

  it('replays what arrived as well when asked to', async () => {
    const { id } = await service.add(receiver.url);
    const address = { accountId: service.accountId, endpointId: id };
    await service.deliver(service.makeEvents(2));
    await service.advance(HOUR);
    const since = service.now();
    await service.deliver(service.makeEvents(3));
    const all = { ...address, since, includesDelivered: true };
    expect(await replayDeliveries(service.deps, all)).toMatchObject({ replayed: 3 });
    expect(await replayDeliveries(service.deps, address)).toMatchObject({ replayed: 0 });
    await service.run();
    expect(receiver.received).toHaveLength(8);
  });

  it('goes on from where time ran out, and replays none twice', async () => {
    const { id } = await service.add(receiver.url);
    const address = { accountId: service.accountId, endpointId: id };
    await service.deliver(service.makeEvents(3));
    const all = { ...address, includesDelivered: true, endsAtMs: 0 };
    let place: string | undefined;
    const counts: number[] = [];
    do {
      const result = await replayDeliveries(service.deps, { ...all, place });
      counts.push(result!.replayed);
      place = result!.nextPlace;
      await service.run();
    } while (place !== undefined);
    expect(counts).toEqual([1, 1, 1, 0]);
    expect(receiver.received).toHaveLength(6);
  });
});
