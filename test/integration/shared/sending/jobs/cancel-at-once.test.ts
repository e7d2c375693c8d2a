import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { markAccountClosed } from '../../../../../shared/accounts/account-store';
import { presentJob } from '../../../../../shared/sending/jobs/job';
import { cancelJob } from '../../../../../shared/sending/jobs/read/cancel-job';
import { readAllProgress, readCounts } from '../../../../../shared/sending/jobs/results/read-counts';
import { Table } from '../../../../../shared/platform/store/table';
import { useEngine } from '../../../../support/engines/engine';
import { wrappedTable } from '../../../../support/faults/faulty-client';
import { holdProvider } from '../../../../support/sending/held-provider';
import { createJobsFixture, type JobsFixture } from '../../../../support/sending/jobs-fixture';
import { storeJob } from '../../../../support/sending/stored-job';
import { waitFor } from '../../../../support/run/wait-for';

const engine = useEngine();

interface Counts {
  pending: number;
  sent: number;
  failed: number;
  skipped: number;
}

/** Cancels a job, and returns its counts with the number of messages that the provider had then. */
async function cancel(fixture: JobsFixture, jobId: string): Promise<{ counts: Counts; taken: number }> {
  const job = await cancelJob(fixture, await fixture.job(jobId));
  const { counts } = presentJob(job, await readCounts(fixture.table, job)) as { counts: Counts };
  return { counts, taken: fixture.taken.length };
}

/** Processes all chunks concurrently, cancels when the provider takes a message, and continues to the end. */
async function cancelAtMessage(fixture: JobsFixture, jobId: string, message: number) {
  const accept = fixture.answer.current;
  let answer: Awaited<ReturnType<typeof cancel>> | undefined;
  fixture.answer.current = async (one) => {
    const outcome = accept(one);
    if (fixture.taken.length === message) answer = await cancel(fixture, jobId);
    return outcome;
  };
  await fixture.runToEnd();
  if (!answer) throw new Error('Not cancelled');
  const { counts } = await fixture.job(jobId);
  return { answer, counts, after: fixture.taken.length - answer.taken };
}

describe('after the answer to a cancellation', () => {
  it('each of ten workers hands over at most the send batch that it was at', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 1_000 });
    const jobId = await fixture.broadcast();

    const { answer, counts, after } = await cancelAtMessage(fixture, jobId, 260);

    expect(after).toBeLessThanOrEqual(250);
    expect(counts.sent).toBe(fixture.taken.length);
    expect(counts).toMatchObject({ failed: 0, unknown: 0, skipped: 1_000 - counts.sent });
    expect(await fixture.credits()).toEqual({ sms: 1_000_000 - 2 * counts.sent, mms: 1_000_000 });
    // Recipients that are not being handed over already count as skipped.
    expect(answer.counts.pending).toBeLessThanOrEqual(250);
    expect(answer.counts.sent + answer.counts.skipped + answer.counts.pending).toBe(1_000);
    expect(counts.sent - answer.counts.sent).toBeGreaterThanOrEqual(0);
    expect(counts.sent - answer.counts.sent).toBeLessThanOrEqual(answer.counts.pending);
    expect(counts.skipped - answer.counts.skipped).toBeLessThanOrEqual(answer.counts.pending);
  });

  it('the two workers of a number with a rate hand over at most the send batches that they were at', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 400, ratePerSecond: 100 });
    const jobId = await fixture.broadcast();

    const { answer, counts, after } = await cancelAtMessage(fixture, jobId, 110);

    expect(after).toBeLessThanOrEqual(50);
    expect(answer.counts.pending).toBeLessThanOrEqual(50);
    expect(counts.sent - answer.counts.sent).toBeLessThanOrEqual(answer.counts.pending);
    expect(counts).toMatchObject({ sent: fixture.taken.length, skipped: 400 - fixture.taken.length });
  });

  it('at most 250 are handed over, however many workers are at it', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 1_000 });
    const { id: jobId } = await storeJob(engine.table, {
      ...{ accountId: fixture.accountId, id: 'brc_01JNA0000000000000000000CA', chunks: 20, size: 50 },
      job: { from: fixture.from },
    });
    const held = holdProvider(fixture);
    const workers = Array.from({ length: 20 }, async (_, index) => fixture.work({ jobId, chunk: index + 1 }));
    await held.until(500);

    // While the cancellation waits, one worker after the other ends its send batch.
    const table = new Table(engine.documents, engine.table.name, {
      random: () => 0,
      pause: async () => {
        const before = await countInFlight(jobId);
        held.release(25);
        await waitFor(async () => ((await countInFlight(jobId)) < before ? true : undefined));
      },
    });
    const answer = await cancel({ ...fixture, table }, jobId);
    held.releaseAll();
    await Promise.all(workers);

    expect(answer).toEqual({ taken: 250, counts: { pending: 250, sent: 250, failed: 0, skipped: 500 } });
    expect(fixture.taken).toHaveLength(500);
    expect(await fixture.job(jobId)).toMatchObject({
      status: 'cancelled',
      counts: { sent: 500, failed: 0, skipped: 500, unknown: 0 },
    });
  });

  it('a worker that had read before that it may go on hands over what the answer counts as pending', async () => {
    let atStatusRead: (() => Promise<void>) | undefined;
    const table = tableWithStatusReads(async () => {
      const act = atStatusRead;
      atStatusRead = undefined;
      await act?.();
    });
    const fixture = await createJobsFixture(table, { contacts: 100 });
    const jobId = await fixture.broadcast();
    let answer: Awaited<ReturnType<typeof cancel>> | undefined;
    atStatusRead = async () => {
      answer = await cancel(fixture, jobId);
    };

    await fixture.runToEnd();

    expect(answer).toEqual({ taken: 0, counts: { pending: 25, sent: 0, failed: 0, skipped: 75 } });
    expect((await fixture.job(jobId)).counts).toEqual({ sent: 25, failed: 0, skipped: 75, unknown: 0 });
    expect(fixture.taken).toHaveLength(25);
  });
});

