import { workChunks } from '../../../../../../shared/sending/jobs/process/work-chunk';
import { cancelJob } from '../../../../../../shared/sending/jobs/read/cancel-job';
import { updateNumber } from '../../../../../../shared/senders/number-store';
import { presentJob } from '../../../../../../shared/sending/jobs/job';
import { readCounts } from '../../../../../../shared/sending/jobs/results/read-counts';
import { accountLinkKey, linkOwnerKey } from '../../../../../../shared/platform/store/keys';
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { wrappedTable } from '../../../../../support/faults/faulty-client';
import { useEngine } from '../../../../../support/engines/engine';
import { readRecipients } from '../../../../../support/sending/job-books';
import {
  createJobsFixture,
  type JobsFixture,
  type WorkerDeps,
} from '../../../../../support/sending/jobs-fixture';
import { REFUSED, UNAVAILABLE, UNKNOWN } from '../../../../../support/sending/scripted-provider';

const OPTED_OUT = { memberships: {}, hardOptOut: { at: '2026-01-01T00:00:00.000Z', source: 'stop' } };
const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;

const engine = useEngine();

const fixtureOf = (settings: Parameters<typeof createJobsFixture>[1] = {}) =>
  createJobsFixture(engine.table, { contacts: 10, ...settings });

async function resultsOf(fixture: JobsFixture, jobId: string) {
  const recipients = await readRecipients(engine.table, await fixture.job(jobId));
  return recipients.map(({ result }) => result);
}

/** Makes the provider give this answer for the phone at the index, and accept the others. */
function answerAt(
  fixture: JobsFixture,
  index: number,
  answer: ReturnType<JobsFixture['answer']['current']>,
): void {
  const accept = fixture.answer.current;
  fixture.answer.current = (message) => (message.to === fixture.phones[index] ? answer : accept(message));
}

