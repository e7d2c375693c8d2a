import type { SendOutcome } from '../../../../shared/platform/provider/port';
import { addNumber } from '../../../../shared/senders/number-store';
import { createSender } from '../../../../shared/senders/sender-store';
import { useEngine } from '../../../support/engines/engine';
import { createJobsFixture, type JobsFixture } from '../../../support/sending/jobs-fixture';

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
  const others = Array.from({ length: count - 1 }, () => `+1425555${String((added += 1)).padStart(4, '0')}`);
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

  it('gives nobody to another whose answer is lost', async () => {
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
