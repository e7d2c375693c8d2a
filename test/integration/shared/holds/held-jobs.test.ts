import { systemClock } from '../../../../shared/platform/clock';
import { changeServiceHold, readServiceHold } from '../../../../shared/holds/service-hold';
import type { SendOutcome } from '../../../../shared/platform/provider/port';
import {
  pauseSending,
  pauseService,
  resumeSending,
  resumeService,
} from '../../../../shared/senders/pause-sending';
import { findWait } from '../../../../shared/senders/find-wait';
import { useEngine } from '../../../support/engines/engine';
import { createJobsFixture, type JobsFixture } from '../../../support/sending/jobs-fixture';

const engine = useEngine();
const HOUR_MS = 60 * 60 * 1_000;
const BY_ADMIN = { isByOperator: false };
const UNAVAILABLE: SendOutcome = { outcome: 'unavailable', retryAfterSeconds: 1 };
const SPENT: SendOutcome = { outcome: 'unavailable', retryAfterSeconds: 120, everyMessage: 'spend_limit' };

let fixture: JobsFixture;
let taken: JobsFixture['answer']['current'];
/** Recipients of each call of the provider. */
let asked: string[];

beforeEach(async () => {
  fixture = await createJobsFixture(engine.table, { contacts: 200 });
  taken = fixture.answer.current;
  asked = [];
});
// What holds everybody would hold the other tests too.
afterEach(() =>
  changeServiceHold({ table: engine.table, clock: systemClock }, ({ revision }) => ({
    revision,
    untold: [],
  })),
);

const answerWith = (answer: (to: string) => SendOutcome | Promise<SendOutcome>) => {
  fixture.answer.current = async ({ to, ...message }) => {
    asked.push(to);
    const given = await answer(to);
    return given.outcome === 'accepted' ? taken({ to, ...message }) : given;
  };
};
const accepted: SendOutcome = { outcome: 'accepted', providerMessageId: 'sim' };

/** Works on everything in the queue, and on what that puts into it, for some time. */
async function workFor(ms: number, stepMs = 5_000): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
    await fixture.relay();
    for (const task of fixture.tasks.splice(0)) await fixture.work(task);
    fixture.advance(stepMs);
    await fixture.sweep();
  }
}
const waitOf = () => findWait(engine.table, { accountId: fixture.accountId, number: fixture.from });

describe('a job while the provider takes nothing', () => {
  it('asks little more than one batch, waits, and sends to everybody once it is over', async () => {
    answerWith(() => UNAVAILABLE);
    const jobId = await fixture.broadcast();
    await workFor(60_000);
    expect(await waitOf()).toMatchObject({ reason: 'provider' });
    expect((await fixture.job(jobId)).completedAt).toBeUndefined();
    // The first batch, and probes after 15 and 45 seconds.
    expect(asked.length).toBeLessThanOrEqual(25 + 2);

    answerWith(() => accepted);
    await fixture.runToEnd();
    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 200, failed: 0, skipped: 0, unknown: 0 });
    expect(new Set(fixture.taken.map(({ to }) => to)).size).toBe(200);
    expect(fixture.taken).toHaveLength(200);
    expect(await waitOf()).toBeUndefined();
  });

  it.each([
    // A probe comes after 15, 45, 105, 225, 345, 465 and 585 seconds, or a little later.
    { hasCheck: false, checks: 0, mostUnknown: 25 + 7 },
    { hasCheck: true, checks: 5, mostUnknown: 25 },
  ])('loses no more than a batch and its probes when the answers are lost: %j', async (of) => {
    const lost: SendOutcome = { outcome: 'unknown' };
    let checks = 0;
    let checked: SendOutcome = lost;
    if (of.hasCheck) {
      fixture.provider.check = async () => {
        checks += 1;
        return checked;
      };
    }
    answerWith(() => lost);
    const jobId = await fixture.broadcast();
    await workFor(10 * 60_000);
    expect(checks).toBeGreaterThanOrEqual(of.checks);
    answerWith(() => accepted);
    checked = accepted;
    await fixture.runToEnd();

    const { counts } = await fixture.job(jobId);
    expect(counts.unknown).toBeLessThanOrEqual(of.mostUnknown);
    expect(counts.unknown).toBeGreaterThanOrEqual(25);
    expect(counts.sent).toBe(200 - counts.unknown);
    expect(fixture.taken).toHaveLength(counts.sent);
  });

  it('goes on when a check is refused: the provider is there', async () => {
    answerWith(() => UNAVAILABLE);
    fixture.provider.check = async () => ({
      outcome: 'refused',
      errorType: 'opted_out',
      errorMessage: 'No.',
    });
    const jobId = await fixture.broadcast();
    await workFor(10_000);
    answerWith(() => accepted);
    await fixture.runToEnd();
    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 200 });
  });

  it('begins with little afterwards', async () => {
    answerWith(() => UNAVAILABLE);
    await fixture.broadcast();
    await workFor(20_000);
    answerWith(() => accepted);
    asked = [];
    // The next probe comes 45 s after the beginning; the batches after it are of one.
    await workFor(30_000);
    expect(asked.length).toBeGreaterThanOrEqual(1);
    await fixture.runToEnd();
    expect(fixture.taken).toHaveLength(200);
  });

  it('tells the account when it begins and when it is over', async () => {
    answerWith(() => UNAVAILABLE);
    await fixture.broadcast();
    await workFor(20_000);
    answerWith(() => accepted);
    await fixture.runToEnd();
    const { from: number, accountId } = fixture;
    const told = [...fixture.events.values()].filter(({ type }) =>
      (type as string).startsWith('messaging.sending'),
    );
    expect(told).toMatchObject([
      { type: 'messaging.sending.paused', accountId, scope: 'number', reason: 'provider', number },
      { type: 'messaging.sending.resumed', accountId, scope: 'number', reason: 'provider', number },
    ]);
  });

  it('gives its recipients up after a day, with their credits back', async () => {
    answerWith(() => UNAVAILABLE);
    const jobId = await fixture.broadcast();
    await workFor(60_000);
    const before = await waitOf();
    fixture.advance(24 * HOUR_MS);
    await fixture.runToEnd();
    expect(before).toBeDefined();
    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 0, failed: 0, skipped: 200 });
    expect(await fixture.credits()).toEqual({ sms: 1_000_000, mms: 1_000_000 });
  });

  it('leaves other numbers alone', async () => {
    answerWith(() => UNAVAILABLE);
    await fixture.broadcast();
    await workFor(20_000);
    const other = await createJobsFixture(engine.table, { contacts: 100 });
    const jobId = await other.broadcast();
    await other.runToEnd();
    expect((await other.job(jobId)).counts).toMatchObject({ sent: 100 });
  });

  it('does not wait because the provider throttles', async () => {
    answerWith(() => ({ ...UNAVAILABLE, isNoOutage: true }));
    await fixture.broadcast();
    await workFor(60_000);
    expect(await waitOf()).toBeUndefined();
    expect(asked.length).toBeGreaterThan(200);
  });
});

