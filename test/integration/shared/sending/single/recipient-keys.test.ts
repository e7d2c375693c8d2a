import { jobMessageId } from '../../../../../shared/sending/jobs/results/job-message-id';
import { idempotencyKey } from '../../../../../shared/platform/store/keys';
import type { SendOutcome } from '../../../../../shared/platform/provider/port';
import { recordReceipt } from '../../../../support/sending/record-receipt';
import { useEngine } from '../../../../support/engines/engine';
import { createJobsFixture, type JobsFixture } from '../../../../support/sending/jobs-fixture';
import { REFUSED, UNAVAILABLE, UNKNOWN } from '../../../../support/sending/scripted-provider';
import { requestSend, type AnsweredSend } from '../../../../support/sending/sending-fixture';

const KEY = 'order:1';
const HOUR_MS = 3_600_000;
const ACCEPTED: SendOutcome = { outcome: 'accepted', providerMessageId: 'sim_1' };

const engine = useEngine();
let jobs: JobsFixture;
/** Recipient of the job, and another contact. */
let own: string;
let other: string;

beforeEach(async () => {
  jobs = await createJobsFixture(engine.table, { contacts: 2, smsCredits: 100 });
  [own = '', other = ''] = jobs.phones;
});

const send = (to: string) =>
  requestSend(jobs, jobs.accountId, { to, from: jobs.from, body: 'Hi', idempotencyKey: KEY });
const takenBy = (to: string) => jobs.taken.filter((message) => message.to === to).map(({ body }) => body);
const spent = async () => 100 - (await jobs.credits()).sms;

/** Starts a job to `own` with the key, and processes it once. */
async function startJob(answer: SendOutcome): Promise<{ messageId: string; jobId: string }> {
  const accept = jobs.answer.current;
  jobs.answer.current = (message) => {
    if (answer.outcome === 'accepted' || answer.outcome === 'unknown') jobs.taken.push(message);
    return answer;
  };
  const jobId = await jobs.broadcast({ recipients: [{ to: own, idempotencyKey: KEY }] });
  await jobs.relay();
  for (const task of jobs.tasks.splice(0)) await jobs.work(task);
  jobs.answer.current = accept;
  return { jobId, messageId: jobMessageId({ jobId, chunk: 1, position: 0 }) };
}

/** Starts a job that is parked, as its number has no slot or the provider no time; its recipient holds the key. */
async function startWaitingJob() {
  return startJob({ ...UNAVAILABLE, retryAfterSeconds: 30 } as SendOutcome);
}

const prove = (messageId: string) =>
  recordReceipt(jobs, { messageId, status: 'delivered', at: jobs.clock.now().toISOString() });

const idOf = (outcome: AnsweredSend) => ('body' in outcome ? outcome.body.id : undefined);

describe('a key that a job’s recipient has consumed (rules E7)', () => {
  it('gives a single send to the same number that recipient’s message', async () => {
    const { messageId } = await startJob(ACCEPTED);
    expect(await send(own)).toEqual({
      status: 201,
      isReplay: true,
      body: {
        id: messageId,
        direction: 'outbound',
        to: own,
        from: jobs.from,
        body: 'Hello',
        status: 'sent',
        sentAt: '2026-03-01T12:00:00.000Z',
        createdAt: '2026-03-01T12:00:00.000Z',
      },
    });
    expect(await spent()).toBe(2);
  });

  it('is refused to another number also where the worker died before it told the key', async () => {
    const { messageId } = await startJob(ACCEPTED);
    await engine.table.put({
      Item: {
        ...idempotencyKey(jobs.accountId, 'message', KEY),
        state: 'inProgress',
        revision: 'of-the-worker',
        subjectId: messageId,
        leaseUntil: '2026-03-02T00:00:00.000Z',
      },
    });
    expect(await send(other)).toEqual({ code: 33108 });
    expect(idOf(await send(own))).toBe(messageId);
  });

  it('is refused until 48 hours after the hand-over, and free from then on', async () => {
    await startJob(ACCEPTED);
    jobs.advance(48 * HOUR_MS - 1);
    expect(await send(other)).toEqual({ code: 33108 });
    jobs.advance(1);
    expect(await send(other)).toMatchObject({ body: { to: other, status: 'sent' }, isReplay: false });
  });

  it('is no reason for 33108 when the number is none', async () => {
    await startJob(ACCEPTED);
    expect(await send('nonsense')).toEqual({ code: 33003 });
  });

  it('stays refused when nothing is left of the job', async () => {
    const { jobId } = await startJob(ACCEPTED);
    await engine.table.delete({ Key: { pk: `JOB#${jobId}`, sk: 'JOB' } });
    expect(await send(own)).toEqual({ code: 33108 });
  });
});

