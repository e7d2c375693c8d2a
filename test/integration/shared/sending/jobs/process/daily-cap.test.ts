import { addNumber } from '../../../../../../shared/senders/number-store';
import { createSender } from '../../../../../../shared/senders/sender-store';
import { useEngine } from '../../../../../support/engines/engine';
import { createCampaignFixture } from '../../../../../support/sending/campaign-fixture';
import { createJobsFixture, type JobsFixture } from '../../../../../support/sending/jobs-fixture';

/** Four in the morning in Los Angeles is the beginning; the next day of caps begins twenty hours later. */
const NEXT_DAY_MS = Date.parse('2026-03-02T08:00:00.000Z');
const DAY_MS = 24 * 60 * 60_000;
const RATE = 1_000;

const engine = useEngine();

/** Keeps for each text the day of caps on which the provider took it, counted from the first. */
function keepDays(fixture: Pick<JobsFixture, 'answer' | 'clock'>): number[] {
  const days: number[] = [];
  const accept = fixture.answer.current;
  fixture.answer.current = (message) => {
    days.push(Math.floor((fixture.clock.now().getTime() - NEXT_DAY_MS) / DAY_MS) + 1);
    return accept(message);
  };
  return days;
}

const HALF_AN_HOUR_MS = 30 * 60_000;
const MOST_ROUNDS = 300;

/** Works until the job is done; the timer runs every half an hour, which only saves time. */
async function runOverDays(fixture: JobsFixture, jobId: string): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await fixture.relay();
    const next = fixture.tasks.splice(0);
    await Promise.all(next.map(async (task) => fixture.work(task)));
    if ((await fixture.job(jobId)).completedAt !== undefined) return;
    if (next.length > 0) continue;
    fixture.advance(HALF_AN_HOUR_MS);
    await fixture.sweep();
  }
  throw new Error('The job did not come to its end');
}

const countsOf = (days: number[]) =>
  [...new Set(days)].map((day) => days.filter((other) => other === day).length);

describe('a job on a number with a daily cap', () => {
  it('sends as much each day as the cap says, to each recipient once', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 50, ratePerSecond: RATE });
    await fixture.setNumber({ dailyCap: 20 });
    const days = keepDays(fixture);
    const jobId = await fixture.broadcast();

    await runOverDays(fixture, jobId);

    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 50, failed: 0, skipped: 0 });
    expect(new Set(fixture.taken.map(({ to }) => to)).size).toBe(50);
    expect(countsOf(days)).toEqual([20, 20, 10]);
  });

  it('keeps the number paced without a rate of its own', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 30 });
    await fixture.setNumber({ dailyCap: 20 });
    const days = keepDays(fixture);

    await runOverDays(fixture, await fixture.broadcast());

    expect(countsOf(days)).toEqual([20, 10]);
  });

  it('goes on soon after the cap was raised', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 50, ratePerSecond: RATE });
    await fixture.setNumber({ dailyCap: 20 });
    const days = keepDays(fixture);
    await fixture.broadcast();
    await fixture.relay();
    for (const task of fixture.tasks.splice(0)) await fixture.work(task);
    expect(days).toHaveLength(20);

    await fixture.setNumber({ dailyCap: 60 });
    await fixture.runToEnd();

    expect(countsOf(days)).toEqual([50]);
  });

  it('gives its recipients to other members of the sender', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 60, ratePerSecond: RATE });
    const { accountId, from, table, clock, ids } = fixture;
    await fixture.setNumber({ dailyCap: 20 });
    const other = `${from.slice(0, -4)}9${from.slice(-3)}`;
    await addNumber({ table, clock }, { accountId, number: other, status: 'Active', ratePerSecond: RATE });
    const members = [from, other].map((identity) => ({ identity, countries: undefined }));
    const { id } = await createSender(
      { table, clock, ids },
      { accountId, content: { name: 'Shop', members } },
    );
    const days = keepDays(fixture);
    const jobId = await fixture.broadcast({ from: id });

    await fixture.runToEnd();

    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 60, failed: 0, skipped: 0 });
    expect(countsOf(days)).toEqual([60]);
    const fromCapped = fixture.taken.filter((message) => message.from === from);
    expect(fromCapped).toHaveLength(20);
    expect(new Set(fixture.taken.map(({ to }) => to)).size).toBe(60);
  });
});

describe('a campaign on a number with a daily cap', () => {
  it('leaves those out whom it does not reach before it expires', async () => {
    const fixture = await createCampaignFixture(engine.table, { contacts: 50, ratePerSecond: RATE });
    await fixture.setNumber({ dailyCap: 20 });
    const days = keepDays(fixture);
    const expiresAt = new Date(NEXT_DAY_MS + 10 * 60_000).toISOString();

    const campaign = await fixture.runToEnd(await fixture.launch({ expiresAt }));

    expect(campaign.counts).toMatchObject({ sent: 40, skipped: 10 });
    expect(countsOf(days)).toEqual([20, 20]);
  });
});