describe('a job while the spend limit is reached', () => {
  it('fails nobody, asks once in two minutes, and goes on', async () => {
    answerWith(() => SPENT);
    const jobId = await fixture.broadcast();
    await workFor(10 * 60_000, 10_000);
    expect(await waitOf()).toMatchObject({ reason: 'spend_limit' });
    expect(asked.length).toBeLessThanOrEqual(25 + 5);
    expect(asked.length).toBeGreaterThan(25 + 2);

    const other = await createJobsFixture(engine.table, { contacts: 100 });
    await other.broadcast();
    await other.relay();
    for (const task of other.tasks.splice(0)) await other.work(task);
    expect(other.taken).toEqual([]);

    answerWith(() => accepted);
    await fixture.runToEnd();
    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 200, failed: 0, skipped: 0 });
    expect(fixture.taken).toHaveLength(200);
    expect((await readServiceHold(engine.table))?.breaker).not.toHaveProperty('openSince');
  });
});

describe('a job while sending is paused', () => {
  const scopes: Array<[string, () => Promise<unknown>, () => Promise<unknown>]> = [
    [
      'for its account',
      () => pauseSending(fixture, { accountId: fixture.accountId, ...BY_ADMIN }),
      () => resumeSending(fixture, { accountId: fixture.accountId, ...BY_ADMIN }),
    ],
    [
      'for its number',
      () => pauseSending(fixture, { accountId: fixture.accountId, number: fixture.from, ...BY_ADMIN }),
      () => resumeSending(fixture, { accountId: fixture.accountId, number: fixture.from, ...BY_ADMIN }),
    ],
    ['for everybody', () => pauseService(fixture, {}), () => resumeService(fixture)],
  ];

  it.each(scopes)(
    '%s hands nothing over from then on, and all of it after',
    async (_title, pause, resume) => {
      let isPaused = false;
      answerWith(async () => {
        if (asked.length === 30) {
          await pause();
          isPaused = true;
        }
        return accepted;
      });
      const jobId = await fixture.broadcast();
      await workFor(5 * 60_000);
      expect(isPaused).toBe(true);
      // What was in the batch that was under way.
      expect(fixture.taken.length).toBe(50);
      expect(await waitOf()).toMatchObject({ reason: 'paused' });

      await resume();
      await fixture.runToEnd();
      expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 200, skipped: 0, failed: 0 });
      expect(fixture.taken).toHaveLength(200);
    },
  );

  it.each(scopes)('%s is not accepted', async (_title, pause, resume) => {
    await pause();
    const recipients = fixture.phones.map((to) => ({ to }));
    await expect(fixture.submit('broadcast', { recipients, body: 'Hello' })).rejects.toMatchObject({
      code: 33117,
    });
    const dryRun = await fixture.submit('broadcast', { recipients, body: 'Hello', dryRun: true });
    expect(dryRun.status).toBe(200);
    await resume();
    expect((await fixture.submit('broadcast', { recipients, body: 'Hello' })).status).toBe(202);
  });
});
