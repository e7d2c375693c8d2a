import type { EventType } from '../../../../../shared/events/event-types';
import { readKeyRecord } from '../../../../../shared/sending/idempotency/key-record';
import type { BusEvent } from '../../../../../shared/platform/queues/event-bus';
import { readJobMessageId } from '../../../../../shared/sending/jobs/results/job-message-id';
import { listRecipients } from '../../../../../shared/sending/jobs/read/list-recipients';
import { findRecipientMessage } from '../../../../../shared/sending/jobs/results/recipient-message';
import { readReceipts } from '../../../../../shared/sending/jobs/results/recipient-receipt';
import { readRecipientsQuery } from '../../../../../shared/sending/jobs/read/recipients-query';
import { presentMessageStatus } from '../../../../../shared/messages/present-message-status';
import { idempotencyKey } from '../../../../../shared/platform/store/keys';
import { deriveSealingKey } from '../../../../../shared/platform/secrets/sealing-key';
import { recordReceipt } from '../../../../support/sending/record-receipt';
import { recordReceipts } from '../../../../../shared/sending/receipts/record-receipts';
import { addEndpoint } from '../../../../../shared/webhooks/manage-endpoints';
import { countUnits } from '../../../../support/engines/capacity-meter';
import { useEngine } from '../../../../support/engines/engine';
import { validateEvent } from '../../../../support/webhooks/event-schemas';
import { createJobsFixture, type JobsFixture, START } from '../../../../support/sending/jobs-fixture';

const AT = '2026-03-01T12:10:00.000Z';

const engine = useEngine();
let jobs: JobsFixture;
let messageId: string;

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

/** Returns the account's events of messages on the bus. */
const messageEvents = () =>
  [...jobs.events.values()].filter(({ type }) =>
    (type as string).startsWith('messaging.message.'),
  ) as unknown as Array<Record<string, unknown>>;

/** Returns the stored receipts of the message. */
const reported = async () => (await readReceipts(engine.table, [messageId]))[0];

describe('a receipt of a job’s message', () => {
  it('makes an event when an endpoint asked for its type', async () => {
    await subscribe('messaging.message.delivered');
    await recordReceipt(jobs, { messageId, status: 'delivered', at: AT });
    const events = messageEvents();
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
    expect(await reported()).toMatchObject({ deliveryStatus: 'delivered' });
  });

  it('makes one event of a message that was read, whichever comes first', async () => {
    await subscribe('messaging.message.delivered');
    const delivered = { messageId, status: 'delivered', at: AT, channel: 'rcs', sentFrom: 'rcs-1' } as const;
    const readAt = '2026-03-01T12:09:59.000Z';
    await recordReceipt(jobs, { ...delivered, at: readAt, readAt });
    await recordReceipt(jobs, { ...delivered, price: 0.012 });
    await recordReceipt(jobs, { ...delivered, at: readAt, readAt });
    const events = messageEvents();
    expect(events.map(validateEvent)).toEqual([null]);
    expect(events).toMatchObject([{ message: { channel: 'rcs', readAt }, deliveredAt: readAt }]);
    expect(await reported()).toMatchObject({
      ...{ deliveryStatus: 'delivered', deliveryStatusAt: readAt, readAt, price: 0.012 },
      ...{ channel: 'rcs', sentFrom: 'rcs-1' },
    });
  });

  it('makes one event however often it comes', async () => {
    await subscribe('messaging.message.failed');
    for (let count = 0; count < 3; count++)
      await recordReceipt(jobs, { messageId, status: 'failed', at: AT });
    expect(messageEvents()).toMatchObject([{ type: 'messaging.message.failed', stage: 'delivery' }]);
  });

  it('makes none when no endpoint subscribed to its type, or it is not final', async () => {
    await subscribe('messaging.message.failed');
    await recordReceipt(jobs, { messageId, status: 'pending', at: AT });
    await recordReceipt(jobs, { messageId, status: 'delivered', at: AT });
    expect(messageEvents()).toEqual([]);
    expect(await reported()).toMatchObject({ deliveryStatus: 'delivered' });
  });

  it('makes one without an endpoint where events are archived', async () => {
    const archived = { ...jobs, archivesEvents: true };
    await recordReceipt(archived, { messageId, status: 'pending', at: AT });
    await recordReceipt(archived, { messageId, status: 'delivered', at: AT });
    const events = messageEvents();
    expect(events.map(validateEvent)).toEqual([null]);
    expect(events).toMatchObject([{ type: 'messaging.message.delivered', message: { id: messageId } }]);
  });

  it('makes none of a job that is not known any more', async () => {
    await recordReceipt(jobs, { messageId: 'msg_nothing', status: 'delivered', at: AT });
    expect(messageEvents()).toEqual([]);
  });

  it('that only repeats a refusal makes none', async () => {
    jobs = await createJobsFixture(engine.table, { contacts: 100 });
    await subscribe('messaging.message.failed');
    jobs.answer.current = (message) => {
      messageId = message.messageId;
      return { outcome: 'refused', errorType: 'destination_blocked', errorMessage: 'Blocked.' };
    };
    await jobs.broadcast();
    await jobs.runToEnd();
    await recordReceipt(jobs, { messageId, status: 'failed', at: AT });
    expect(messageEvents()).toEqual([]);
  });
});