describe('a job that is worked on', () => {
  it('is handed over as accepted, each recipient once, with ids that say the place', async () => {
    const fixture = await fixtureOf({ contacts: 120 });
    const jobId = await fixture.broadcast({ mediaUrl: 'https://example.com/a.png' });

    await fixture.runToEnd();

    const first = fixture.taken.find(({ to }) => to === fixture.phones[0]);
    expect(first).toEqual({
      messageId: `msg_${jobId.slice(4)}0100`,
      to: '+12125000000',
      from: fixture.from,
      body: 'Hello',
      mediaUrl: 'https://example.com/a.png',
      jobId,
    });
    expect(new Set(fixture.taken.map(({ to }) => to)).size).toBe(120);
    expect(fixture.taken).toHaveLength(120);
  });

  it('goes from queued by processing to completed', async () => {
    const fixture = await fixtureOf({ contacts: 120 });
    const jobId = await fixture.broadcast();
    expect((await fixture.job(jobId)).status).toBe('queued');
    await fixture.relay();
    const [first, second] = fixture.tasks.splice(0);
    if (!first || !second) throw new Error('Two chunks were expected');
    fixture.advance(1_000);
    await fixture.work(first);
    const half = await fixture.job(jobId);
    expect(presentJob(half, await readCounts(engine.table, half))).toMatchObject({
      status: 'processing',
      counts: { pending: 20, sent: 100, failed: 0, skipped: 0 },
      startedAt: '2026-03-01T12:00:01.000Z',
    });
    fixture.advance(1_000);
    await fixture.work(second);

    const whole = await fixture.job(jobId);
    expect(presentJob(whole, await readCounts(engine.table, whole))).toMatchObject({
      status: 'completed',
      counts: { pending: 0, sent: 120, failed: 0, skipped: 0 },
      startedAt: '2026-03-01T12:00:01.000Z',
      completedAt: '2026-03-01T12:00:02.000Z',
    });
  });

  it('does not hand over to those whose values make the text too long', async () => {
    const fixture = await fixtureOf({ maxSegments: 1_000 });
    const [first = '', second = ''] = fixture.phones;
    await fixture.changeContact(first, { firstName: 'x'.repeat(11_999) });
    await fixture.changeContact(second, { firstName: 'x'.repeat(12_000) });
    const jobId = await fixture.broadcast({ body: '.{{contact_first_name}}' });
    await fixture.runToEnd();
    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 9, failed: 1, skipped: 0 });
    const taken = new Set<string>(fixture.taken.map(({ to }) => to));
    expect([taken.has(first), taken.has(second)]).toEqual([true, false]);
  });

  it('hands over no empty text, and takes no credits for it', async () => {
    const fixture = await fixtureOf();
    const [first = ''] = fixture.phones;
    await fixture.changeContact(first, { firstName: 'Ada' });
    const before = await fixture.credits();
    const jobId = await fixture.broadcast({ body: ' {{contact_first_name}}' });
    await fixture.runToEnd();
    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 1, failed: 9, skipped: 0 });
    expect(fixture.taken.map(({ to, body }) => ({ to, body }))).toEqual([{ to: first, body: ' Ada' }]);
    expect(await fixture.credits()).toEqual({ ...before, sms: before.sms - 2 });
  });

  it('does not hand over to those whose values bring in what may not be sent', async () => {
    const fixture = await fixtureOf({ maxSegments: 2 });
    const [first = '', second = '', third = '', fourth = ''] = fixture.phones;
    await fixture.changeContact(first, { firstName: 'vodka' });
    await fixture.changeContact(second, { firstName: 'Ada\u0007' });
    await fixture.changeContact(third, { firstName: 'x'.repeat(307) });
    await fixture.changeContact(fourth, { firstName: 'Ada' });
    const before = await fixture.credits();
    const jobId = await fixture.broadcast({ body: '20% off, {{contact_first_name}}' });
    await fixture.runToEnd();

    expect((await resultsOf(fixture, jobId)).slice(0, 4)).toEqual([
      {
        status: 'failed',
        atMs: NOW_MS,
        errorType: 'content_rejected',
        errorMessage:
          'With the values of its merge tags the text has what the content rules refuse (alcohol).',
        body: '20% off, vodka',
      },
      {
        status: 'failed',
        atMs: NOW_MS,
        errorType: 'content_rejected',
        errorMessage:
          'With the values of its merge tags the text has a character that cannot be delivered (U+0007).',
        body: '20% off, Ada\u0007',
      },
      {
        status: 'failed',
        atMs: NOW_MS,
        errorType: 'message_rejected',
        errorMessage: 'The text takes 3 segments; the account allows 2.',
        body: `20% off, ${'x'.repeat(307)}`,
      },
      { status: 'sent', atMs: NOW_MS, body: '20% off, Ada', providerMessageId: 'sim_1' },
    ]);
    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 7, failed: 3, skipped: 0 });
    expect(fixture.taken).toHaveLength(7);
    expect(await fixture.credits()).toEqual({ ...before, sms: before.sms - 2 * 7 });
  });

  it('sends content that the account is exempt for, also where a field of the contact has it', async () => {
    const fixture = await fixtureOf({ contentExemptions: ['alcohol'] });
    const [first = ''] = fixture.phones;
    await fixture.changeContact(first, { firstName: 'vodka' });
    const jobId = await fixture.broadcast({ body: '20% off, {{contact_first_name}}' });
    await fixture.runToEnd();

    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 10, failed: 0 });
  });

  it('tries a recipient again whose text could not be made, and the others of the send batch are sent', async () => {
    const fixture = await fixtureOf();
    const [broken = '', ...others] = fixture.phones;
    await fixture.changeContact(broken, { phoneNumber: null });
    const jobId = await fixture.broadcast({ body: '{{contact_phone_number}}' });
    const accept = fixture.answer.current;
    fixture.answer.current = async (message) => {
      const answer = await accept(message);
      if (fixture.taken.length === others.length)
        await fixture.changeContact(broken, { phoneNumber: broken });
      return answer;
    };

    await fixture.runToEnd();

    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 10, failed: 0, unknown: 0 });
    expect(fixture.taken.at(-1)).toMatchObject({ to: broken, body: '+1 212 500 0000' });
  });

  it('gives up a recipient whose text cannot be made, credits back', async () => {
    const fixture = await fixtureOf({ smsCredits: 100 });
    const [broken = ''] = fixture.phones;
    await fixture.changeContact(broken, { phoneNumber: null });
    const jobId = await fixture.broadcast({ body: '{{contact_phone_number}}' });

    await fixture.relay();
    const [task] = fixture.tasks.splice(0);
    if (!task) throw new Error('A chunk was expected');
    await fixture.work(task);
    fixture.advance(23.9 * HOUR_MS);
    await fixture.runToEnd();

    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 9, skipped: 1, unknown: 0 });
    expect((await resultsOf(fixture, jobId))[0]).toMatchObject({ status: 'skipped', reason: 'expired' });
    expect(await fixture.credits()).toMatchObject({ sms: 82 });
  });

  it('tells the account once that it has ended', async () => {
    const fixture = await fixtureOf();
    const jobId = await fixture.broadcast();

    await fixture.runToEnd();

    const events = [...fixture.events.values()].map(({ type, job }) => ({ type, job }));
    expect(events).toEqual([
      {
        type: 'messaging.job.completed',
        job: {
          id: jobId,
          kind: 'broadcast',
          from: fixture.from,
          status: 'completed',
          totalRecipients: 10,
          counts: { sent: 10, failed: 0, skipped: 0 },
          createdAt: '2026-03-01T12:00:00.000Z',
          completedAt: '2026-03-01T12:00:00.000Z',
        },
      },
    ]);
  });

  it('sends each recipient of a batch its own body and media', async () => {
    const fixture = await fixtureOf({ contacts: 2 });
    const [first = '', second = ''] = fixture.phones;
    await fixture.submit('batch', {
      recipients: [
        { to: first, body: 'One', mediaUrl: 'https://example.com/1.png' },
        { to: second, mediaUrl: 'https://example.com/2.png' },
      ],
    });

    await fixture.runToEnd();

    expect(fixture.taken.map(({ to, body, mediaUrl }) => ({ to, body, mediaUrl }))).toEqual([
      { to: first, body: 'One', mediaUrl: 'https://example.com/1.png' },
      { to: second, body: '', mediaUrl: 'https://example.com/2.png' },
    ]);
  });
});