describe('a key that a job’s recipient holds', () => {
  it.each([
    ['the same number', () => own],
    ['another number', () => other],
  ])('is 33104 to a single send to %s', async (_, to) => {
    await startWaitingJob();
    expect(await send(to())).toEqual({ code: 33104 });
    expect(takenBy(other)).toEqual([]);
  });

  it('is 33104 however long the job takes, and the recipient is sent to in the end', async () => {
    const { messageId } = await startWaitingJob();
    jobs.advance(13 * HOUR_MS);
    expect(await send(own)).toEqual({ code: 33104 });
    expect(await send(other)).toEqual({ code: 33104 });
    await jobs.runToEnd();
    expect(takenBy(own)).toEqual(['Hello']);
    expect(idOf(await send(own))).toBe(messageId);
    expect(await send(other)).toEqual({ code: 33108 });
  });

  it('tells a request that waits for it what the recipient came to, by its number', async () => {
    const { messageId } = await startWaitingJob();
    // The job's turn comes while both requests wait.
    jobs.advance(29_000);
    const [toOwn, toOther] = await Promise.all([send(own), send(other), workAfter(2_000)]);
    expect(idOf(toOwn)).toBe(messageId);
    expect(toOther).toEqual({ code: 33108 });
  });

  it('is free for another number when the recipient fails while the request waits', async () => {
    await startWaitingJob();
    jobs.advance(29_000);
    jobs.answer.current = (message) => (message.to === own ? REFUSED : accept(message));
    const [toOwn, toOther] = await Promise.all([send(own), send(other), workAfter(2_000)]);
    expect(toOwn).toMatchObject({ body: { status: 'failed', errorType: 'invalid_number' } });
    expect(toOther).toMatchObject({ body: { to: other, status: 'sent' }, isReplay: false });
  });

  const accept = (message: JobsFixture['taken'][number]): SendOutcome => {
    jobs.taken.push(message);
    return ACCEPTED;
  };
  async function workAfter(ms: number): Promise<void> {
    await jobs.pause(ms);
    await jobs.relay();
    for (const task of jobs.tasks.splice(0)) await jobs.work(task);
  }
});

describe('a key whose recipient was not sent to', () => {
  it.each([
    ['the same number', () => own],
    ['another number', () => other],
  ])('is free for a single send to %s', async (_, to) => {
    await startJob(REFUSED);
    expect(await send(to())).toMatchObject({ body: { to: to(), status: 'sent' }, isReplay: false });
    expect(await spent()).toBe(2);
  });
});

describe('a key whose recipient has an unknown outcome', () => {
  it('lets a single send to the same number go without a second charge', async () => {
    await startJob(UNKNOWN);
    jobs.advance(1);
    expect(await send(own)).toMatchObject({ body: { to: own, status: 'sent' }, isReplay: false });
    expect(await spent()).toBe(2);
  });

  it('lets one to another number go, which pays for itself', async () => {
    await startJob(UNKNOWN);
    jobs.advance(1);
    expect(await send(other)).toMatchObject({ body: { to: other, status: 'sent' }, isReplay: false });
    expect(await spent()).toBe(4);
  });

  it('is consumed once a receipt has come', async () => {
    const { messageId } = await startJob(UNKNOWN);
    await prove(messageId);
    expect(await send(other)).toEqual({ code: 33108 });
    expect(await send(own)).toMatchObject({ body: { id: messageId, status: 'sent' }, isReplay: true });
    expect(await spent()).toBe(2);
  });

  it('stays with another number that was sent to under it since', async () => {
    const { messageId } = await startJob(UNKNOWN);
    jobs.advance(1);
    const sent = await send(other);
    await prove(messageId);
    expect(await send(other)).toMatchObject({ body: { id: idOf(sent) }, isReplay: true });
  });
});

describe('a key of a single send (rules 8.3.3)', () => {
  it('gives its answer to a request to another number', async () => {
    const first = await send(own);
    expect(await send(other)).toEqual({ ...first, isReplay: true });
    expect(takenBy(other)).toEqual([]);
  });

  it('charges another number in full after an unknown outcome, and the same number nothing', async () => {
    const accept = jobs.answer.current;
    jobs.answer.current = () => UNKNOWN;
    await send(own);
    jobs.advance(1);
    await send(own);
    expect(await spent()).toBe(2);
    jobs.advance(1);
    jobs.answer.current = accept;
    expect(await send(other)).toMatchObject({ body: { to: other, status: 'sent' } });
    expect(await spent()).toBe(4);
  });
});
