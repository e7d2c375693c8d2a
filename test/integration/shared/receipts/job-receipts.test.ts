import type { EventType } from '../../../../shared/events/event-types';
import { findDue } from '../../../../shared/outbox/find-due';
import { readOutboxItem } from '../../../../shared/outbox/outbox';
import { receiptKey } from '../../../../shared/platform/keys';
import { deriveSealingKey } from '../../../../shared/platform/sealing-key';
import { recordReceipt } from '../../../../shared/receipts/record-receipt';
import { addEndpoint } from '../../../../shared/webhooks/manage-endpoints';
import { startEngine, type TestEngine } from '../../../support/engine';
import { validateEvent } from '../../../support/event-schemas';
import { createJobsFixture, type JobsFixture, START } from '../../../support/jobs-fixture';

const AT = '2026-03-01T12:10:00.000Z';

let engine: TestEngine;
let jobs: JobsFixture;
let messageId: string;

beforeAll(async () => {
  engine = await startEngine();
});

afterAll(async () => {
  await engine.stop();
});

beforeEach(async () => {
  jobs = await createJobsFixture(engine.table, { contacts: 100 });
  await jobs.broadcast();
  await jobs.runToEnd();
  messageId = jobs.taken[0]!.messageId;
});

async function subscribe(...eventTypes: EventType[]): Promise<void> {
  const deps = {
    ...jobs,
    sealingKey: deriveSealingKey('a key for tests'),
    policy: { allowsLoopback: false },
  };
  await addEndpoint(deps, { accountId: jobs.accountId, url: 'https://example.com/', eventTypes });
}

/** Events of messages of the account that wait in the outbox. */
async function messageEvents(): Promise<Array<Record<string, unknown>>> {
  const events: Array<Record<string, unknown>> = [];
  for await (const item of findDue(engine.table, 'OUTBOX', new Date('2027-01-01T00:00:00.000Z'))) {
    const { entry } = readOutboxItem(item);
    if (entry.kind !== 'event') continue;
    const event = entry.event.detail as Record<string, unknown>;
    const isOurs =
      event.accountId === jobs.accountId && entry.event.detailType.startsWith('messaging.message.');
    if (isOurs) events.push(event);
  }
  return events;
}

describe('a receipt of a job’s message', () => {
  it('makes an event when an endpoint asked for its type', async () => {
    await subscribe('messaging.message.delivered');
    await recordReceipt(jobs, { messageId, status: 'delivered', at: AT });
    const events = await messageEvents();
    expect(events.map(validateEvent)).toEqual([null]);
    expect(events).toMatchObject([
      {
        type: 'messaging.message.delivered',
        message: {
          id: messageId,
          direction: 'outbound',
          to: jobs.taken[0]!.to,
          from: jobs.from,
          body: 'Hello',
          status: 'sent',
          createdAt: START,
        },
        deliveredAt: AT,
      },
    ]);
    expect(await engine.table.get(receiptKey(messageId))).toMatchObject({ deliveryStatus: 'delivered' });
  });

  it('makes one event however often it comes', async () => {
    await subscribe('messaging.message.failed');
    for (let count = 0; count < 3; count++)
      await recordReceipt(jobs, { messageId, status: 'failed', at: AT });
    expect(await messageEvents()).toMatchObject([{ type: 'messaging.message.failed', stage: 'delivery' }]);
  });

  it('makes none when nobody asked for its type, or it is not final', async () => {
    await subscribe('messaging.message.failed');
    await recordReceipt(jobs, { messageId, status: 'pending', at: AT });
    await recordReceipt(jobs, { messageId, status: 'delivered', at: AT });
    expect(await messageEvents()).toEqual([]);
    expect(await engine.table.get(receiptKey(messageId))).toMatchObject({ deliveryStatus: 'delivered' });
  });

  it('makes none of a job that is not known any more', async () => {
    await recordReceipt(jobs, { messageId: 'msg_nothing', status: 'delivered', at: AT });
    expect(await messageEvents()).toEqual([]);
  });
});