describe('receipts of a job that come in one batch', () => {
  const receipts = () =>
    jobs.taken
      .slice(0, 25)
      .flatMap((taken) =>
        (['delivered', 'pending'] as const).map((status) => ({ messageId: taken.messageId, status, at: AT })),
      );

  it('are one write for a page of results and one for the day, and read no progress where every outcome is known', async () => {
    const reads: string[] = [];
    const table = Object.assign(Object.create(engine.table) as typeof engine.table, {
      batchGet: async (...args: Parameters<typeof engine.table.batchGet>) => {
        reads.push(...args[0].map(({ sk }) => sk.split('#')[0] ?? ''));
        return engine.table.batchGet(...args);
      },
    });
    const { units } = await countUnits(engine.documents, () =>
      recordReceipts({ ...jobs, table }, receipts()),
    );
    expect(units.write).toBe(2);
    expect(reads).not.toContain('PROGRESS');
    const ids = jobs.taken.map((taken) => taken.messageId);
    const found = await readReceipts(engine.table, ids);
    expect(found.slice(0, 25).map((receipt) => receipt?.deliveryStatus)).toEqual(
      Array.from({ length: 25 }, () => 'delivered'),
    );
    expect(found[25]).toBeUndefined();
  });

  it('that come again write nothing', async () => {
    await recordReceipts(jobs, receipts());
    const { units } = await countUnits(engine.documents, () => recordReceipts(jobs, receipts()));
    expect(units.write).toBe(0);
  });

  it('side by side, lose none', async () => {
    await Promise.all(receipts().map((receipt) => recordReceipt(jobs, receipt)));
    const ids = jobs.taken.slice(0, 25).map((taken) => taken.messageId);
    const found = await readReceipts(engine.table, ids);
    expect(found.every((receipt) => receipt?.deliveryStatus === 'delivered')).toBe(true);
  });

  it('make their events again when the worker died before it told', async () => {
    await subscribe('messaging.message.delivered');
    const failing = { ...jobs, eventBus: { publish: async () => Promise.reject(new Error('Gone')) } };
    expect(await recordReceipts(failing, receipts())).toHaveLength(50);
    expect(messageEvents()).toEqual([]);
    expect(await recordReceipts(jobs, receipts())).toEqual([]);
    expect(messageEvents()).toHaveLength(25);
  });

  it('come again only for the message whose event the bus refused', async () => {
    await subscribe('messaging.message.delivered');
    let refusedId: string | undefined;
    const refusing = {
      ...jobs,
      eventBus: {
        publish: async (events: BusEvent[]) => {
          refusedId = events[3]?.subjectId;
          return [3];
        },
      },
    };
    const failed = await recordReceipts(refusing, receipts());
    expect(refusedId).toBeDefined();
    expect(failed).toHaveLength(2);
    expect(new Set(failed.map(({ messageId: id }) => id))).toEqual(new Set([refusedId]));
  });
});

