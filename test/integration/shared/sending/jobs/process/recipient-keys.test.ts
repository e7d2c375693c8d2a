import { jobMessageId } from '../../../../../../shared/sending/jobs/results/job-message-id';
import { settleUnknownRecipient } from '../../../../../../shared/sending/jobs/process/settle-unknown';
import { idempotencyKey } from '../../../../../../shared/platform/store/keys';
import type { Item } from '../../../../../../shared/platform/store/item';
import type { Table } from '../../../../../../shared/platform/store/table';
import type { SendOutcome } from '../../../../../../shared/platform/provider/port';
import { useEngine } from '../../../../../support/engines/engine';
import type { ChunkTask } from '../../../../../../shared/outbox/relay-outbox';
import { createJobsFixture, type JobsFixture } from '../../../../../support/sending/jobs-fixture';
import { REFUSED, UNKNOWN } from '../../../../../support/sending/scripted-provider';

const LONGER_THAN_A_LEASE_MS = 31_000;
const KEY = 'the-key';

const engine = useEngine();

class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

/**
 * Returns the table of a worker whose claims of keys take until `release` is called.
 *
 * @param diesAfter true: the worker dies after the claim
 */
function tableWithSlowClaims(table: Table, diesAfter = false) {
  let reach = () => {};
  let release = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const slow = Object.create(table, {
    put: {
      value: async (input: Parameters<Table['put']>[0]) => {
        if (input.Item.entity === 'idempotency') {
          reach();
          await released;
          if (diesAfter) {
            await table.put(input);
            throw new WorkerDied();
          }
        }
        return table.put(input);
      },
    },
  }) as Table;
  return { slow, reached, release: () => release() };
}

const ACCEPTED = { outcome: 'accepted' as const, providerMessageId: 'sim_1' };

let fixture: JobsFixture;
beforeEach(async () => {
  fixture = await createJobsFixture(engine.table, { contacts: 1 });
});

/** Submits a job whose one recipient has the key. */
async function submitKeyedJob(): Promise<string> {
  const [to = ''] = fixture.phones;
  return fixture.broadcast({ recipients: [{ to, idempotencyKey: KEY }] });
}

async function startKeyedJob(): Promise<{ jobId: string; task: ChunkTask }> {
  const jobId = await submitKeyedJob();
  await fixture.relay();
  const [task] = fixture.tasks.splice(0);
  if (!task) throw new Error('A chunk was expected');
  return { jobId, task };
}

/** Runs a job with the key, from beginning to end. */
async function runKeyedJob(answer: SendOutcome): Promise<string> {
  fixture.answer.current = () => answer;
  const jobId = await submitKeyedJob();
  await fixture.runToEnd();
  return jobId;
}

const placeIn = (jobId: string) => ({ jobId, chunk: 1, position: 0 });

async function proveSent(jobId: string): Promise<void> {
  const sentAt = fixture.clock.now().toISOString();
  await settleUnknownRecipient(fixture, { place: placeIn(jobId), sentAt });
}

async function keyItem(): Promise<Item | undefined> {
  return engine.table.get(idempotencyKey(fixture.accountId, 'message', KEY));
}

/**
 * Freezes a worker while it claims the key, for longer than its lease, and lets another one end the recipient
 * meanwhile.
 *
 * @param options.whileLate called before the claim reaches the table
 * @param options.diesAfter the worker dies after the claim
 */
async function claimLate(options: {
  answer: SendOutcome;
  whileLate?: () => Promise<void>;
  diesAfter?: boolean;
}): Promise<{ jobId: string }> {
  const { jobId, task } = await startKeyedJob();
  fixture.answer.current = () => options.answer;
  const { slow, reached, release } = tableWithSlowClaims(engine.table, options.diesAfter);
  const slowWork = fixture.work(task, { ...fixture, table: slow });
  await reached;
  fixture.advance(LONGER_THAN_A_LEASE_MS);
  await fixture.work(task);
  await options.whileLate?.();
  release();
  await slowWork.catch((error: unknown) => {
    if (!(error instanceof WorkerDied)) throw error;
  });
  return { jobId };
}

describe('a claim that reaches the table after another worker has ended its recipient', () => {
  it.each([
    ['leaves the key free when the recipient failed', REFUSED, undefined],
    ['leaves the key completed when the recipient was sent to', ACCEPTED, 'completed'],
  ])('%s', async (_title, answer, expected) => {
    await claimLate({ answer });
    expect((await keyItem())?.state).toBe(expected);
  });

  it('does not take the key from another whose outcome is unknown', async () => {
    let other = '';
    await claimLate({
      answer: UNKNOWN,
      whileLate: async () => {
        other = await runKeyedJob(UNKNOWN);
      },
    });
    expect(await keyItem()).toMatchObject({
      state: 'outcomeUnknown',
      subjectId: jobMessageId(placeIn(other)),
    });
  });

  it('does not hold up others when its worker dies before it can let go', async () => {
    await claimLate({ answer: REFUSED, diesAfter: true });
    expect(await keyItem()).toMatchObject({ state: 'inProgress' });

    const jobId = await runKeyedJob(ACCEPTED);
    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 1 });
    expect(await keyItem()).toMatchObject({ state: 'completed', subjectId: jobMessageId(placeIn(jobId)) });
  });
});

describe('a receipt that proves a recipient of unknown outcome sent', () => {
  it.each([
    ['has another unknown outcome', UNKNOWN],
    ['was free again', REFUSED],
  ])('consumes a key that since %s', async (_title, answer) => {
    const first = await runKeyedJob(UNKNOWN);
    await runKeyedJob(answer);
    await proveSent(first);

    expect(await keyItem()).toMatchObject({
      entity: 'idempotency',
      state: 'completed',
      subjectId: jobMessageId(placeIn(first)),
    });
    // A recipient whose key is consumed is dropped at acceptance.
    const third = await runKeyedJob(ACCEPTED);
    expect(await fixture.job(third)).toMatchObject({ totalRecipients: 0, counts: { sent: 0 } });
  });

  it('leaves a key alone that another has consumed since', async () => {
    const first = await runKeyedJob(UNKNOWN);
    const second = await runKeyedJob(ACCEPTED);
    await proveSent(first);

    expect(await keyItem()).toMatchObject({ state: 'completed', subjectId: jobMessageId(placeIn(second)) });
  });
});
