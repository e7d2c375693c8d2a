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
import { addNumber } from '../../../../shared/senders/number-store';
import { createSender } from '../../../../shared/senders/sender-store';

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
    await workFor(10 * 60_000, 15_000);
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
    fixture = await createJobsFixture(engine.table, { contacts: 100 });
    taken = fixture.answer.current;
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
    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 100 });
  });

  it('begins with little afterwards', async () => {
    fixture = await createJobsFixture(engine.table, { contacts: 100 });
    taken = fixture.answer.current;
    answerWith(() => UNAVAILABLE);
    await fixture.broadcast();
    await workFor(20_000);
    answerWith(() => accepted);
    asked = [];
    // The next probe comes 45 s after the beginning; the batches after it are of one.
    await workFor(30_000);
    expect(asked.length).toBeGreaterThanOrEqual(1);
    await fixture.runToEnd();
    expect(fixture.taken).toHaveLength(100);
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
    await workFor(15_000);
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
});

describe('members of a sender', () => {
  const engine = useEngine();
  const RECIPIENTS = 200;
  const UNAVAILABLE: SendOutcome = { outcome: 'unavailable', retryAfterSeconds: 1 };
  const LOST: SendOutcome = { outcome: 'unknown' };

  interface Members {
    fixture: JobsFixture;
    senderId: string;
    numbers: string[];
  }
  let added = 0;

  /** Creates an account with a sender of so many numbers. */
  async function createMembers(count: number): Promise<Members> {
    const fixture = await createJobsFixture(engine.table, { contacts: RECIPIENTS });
    const { accountId, from } = fixture;
    const others = Array.from(
      { length: count - 1 },
      () => `+1425555${String((added += 1)).padStart(4, '0')}`,
    );
    for (const number of others) await addNumber(fixture, { accountId, number, status: 'Active' });
    const numbers = [from, ...others];
    const members = numbers.map((identity) => ({ identity, countries: undefined }));
    const { id: senderId } = await createSender(fixture, { accountId, content: { name: 'All', members } });
    return { fixture, senderId, numbers };
  }

  /** Answers for one member differently; returns which member was asked for each recipient, in order. */
  function answerFor({ fixture, numbers: [own] }: Members, answer: SendOutcome): Map<string, string[]> {
    const take = fixture.answer.current;
    const asked = new Map<string, string[]>();
    fixture.answer.current = (message) => {
      asked.set(message.to, [...(asked.get(message.to) ?? []), message.from]);
      return message.from === own ? answer : take(message);
    };
    return asked;
  }

  describe('rules 2.8: a job on a sender, one member of which is out', () => {
    it('is sent by the others, each recipient once, and costs as much', async () => {
      const members = await createMembers(2);
      const { fixture, senderId, numbers } = members;
      const before = await fixture.credits();
      const asked = answerFor(members, UNAVAILABLE);
      const jobId = await fixture.broadcast({ from: senderId });
      await fixture.runToEnd();
      const { counts } = await fixture.job(jobId);
      expect(counts).toMatchObject({ sent: RECIPIENTS, failed: 0, skipped: 0, unknown: 0 });
      expect(fixture.taken.map(({ to }) => to).sort()).toEqual([...fixture.phones].sort());
      expect(new Set(fixture.taken.map(({ from }) => from))).toEqual(new Set([numbers[1]]));
      // Those of a batch, and probes, were offered to the member that is out.
      const offered = [...asked.values()].filter((from) => from.includes(numbers[0] ?? '')).length;
      expect(offered).toBeGreaterThanOrEqual(10);
      expect(offered).toBeLessThanOrEqual(50);
      expect(before.sms - (await fixture.credits()).sms).toBe(2 * RECIPIENTS);
    });

    it('does not give recipients to another member after a lost answer', async () => {
      const members = await createMembers(2);
      const { fixture, senderId, numbers } = members;
      const asked = answerFor(members, LOST);
      const jobId = await fixture.broadcast({ from: senderId });
      await fixture.runToEnd();
      const { counts } = await fixture.job(jobId);
      const lost = [...asked.values()].filter((from) => from.includes(numbers[0] ?? ''));
      expect(lost.length).toBeGreaterThanOrEqual(10);
      expect(lost.length).toBeLessThanOrEqual(50);
      expect([...asked.values()].filter((from) => from.length !== 1)).toEqual([]);
      // Those without a known outcome count among the failed.
      expect(counts).toMatchObject({
        ...{ unknown: lost.length, failed: lost.length, sent: RECIPIENTS - lost.length },
      });
    });
  });
});