describe('at the time of sending', () => {
  it('a STOP since acceptance wins, and so does leaving the last group; the credits are refunded', async () => {
    const fixture = await fixtureOf();
    const jobId = await fixture.broadcast();
    await fixture.changeContact(fixture.phones[3] ?? '', OPTED_OUT);
    await fixture.changeContact(fixture.phones[4] ?? '', { memberships: {} });

    await fixture.runToEnd();

    const results = await resultsOf(fixture, jobId);
    expect(results[3]).toEqual({ status: 'skipped', reason: 'opted_out', atMs: NOW_MS });
    expect(results[4]).toEqual({ status: 'skipped', reason: 'not_opted_in', atMs: NOW_MS });
    expect(fixture.taken).toHaveLength(8);
    expect(await fixture.credits()).toEqual({ sms: 1_000_000 - 16, mms: 1_000_000 });
  });

  it('merge tags get the values that the contact has then (rules 2.7)', async () => {
    const fixture = await fixtureOf();
    const jobId = await fixture.broadcast({ body: 'Hi {{contact_first_name}}, {{unknown}}' });
    await fixture.changeContact(fixture.phones[0] ?? '', { firstName: 'Ada' });

    await fixture.runToEnd();

    const bodies = fixture.taken.map(({ body }) => body);
    expect(bodies.slice(0, 2)).toEqual(['Hi Ada, {{unknown}}', 'Hi , {{unknown}}']);
    expect((await resultsOf(fixture, jobId))[0]).toEqual({
      status: 'sent',
      atMs: NOW_MS,
      body: 'Hi Ada, {{unknown}}',
      providerMessageId: 'sim_1',
    });
  });

  it('a registered link becomes the short URL with a token for each recipient', async () => {
    const fixture = await fixtureOf({ contacts: 3 });
    const link = {
      link: 'go.example.com/spring',
      accountId: fixture.accountId,
      url: 'https://shop.example.com',
    };
    await engine.table.put({ Item: { ...accountLinkKey(fixture.accountId, link.link), ...link } });
    await engine.table.put({ Item: { ...linkOwnerKey(link.link), ...link } });
    await fixture.broadcast({ body: '{{trackingLink "go.example.com/spring"}}' });

    await fixture.runToEnd();

    const bodies = fixture.taken.map(({ body }) => body);
    expect(new Set(bodies).size).toBe(3);
    expect(bodies).toEqual(
      bodies.map(
        () => expect.stringMatching(/^https:\/\/go\.example\.com\/spring\?r=[0-9A-Za-z]{10}$/) as string,
      ),
    );
  });

  it('a country that is not enabled any more fails its recipients, with their credits back', async () => {
    const fixture = await fixtureOf();
    const jobId = await fixture.broadcast();
    await fixture.setAccount({ countries: ['DE'] });

    await fixture.runToEnd();

    expect(fixture.taken).toEqual([]);
    expect(await fixture.job(jobId)).toMatchObject({
      counts: { sent: 0, failed: 10, skipped: 0, unknown: 0 },
    });
    expect((await resultsOf(fixture, jobId))[0]).toEqual({
      status: 'failed',
      atMs: NOW_MS,
      errorType: 'country_not_enabled',
      errorMessage: 'The account may not text numbers of this country.',
    });
    expect(await fixture.credits()).toEqual({ sms: 1_000_000, mms: 1_000_000 });
  });

  it('a number that is Inactive or gone fails everybody, with all credits back', async () => {
    const fixture = await fixtureOf();
    const jobId = await fixture.broadcast();
    await fixture.setNumber({ status: 'Inactive' });

    await fixture.runToEnd();

    expect(await fixture.job(jobId)).toMatchObject({
      status: 'completed',
      counts: { sent: 0, failed: 10, skipped: 0, unknown: 0 },
    });
    expect((await resultsOf(fixture, jobId))[0]).toEqual({
      status: 'failed',
      atMs: NOW_MS,
      errorType: 'sender_not_active',
      errorMessage: 'The sender number is not active any more.',
    });
    expect(await fixture.credits()).toEqual({ sms: 1_000_000, mms: 1_000_000 });
  });
});