describe('what the provider tells besides', () => {
  const TOLD = { providerMessageId: 'sim_1', parts: 2, price: 0.01766 };
  const REASON = 'Phone is currently unreachable or unavailable';
  const listed = async () => {
    const { jobId } = readJobMessageId(messageId)!;
    const query = readRecipientsQuery({}, jobId);
    const page = await listRecipients(jobs, { job: await jobs.job(jobId), ...query });
    return page.results.find((entry) => 'messageId' in entry && entry.messageId === messageId);
  };
  const shown = async () =>
    presentMessageStatus((await findRecipientMessage(engine.table, readJobMessageId(messageId)!))!);

  it('is the id at first, and the rest with the receipt, in the list and in the message', async () => {
    for (const read of [listed, shown]) {
      expect(await read()).toMatchObject({ status: 'sent', providerMessageId: 'sim_1' });
      expect(await read()).not.toHaveProperty('price');
    }
    await recordReceipt(jobs, { messageId, status: 'pending', at: AT, ...TOLD, providerMessageId: 'other' });
    await recordReceipt(jobs, { messageId, status: 'failed', at: AT, carrierReason: REASON });
    for (const read of [listed, shown]) {
      expect(await read()).toMatchObject({
        ...TOLD,
        status: 'sent',
        deliveryStatus: 'failed',
        carrierReason: REASON,
      });
    }
  });

  it('is in the event', async () => {
    await subscribe('messaging.message.failed');
    await recordReceipt(jobs, { messageId, status: 'failed', at: AT, ...TOLD, carrierReason: REASON });
    const events = messageEvents();
    expect(events.map(validateEvent)).toEqual([null]);
    expect(events).toMatchObject([{ message: { ...TOLD, carrierReason: REASON }, stage: 'delivery' }]);
  });
});

describe('a receipt of a recipient whose outcome is unknown', () => {
  let jobId: string;
  beforeEach(async () => {
    jobs = await createJobsFixture(engine.table, { contacts: 100 });
    jobs.answer.current = (message) => {
      jobs.taken.push(message);
      return jobs.taken.length === 1
        ? { outcome: 'unknown' }
        : { outcome: 'accepted', providerMessageId: `sim_${jobs.taken.length}` };
    };
    jobId = await jobs.broadcast({
      recipients: jobs.phones.map((to, index) => ({ to, idempotencyKey: `key-${index}` })),
    });
    messageId = '';
  });
  const counts = async () => {
    const { counts } = await jobs.job(jobId);
    return { sent: counts.sent, failed: counts.failed, skipped: counts.skipped };
  };

  it.each(['pending', 'delivered', 'failed'] as const)(
    'makes it sent, in results, counters and key, whatever it says: %s',
    async (status) => {
      await jobs.runToEnd();
      messageId = jobs.taken[0]!.messageId;
      expect(await counts()).toEqual({ sent: 99, failed: 1, skipped: 0 });
      const credits = await jobs.credits();

      for (let count = 0; count < 3; count++) await recordReceipt(jobs, { messageId, status, at: AT });

      expect(await counts()).toEqual({ sent: 100, failed: 0, skipped: 0 });
      expect(await jobs.credits()).toEqual(credits);
      const place = readJobMessageId(messageId)!;
      expect(await findRecipientMessage(engine.table, place)).toMatchObject({
        status: 'sent',
        deliveryStatus: status,
      });
      const key = await engine.table.get(idempotencyKey(jobs.accountId, 'message', 'key-0'));
      expect(key && readKeyRecord(key)).toMatchObject({ state: 'completed', subjectId: messageId });
      expect(jobs.taken).toHaveLength(100);
    },
  );

  it('that comes before the chunk has ended counts when it has', async () => {
    const answer = jobs.answer.current;
    jobs.answer.current = async (message) => {
      const said = await answer(message);
      if (said.outcome === 'unknown')
        await recordReceipt(jobs, { messageId: message.messageId, status: 'delivered', at: AT });
      return said;
    };
    await jobs.runToEnd();
    expect(await counts()).toEqual({ sent: 100, failed: 0, skipped: 0 });
  });
});
