import { workChunk } from '../../../../../shared/sending/jobs/process/work-chunk';
import type { NotReady, Provider } from '../../../../../shared/platform/provider/port';
import { useEngine } from '../../../../support/engines/engine';
import {
  createJobsFixture,
  type JobsFixture,
  type WorkerDeps,
} from '../../../../support/sending/jobs-fixture';

const RATE_PER_SECOND = 20;
const FETCHING_TAKES_MS = 3_000;
const MEDIA_URL = 'https://example.com/cat.png';

const engine = useEngine();

/** Creates a provider that needs a message's file before it can send it, with the times at which it sent. */
function createMediaProvider(jobs: JobsFixture, fetch: () => Promise<NotReady | undefined>) {
  const sentAtMs: number[] = [];
  let fetches = 0;
  let file: Promise<NotReady | undefined> | undefined;
  const locate = () => {
    file ??= (fetches++, fetch());
    return file;
  };
  const provider: Provider = {
    prepare: async ({ mediaUrl }) => (mediaUrl === undefined ? undefined : locate()),
    send: async (message) => {
      const notReady = await locate();
      if (notReady) return notReady;
      sentAtMs.push(jobs.clock.now().getTime());
      jobs.taken.push(message);
      return { outcome: 'accepted', providerMessageId: `eum-${sentAtMs.length}` };
    },
  };
  return {
    provider,
    sentAtMs,
    get fetches() {
      return fetches;
    },
    forget: () => (file = undefined),
  };
}

async function runToEnd(jobs: JobsFixture, provider: Provider): Promise<void> {
  const deps: WorkerDeps = { ...jobs, provider };
  for (let round = 0; round < 200; round++) {
    await jobs.relay();
    const tasks = jobs.tasks.splice(0);
    for (const task of tasks) await jobs.work(task, deps);
    if (tasks.length > 0) continue;
    const jobId = jobs.taken[0]?.jobId ?? '';
    if (jobId !== '' && (await jobs.job(jobId)).completedAt !== undefined) return;
    jobs.advance(60_000);
    await jobs.sweep();
  }
}

/** Returns the most messages that were sent within any second. */
function mostWithinASecond(sentAtMs: number[]): number {
  return Math.max(...sentAtMs.map((from) => sentAtMs.filter((at) => at >= from && at < from + 1_000).length));
}

describe('an MMS to many from a number with a rate', () => {
  it('keeps to the rate, although the first ones wait for their file', async () => {
    const jobs = await createJobsFixture(engine.table, { contacts: 100, ratePerSecond: RATE_PER_SECOND });
    const media = createMediaProvider(jobs, async () => {
      await jobs.pause(FETCHING_TAKES_MS);
      return undefined;
    });
    const jobId = await jobs.broadcast({ mediaUrl: MEDIA_URL });
    await runToEnd(jobs, media.provider);
    expect((await jobs.job(jobId)).counts).toMatchObject({ sent: 100, failed: 0, skipped: 0 });
    expect(mostWithinASecond(media.sentAtMs)).toBeLessThanOrEqual(RATE_PER_SECOND);
    expect(new Set(media.sentAtMs).size).toBe(100);
    expect(media.fetches).toBe(1);
  });

  it('waits while its file is being fetched elsewhere, and uses up no slots', async () => {
    const jobs = await createJobsFixture(engine.table, { contacts: 100, ratePerSecond: RATE_PER_SECOND });
    let answers = 0;
    const media = createMediaProvider(jobs, async () =>
      (answers += 1) <= 2 ? { outcome: 'unavailable', retryAfterSeconds: 2 } : undefined,
    );
    const prepare = media.provider.prepare?.bind(media.provider);
    media.provider.prepare = async (message, options) => {
      const notReady = await prepare?.(message, options);
      if (notReady) media.forget();
      return notReady;
    };
    const jobId = await jobs.broadcast({ mediaUrl: MEDIA_URL });
    await runToEnd(jobs, media.provider);
    expect((await jobs.job(jobId)).counts).toMatchObject({ sent: 100, failed: 0, skipped: 0 });
    expect(mostWithinASecond(media.sentAtMs)).toBeLessThanOrEqual(RATE_PER_SECOND);
  });

  it('lets a STOP win that comes while the file is fetched', async () => {
    const jobs = await createJobsFixture(engine.table, { contacts: 100, ratePerSecond: RATE_PER_SECOND });
    const [stopped = ''] = jobs.phones;
    const media = createMediaProvider(jobs, async () => {
      await jobs.changeContact(stopped, { hardOptOut: { at: '2026-03-01T12:00:00.000Z', source: 'stop' } });
      return undefined;
    });
    const jobId = await jobs.broadcast({ mediaUrl: MEDIA_URL });
    await runToEnd(jobs, media.provider);
    expect((await jobs.job(jobId)).counts).toMatchObject({ sent: 99, failed: 0, skipped: 1 });
    expect(jobs.taken.map(({ to }) => to)).not.toContain(stopped);
  });
});

describe('a worker with little time left', () => {
  it.each([
    ['begins nothing whose file might come too late', { mediaUrl: MEDIA_URL }, 34_999, 0],
    ['begins what has time to wait for its file', { mediaUrl: MEDIA_URL }, 35_000, 100],
    ['begins what needs no file', {}, 34_999, 100],
  ])('%s', async (_title, body, leftMs, taken) => {
    const jobs = await createJobsFixture(engine.table, { contacts: 100 });
    const media = createMediaProvider(jobs, async () => undefined);
    await jobs.broadcast(body);
    await jobs.relay();
    const deps: WorkerDeps = { ...jobs, provider: media.provider };
    for (const task of jobs.tasks.splice(0)) await workChunk(deps, { ...task, remainingMs: () => leftMs });
    expect(jobs.taken).toHaveLength(taken);
  });
});

it('an MMS whose file cannot be had fails for nothing, and leaves its keys free', async () => {
  const jobs = await createJobsFixture(engine.table, { contacts: 100, smsCredits: 500, mmsCredits: 500 });
  const provider: Provider = {
    prepare: async () => ({ outcome: 'refused', errorType: 'media_unavailable', errorMessage: 'No file.' }),
    send: async () => {
      throw new Error('Nothing must be sent');
    },
  };
  const request = {
    recipients: jobs.phones.map((to, index) => ({ to, idempotencyKey: `key-${index}` })),
    mediaUrl: MEDIA_URL,
  };
  const jobId = await jobs.broadcast(request);
  await jobs.relay();
  for (const task of jobs.tasks.splice(0)) await jobs.work(task, { ...jobs, provider });
  expect((await jobs.job(jobId)).counts).toMatchObject({ sent: 0, failed: 100, skipped: 0 });
  expect(await jobs.credits()).toEqual({ sms: 500, mms: 500 });
  const again = await jobs.submit('broadcast', request);
  expect(again.body).toMatchObject({ totalRecipients: 100 });
});