describe('what the provider says', () => {
  it('refused is failed, and the credits are refunded', async () => {
    const fixture = await fixtureOf();
    answerAt(fixture, 2, REFUSED);
    const jobId = await fixture.broadcast();

    await fixture.runToEnd();

    expect((await resultsOf(fixture, jobId))[2]).toEqual({
      status: 'failed',
      atMs: NOW_MS,
      errorType: 'invalid_number',
      errorMessage: 'No such number.',
    });
    expect(await fixture.credits()).toEqual({ sms: 1_000_000 - 18, mms: 1_000_000 });
  });

  it('no answer is an unknown outcome: kept charged, and never sent again', async () => {
    const fixture = await fixtureOf();
    answerAt(fixture, 2, UNKNOWN);
    const jobId = await fixture.broadcast();

    await fixture.runToEnd();

    expect((await resultsOf(fixture, jobId))[2]).toMatchObject({ status: 'unknown' });
    expect(await fixture.job(jobId)).toMatchObject({
      counts: { sent: 9, failed: 1, skipped: 0, unknown: 1 },
    });
    expect(await fixture.credits()).toEqual({ sms: 1_000_000 - 20, mms: 1_000_000 });
  });

  it('unavailable is tried again until it is accepted', async () => {
    const fixture = await fixtureOf();
    let refusals = 6;
    const accept = fixture.answer.current;
    fixture.answer.current = (message) =>
      message.to === fixture.phones[5] && refusals-- > 0 ? UNAVAILABLE : accept(message);
    const jobId = await fixture.broadcast();

    await fixture.runToEnd();

    expect((await fixture.job(jobId)).counts).toEqual({ sent: 10, failed: 0, skipped: 0, unknown: 0 });
    expect(refusals).toBe(-1);
  });

  it('throttled for more than 24 hours is skipped, with the credits back', async () => {
    const fixture = await fixtureOf({ contacts: 2 });
    const asked: number[] = [];
    fixture.answer.current = () => {
      asked.push(fixture.clock.now().getTime());
      return { ...UNAVAILABLE, isNoOutage: true };
    };
    const jobId = await fixture.broadcast();

    // The first attempts; then those of the last minutes of the day.
    await fixture.relay();
    const [task] = fixture.tasks.splice(0);
    if (!task) throw new Error('A chunk was expected');
    await fixture.work(task);
    fixture.advance(23.9 * HOUR_MS);
    await fixture.runToEnd();

    expect(await resultsOf(fixture, jobId)).toMatchObject([
      { status: 'skipped', reason: 'expired' },
      { status: 'skipped', reason: 'expired' },
    ]);
    expect(Math.max(...asked) - NOW_MS).toBeGreaterThan(23.9 * HOUR_MS);
    expect(Math.max(...asked) - NOW_MS).toBeLessThan(24.2 * HOUR_MS);
    expect(await fixture.credits()).toEqual({ sms: 1_000_000, mms: 1_000_000 });
  });
});