const countInFlight = async (jobId: string) =>
  (await readAllProgress(engine.table, jobId)).filter(({ inFlight }) => inFlight !== undefined).length;

describe('a worker that stands still after it has looked at the status', () => {
  it.each([
    ['5 s hands its send batch over', 5_000, 4],
    ['5.001 s looks again before it hands its send batch over', 5_001, 5],
  ])('for %s', async (_, ms, looks) => {
    let looked = 0;
    const table = tableWithStatusReads(async () => {
      looked += 1;
      if (looked === 1) fixture.advance(ms);
    });
    const fixture = await createJobsFixture(table, { contacts: 100 });
    const jobId = await fixture.broadcast();

    await fixture.runToEnd();

    expect(looked).toBe(looks);
    expect((await fixture.job(jobId)).counts).toEqual({ sent: 100, failed: 0, skipped: 0, unknown: 0 });
    expect(new Set(fixture.taken.map(({ to }) => to)).size).toBe(100);
    expect(fixture.taken).toHaveLength(100);
  });
});

describe('what an operator does while a job is sent', () => {
  it.each([
    [
      'a number that is set Inactive',
      async (fixture: JobsFixture) => fixture.setNumber({ status: 'Inactive' }),
    ],
    [
      'an account that is closed',
      async ({ accountId, table, clock }: JobsFixture) =>
        void (await markAccountClosed({ table, clock }, accountId)),
    ],
  ])(
    'lets %s hand over only the send batches under way, and gives the other credits back',
    async (_, act) => {
      const fixture = await createJobsFixture(engine.table, { contacts: 1_000 });
      const jobId = await fixture.broadcast();
      const accept = fixture.answer.current;
      let takenBefore = Infinity;
      fixture.answer.current = async (message) => {
        const outcome = accept(message);
        if (fixture.taken.length !== 260) return outcome;
        await act(fixture);
        takenBefore = fixture.taken.length;
        return outcome;
      };

      await fixture.runToEnd();

      expect(fixture.taken.length - takenBefore).toBeLessThanOrEqual(250);
      const { counts, status } = await fixture.job(jobId);
      expect({ status, ...counts }).toEqual({
        ...{ status: 'completed', sent: fixture.taken.length, failed: 1_000 - fixture.taken.length },
        ...{ skipped: 0, unknown: 0 },
      });
      expect(await fixture.credits()).toEqual({ sms: 1_000_000 - 2 * counts.sent, mms: 1_000_000 });
    },
  );
});

/** Returns a table that calls `act` after each answer to a worker's read of the status. */
const tableWithStatusReads = (act: () => Promise<void>) =>
  wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
    const answer = await send(command, ...rest);
    if (command instanceof BatchGetCommand && readsJobAlone(command)) await act();
    return answer;
  });

/**
 * Returns true for the read of a job before a hand-over; when a worker opens a chunk, it reads the chunk with the job.
 */
const readsJobAlone = ({ input }: BatchGetCommand) =>
  Object.values(input.RequestItems ?? {}).some(({ Keys = [] }) => {
    const names = Keys.map(({ sk }: { sk?: unknown }) => String(sk).split('#')[0]);
    return names.includes('JOB') && !names.includes('CHUNK');
  });