describe('credits of an MMS job (rules 8.4)', () => {
  const mms = { mediaUrl: 'https://example.com/a.png' };

  it('of a broadcast are refunded, one for each recipient that was not handed over; the base charge stays', async () => {
    const fixture = await fixtureOf();
    const accept = fixture.answer.current;
    fixture.answer.current = (message) => (message.to === fixture.phones[0] ? accept(message) : REFUSED);
    await fixture.broadcast(mms);
    expect(await fixture.credits()).toEqual({ sms: 1_000_000 - 11, mms: 1_000_000 });

    await fixture.runToEnd();

    expect(await fixture.credits()).toEqual({ sms: 1_000_000 - 2, mms: 1_000_000 });
  });

  it('of a broadcast are all refunded when no recipient was handed over', async () => {
    const fixture = await fixtureOf();
    fixture.answer.current = () => REFUSED;
    await fixture.broadcast(mms);

    await fixture.runToEnd();

    expect(await fixture.credits()).toEqual({ sms: 1_000_000, mms: 1_000_000 });
  });

  it('of a broadcast keep the first one when an outcome is unknown', async () => {
    const fixture = await fixtureOf();
    fixture.answer.current = (message) => (message.to === fixture.phones[0] ? UNKNOWN : REFUSED);
    await fixture.broadcast(mms);

    await fixture.runToEnd();

    expect(await fixture.credits()).toEqual({ sms: 1_000_000 - 2, mms: 1_000_000 });
  });

  it('of a batch are refunded in both balances', async () => {
    const fixture = await fixtureOf();
    answerAt(fixture, 0, REFUSED);
    await fixture.submit('batch', { recipients: fixture.phones.map((to) => ({ to, ...mms })) });

    await fixture.runToEnd();

    expect(await fixture.credits()).toEqual({ sms: 1_000_000 - 9, mms: 1_000_000 - 9 });
  });
});

describe('a cancelled job', () => {
  const cancel = async (fixture: JobsFixture, jobId: string) => cancelJob(fixture, await fixture.job(jobId));

  it('that no worker has started skips all recipients, with a refund of all credits', async () => {
    const fixture = await fixtureOf();
    const jobId = await fixture.broadcast();

    expect((await cancel(fixture, jobId)).status).toBe('cancelled');
    await fixture.runToEnd();

    expect(await fixture.job(jobId)).toMatchObject({
      status: 'cancelled',
      counts: { sent: 0, failed: 0, skipped: 10, unknown: 0 },
      completedAt: '2026-03-01T12:00:00.000Z',
    });
    expect((await resultsOf(fixture, jobId))[0]).toEqual({
      status: 'skipped',
      reason: 'cancelled',
      atMs: NOW_MS,
    });
    expect(fixture.taken).toEqual([]);
    expect(await fixture.credits()).toEqual({ sms: 1_000_000, mms: 1_000_000 });
    expect([...fixture.events.values()].map(({ job }) => job.status)).toEqual(['cancelled']);
  });

  it('stops in the middle of a chunk, and the counts add up', async () => {
    const fixture = await fixtureOf({ contacts: 100, ratePerSecond: 10 });
    const jobId = await fixture.broadcast();
    const accept = fixture.answer.current;
    fixture.answer.current = async (message) => {
      if (fixture.taken.length === 20) await cancel(fixture, jobId);
      return accept(message);
    };

    await fixture.runToEnd();

    const { counts, status } = await fixture.job(jobId);
    expect(status).toBe('cancelled');
    expect(counts.sent).toBe(fixture.taken.length);
    expect(counts.sent + counts.skipped).toBe(100);
    // Checked once a second, at 10 a second for two workers.
    expect(counts.sent).toBeLessThan(45);
    expect(await fixture.credits()).toEqual({ sms: 1_000_000 - 2 * counts.sent, mms: 1_000_000 });
  });

  it('ends its parked chunks at once', async () => {
    const fixture = await fixtureOf({ contacts: 2 });
    fixture.answer.current = () => ({ outcome: 'unavailable', retryAfterSeconds: 600 });
    const jobId = await fixture.broadcast();
    await fixture.relay();
    for (const task of fixture.tasks.splice(0)) await fixture.work(task);

    await cancel(fixture, jobId);
    await fixture.relay();
    for (const task of fixture.tasks.splice(0)) await fixture.work(task);

    expect(await fixture.job(jobId)).toMatchObject({
      completedAt: '2026-03-01T12:00:00.000Z',
      counts: { sent: 0, failed: 0, skipped: 2, unknown: 0 },
    });
  });

  it('stays what it is when it has ended or is cancelled again', async () => {
    const fixture = await fixtureOf();
    const jobId = await fixture.broadcast();
    await fixture.runToEnd();

    expect((await cancel(fixture, jobId)).status).toBe('completed');

    const other = await fixture.broadcast();
    await cancel(fixture, other);
    await cancel(fixture, other);
    await fixture.runToEnd();
    expect((await fixture.job(other)).counts).toEqual({ sent: 0, failed: 0, skipped: 10, unknown: 0 });
  });
});

describe('the rate of a number counts message parts', () => {
  /**
   * Returns the times at which the provider took the messages of a job to 20 contacts, in milliseconds, and the most
   * within a second.
   */
  async function paced(request: Parameters<JobsFixture['broadcast']>[0]) {
    const fixture = await fixtureOf({ contacts: 20, ratePerSecond: 10 });
    const accept = fixture.answer.current;
    const times: number[] = [];
    fixture.answer.current = (message) => {
      times.push(fixture.clock.now().getTime());
      return accept(message);
    };
    const jobId = await fixture.broadcast(request);
    await fixture.runToEnd();
    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 20 });
    return Math.max(...times.map((first) => times.filter((at) => at >= first && at < first + 1_000).length));
  }

  it.each([
    ['texts of one part', { body: 'Hello' }, 10],
    ['texts of two parts', { body: 'x'.repeat(161) }, 5],
    ['texts of three parts', { body: 'x'.repeat(307) }, 3],
    ['an MMS with a long text', { body: 'x'.repeat(161), mediaUrl: 'https://example.com/a.png' }, 10],
  ])('of %s', async (_, request, most) => {
    const reached = await paced(request);
    expect(reached).toBeLessThanOrEqual(most);
    // Slots that the workers miss on a busy machine stay unused. A text that counted one part too many would get half
    // of them.
    expect(reached).toBeGreaterThan(most / 2);
  });
});

it('the rate of MMS is another one where the number has one', async () => {
  const fixture = await fixtureOf({ contacts: 8, ratePerSecond: 100 });
  await updateNumber(fixture.table, {
    accountId: fixture.accountId,
    number: fixture.from,
    mmsPerSecond: 2,
  });
  const accept = fixture.answer.current;
  const times: number[] = [];
  fixture.answer.current = (message) => {
    times.push(fixture.clock.now().getTime());
    return accept(message);
  };
  const jobId = await fixture.broadcast({ mediaUrl: 'https://example.com/a.png' });
  await fixture.runToEnd();

  expect((await fixture.job(jobId)).counts.sent).toBe(8);
  const most = times.map((first) => times.filter((at) => at >= first && at < first + 1_000).length);
  expect(Math.max(...most)).toBeLessThanOrEqual(2);
});

describe('the queue', () => {
  it('gets two chunks of a number with a rate, and the next one as each of them ends', async () => {
    const fixture = await fixtureOf({ contacts: 200, ratePerSecond: 6 });
    const jobId = await fixture.broadcast();
    await fixture.relay();
    expect(fixture.tasks).toEqual([
      { jobId, chunk: 1 },
      { jobId, chunk: 2 },
    ]);

    const seen = new Set<number>();
    const open: number[] = [];
    for (let round = 0; round < 200 && seen.size < 4; round++) {
      const [task] = fixture.tasks.splice(0, 1);
      if (!task) break;
      seen.add(task.chunk);
      await fixture.work(task);
      await fixture.relay();
      open.push(new Set(fixture.tasks.map(({ chunk }) => chunk)).size);
    }

    expect(seen.size).toBe(4);
    expect(Math.max(...open)).toBe(2);
  });

  it('of slow numbers is another one, from acceptance to the last turn', async () => {
    const fixture = await fixtureOf({ contacts: 60, ratePerSecond: 1 });
    const queues = new Set<string>();
    const deps: WorkerDeps = {
      ...fixture,
      queues: {
        send: async (queue, messages) => {
          queues.add(queue);
          return fixture.queues.send(queue, messages);
        },
      },
    };
    const jobId = await fixture.broadcast();
    await fixture.relay();
    for (const task of fixture.tasks.splice(0)) await fixture.work(task, deps);

    expect((await fixture.job(jobId)).isPaced).toBe(true);
    expect([...queues]).toEqual(['paced']);
    expect(fixture.tasks.map(({ chunk }) => chunk)).toEqual([1, 2]);
  });

  it('that takes no parked chunk is filled again by the timer', async () => {
    const fixture = await fixtureOf({ contacts: 60, ratePerSecond: 1 });
    const jobId = await fixture.broadcast();
    await fixture.relay();
    const send = async () => {
      throw new Error('No queue');
    };
    for (const task of fixture.tasks.splice(0)) await fixture.work(task, { ...fixture, queues: { send } });
    fixture.advance(31_000);

    await fixture.sweep();

    expect(fixture.tasks).toEqual([
      { jobId, chunk: 1 },
      { jobId, chunk: 2 },
    ]);
  });

  it('is not needed for the chunk that the end of another starts', async () => {
    const fixture = await fixtureOf({ contacts: 400, ratePerSecond: 20 });
    const jobId = await fixture.broadcast();
    await fixture.relay();

    await workChunks(fixture, { jobId, chunk: 1, remainingMs: () => 60_000 });

    expect((await fixture.job(jobId)).chunksDone).toBeGreaterThan(0);
    expect(fixture.taken.length).toBeGreaterThan(100);
  });

  it('that loses everything is filled again by the timer, with the chunk that no worker works on', async () => {
    const fixture = await fixtureOf({ contacts: 250 });
    const jobId = await fixture.broadcast();
    await fixture.relay();
    const [first] = fixture.tasks.splice(0);
    if (first) await fixture.work(first);
    fixture.advance(31_000);

    await fixture.sweep();

    expect(fixture.tasks).toEqual([{ jobId, chunk: 2 }]);
  });

  it('shows a chunk again when its lease has run out, where the table takes no more writes', async () => {
    const fixture = await fixtureOf({ contacts: 60 });
    const jobId = await fixture.broadcast();
    await fixture.relay();
    const [task] = fixture.tasks.splice(0);
    if (!task) throw new Error('A chunk was expected');
    const delays: unknown[] = [];
    let writes = 0;
    const table = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
      const isWrite = /^(Put|Update|TransactWrite)Command$/.test((command as object).constructor.name);
      // The first two writes take the lease and start the job.
      if (isWrite && ++writes > 2) {
        throw new ProvisionedThroughputExceededException({ message: 'Too much', $metadata: {} });
      }
      return send(command, ...rest);
    });
    const queues: WorkerDeps['queues'] = {
      send: async (queue, messages) => {
        delays.push(...messages.map(({ delaySeconds }) => delaySeconds));
        return fixture.queues.send(queue, messages);
      },
    };

    await fixture.work(task, { ...fixture, table, queues });

    expect(delays).toEqual([31]);
    expect(fixture.tasks).toEqual([task]);
    expect(fixture.taken).toEqual([]);
    fixture.advance(31_000);
    await fixture.work(task);
    expect(presentJob(await fixture.job(jobId), { ...(await fixture.job(jobId)).counts })).toMatchObject({
      status: 'completed',
      counts: { pending: 0, sent: 60, failed: 0, skipped: 0 },
    });
  });

  it('of others may hold the chunks: the timer fills it after five minutes only', async () => {
    const fixture = await fixtureOf({ contacts: 250 });
    const jobId = await fixture.broadcast();
    await fixture.relay();
    fixture.tasks.splice(0);
    fixture.waitingElsewhere.current = 1;
    const sweeps = [];
    for (let minute = 1; minute <= 14; minute++) {
      fixture.advance(60_000);
      await fixture.sweep();
      if (fixture.tasks.splice(0).length > 0) sweeps.push(minute);
    }
    expect(sweeps).toEqual([6, 12]);

    fixture.waitingElsewhere.current = 0;
    fixture.advance(60_000);
    await fixture.sweep();
    expect(fixture.tasks.map(({ chunk }) => chunk)).toEqual([1, 2]);
    expect((await fixture.job(jobId)).waitingSince).toBeUndefined();
  });

  it('leaves a job alone that the timer looked at less than 30 seconds ago', async () => {
    const fixture = await fixtureOf();
    await fixture.broadcast();
    fixture.advance(30_000);
    await fixture.sweep();
    fixture.tasks.splice(0);
    fixture.advance(29_999);

    await fixture.sweep();

    expect(fixture.tasks).toEqual([]);
  });
});
