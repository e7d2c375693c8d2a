import type { Item } from '../../../../shared/platform/store/item';
import { handler as readJobs } from '../../../../functions/http/read-jobs';
import { listRecipients } from '../../../../shared/sending/jobs/read/list-recipients';
import { jobMessageId } from '../../../../shared/sending/jobs/results/job-message-id';
import { readRecipientsQuery } from '../../../../shared/sending/jobs/read/recipients-query';
import { readJob } from '../../../../shared/sending/jobs/job';
import { pageOf, type RecipientResult } from '../../../../shared/sending/jobs/results/result';
import { recordPageReceipts } from '../../../../shared/sending/receipts/internal/record-page-receipts';
import { countUnits } from '../../../support/engines/capacity-meter';
import { getPlatform } from '../../../../shared/platform/platform';
import { systemClock } from '../../../../shared/platform/clock';
import { jobKey } from '../../../../shared/platform/store/keys';
import { callHandler, createTestAccount, type TestAccount } from '../../../support/routes/call-handler';
import { useEngine } from '../../../support/engines/engine';
import { storedPhone, storeJob, type StoredJobOptions } from '../../../support/sending/stored-job';
import { onRoute } from '../../../support/routes/on-route';

const handler = onRoute('listBroadcastRecipients', readJobs);

const SENT: RecipientResult = { status: 'sent', atMs: Date.UTC(2026, 2, 1, 12) };
const FAILED: RecipientResult = {
  status: 'failed',
  atMs: Date.UTC(2026, 2, 1, 12),
  errorType: 'invalid_number',
  errorMessage: 'Not a number.',
};

const SKIPPED: RecipientResult = { ...SENT, status: 'skipped', reason: 'opted_out' };

const engine = useEngine({ setsEnvironment: true });
let account: TestAccount;
beforeAll(async () => {
  // A search ends a page after some time: on a busy machine the pages would end elsewhere each time.
  const now = new Date('2026-03-02T00:00:00.000Z');
  Object.assign(getPlatform(), { clock: { now: () => now } });
  account = await createTestAccount(engine);
});

interface Page {
  results: Array<{ to: string | null; messageId?: string; status: string; reason?: string }>;
  nextCursor?: string;
}

type Place = { chunk: number; position: number };

let jobs = 0;
const jobId = () => `brc_01KJMNEX00D4VQ6N2M8XJ1${String((jobs += 1)).padStart(4, '0')}`;

async function list(id: string, query: Record<string, string>, by = account) {
  return callHandler(handler, { authorization: by.authorization, pathParameters: { id }, query });
}
async function everything(id: string, query: Record<string, string>): Promise<Page['results']> {
  const all: Page['results'] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { results, nextCursor }: Page = await page(id, { ...query, ...(cursor && { cursor }) });
    all.push(...results);
    cursor = nextCursor;
  }
  return all;
}
async function page(id: string, query: Record<string, string>): Promise<Page> {
  const answer = await list(id, query);
  expect(answer.status).toBe(200);
  return answer.body as Page;
}

const broadcast = (fields: Partial<StoredJobOptions>): StoredJobOptions => ({
  accountId: account.accountId,
  id: jobId(),
  chunks: 2,
  size: 50,
  ...fields,
});
const isAt = (place: Place, places: Place[]) =>
  places.some(({ chunk, position }) => place.chunk === chunk && place.position === position);
const phonesAt = (job: StoredJobOptions, places: Place[]) => places.map((place) => storedPhone(job, place));
const phonesOf = ({ results }: Pick<Page, 'results'>) => results.map(({ to }) => to);

describe('a filtered page', () => {
  const FAILURES = [
    { chunk: 41, position: 3 },
    { chunk: 41, position: 49 },
    { chunk: 45, position: 0 },
  ];
  let job: StoredJobOptions;
  beforeAll(async () => {
    job = broadcast({
      chunks: 45,
      resultOf: (place) => (isAt(place, FAILURES) ? FAILED : SENT),
      // The last chunk has ended, but its worker has not recorded it.
      progressOf: (chunk) => (chunk === 45 ? { state: 'open' } : {}),
      job: { completedAt: undefined, status: 'processing' },
    });
    await storeJob(engine.table, job);
  });

  it('goes on until it has something to say', async () => {
    const found = await page(job.id, { status: 'failed', limit: '1000' });
    expect(found.results.map(({ to }) => to)).toEqual(phonesAt(job, FAILURES));
    expect(found).not.toHaveProperty('nextCursor');
  });

  it('has as many as wanted, and the next one the others', async () => {
    const first = await page(job.id, { status: 'failed', limit: '2' });
    expect(phonesOf(first)).toEqual(phonesAt(job, FAILURES.slice(0, 2)));
    const second = await page(job.id, { status: 'failed', limit: '2', cursor: first.nextCursor ?? '' });
    expect(phonesOf(second)).toEqual(phonesAt(job, FAILURES.slice(2)));
    expect(second).not.toHaveProperty('nextCursor');
  });

  it('is the last one when it has found nothing to the end', async () => {
    expect(await page(job.id, { status: 'skipped' })).toEqual({ results: [] });
  });

  it('that has searched for long ends with the first that it finds', async () => {
    // Each chunk has to be read: its progress does not distinguish the reasons.
    const places = [
      { chunk: 25, position: 49 },
      { chunk: 26, position: 0 },
      { chunk: 45, position: 1 },
    ];
    const stored = broadcast({
      chunks: 45,
      resultOf: (place) => (isAt(place, places) ? FAILED : SKIPPED),
    });
    await storeJob(engine.table, stored);
    const query = { reason: 'invalid_number' };
    const first = await page(stored.id, query);
    expect(phonesOf(first)).toEqual(phonesAt(stored, places.slice(0, 1)));
    const second = await page(stored.id, { ...query, cursor: first.nextCursor ?? '' });
    expect(phonesOf(second)).toEqual(phonesAt(stored, places.slice(1)));
  });

  it('looks at something however late it is', async () => {
    let nowMs = 0;
    const clock = { now: () => new Date((nowMs += 10_000)) };
    const stored = await storeJob(engine.table, { ...job, id: jobId() });
    const query = readRecipientsQuery({ limit: '60' }, stored.id);
    const answer = await listRecipients({ table: engine.table, clock }, { job: stored, ...query });
    expect(answer.results).toHaveLength(50);
  });

  it('ends after two seconds with nothing, and the walk still finds everything once', async () => {
    let nowMs = 0;
    // Each call of the clock takes half a second.
    const clock = { now: () => new Date((nowMs += 500)) };
    const stored = await storeJob(engine.table, { ...job, id: jobId() });
    const sizes: number[] = [];
    const found: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const query = readRecipientsQuery({ reason: 'invalid_number', ...(cursor && { cursor }) }, stored.id);
      const answer: Page = await listRecipients({ table: engine.table, clock }, { job: stored, ...query });
      sizes.push(answer.results.length);
      found.push(...answer.results.map(({ to }) => to ?? 'erased'));
      cursor = answer.nextCursor;
    }
    expect(found).toEqual(phonesAt(job, FAILURES));
    expect(sizes.length).toBeGreaterThan(5);
    expect(sizes.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('filters', () => {
  const DELIVERED = { chunk: 2, position: 7 };
  const LOST = { chunk: 2, position: 30 };
  let job: StoredJobOptions;
  beforeAll(async () => {
    job = broadcast({
      resultOf: ({ chunk, position }) => {
        if (chunk === 1) return position % 10 === 0 ? SKIPPED : SENT;
        return position === 40 ? FAILED : SENT;
      },
    });
    await storeJob(engine.table, job);
    const receipts = [
      { place: DELIVERED, status: 'delivered' },
      { place: LOST, status: 'failed' },
    ] as const;
    for (const { place, status } of receipts) {
      const { chunk, position } = place;
      const messageId = jobMessageId({ jobId: job.id, ...place });
      const receipt = { messageId, status, at: '2026-03-01T12:00:01.000Z' };
      const page = { jobId: job.id, chunk, pageNumber: pageOf(position) };
      await recordPageReceipts(getPlatform(), page, [{ position, receipt }]);
    }
  });

  it.each([
    [{ deliveryStatus: 'delivered' }, [DELIVERED]],
    [{ deliveryStatus: 'failed' }, [LOST]],
    [{ deliveryStatus: 'failed', status: 'failed' }, []],
    [{ deliveryStatus: 'failed', status: 'sent' }, [LOST]],
    [{ deliveryStatus: 'pending' }, []],
    [{ reason: 'invalid_number' }, [{ chunk: 2, position: 40 }]],
    [{ reason: 'opted_out' }, [0, 10, 20, 30, 40].map((position) => ({ chunk: 1, position }))],
    [{ reason: 'opted_out', status: 'failed' }, []],
    [{ reason: 'opted_out', status: 'pending' }, []],
    [{ reason: 'something_else' }, []],
    [{ status: 'pending' }, []],
  ] as Array<[Record<string, string>, Place[]]>)('%j', async (query, places) => {
    for (const limit of ['1', '3', '100']) {
      expect(phonesOf({ results: await everything(job.id, { ...query, limit }) })).toEqual(
        phonesAt(job, places),
      );
    }
  });

  it('of none lists all of them in the order of the request, whatever the limit', async () => {
    const places = [1, 2].flatMap((chunk) =>
      Array.from({ length: 50 }, (_, position) => ({ chunk, position })),
    );
    for (const limit of ['7', '50', '100', '99999999999999']) {
      expect(phonesOf({ results: await everything(job.id, { limit }) })).toEqual(phonesAt(job, places));
    }
    expect(phonesOf(await page(job.id, {}))).toHaveLength(100);
  });

  it.each([
    ['status', 'delivered'],
    ['status', ''],
    ['status', 'sent,failed'],
    ['deliveryStatus', 'sent'],
    ['reason', ''],
    ['reason', 'no such'],
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', '1.5'],
  ])('refuses %s=%s', async (name, value) => {
    const answer = await list(job.id, { [name]: value });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 33100, details: { errors: [{ pointer: `?${name}` }] } },
    });
  });

  it("refuses a cursor of another job, another account's, and one that was changed", async () => {
    const { nextCursor = '' } = await page(job.id, { limit: '10' });
    const other = broadcast({});
    await storeJob(engine.table, other);
    const stranger = await createTestAccount(engine);
    const theirs = { ...other, id: jobId(), accountId: stranger.accountId };
    await storeJob(engine.table, theirs);
    const changed = `${nextCursor.slice(0, 5)}${nextCursor[5] === 'A' ? 'B' : 'A'}${nextCursor.slice(6)}`;
    const answers = [
      await list(other.id, { cursor: nextCursor }),
      await list(theirs.id, { cursor: nextCursor }, stranger),
      await list(job.id, { cursor: changed }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect((await list(theirs.id, {})).body).toMatchObject({ code: 33107 });
  });
});

describe('a job at work', () => {
  const PENDING = [
    { chunk: 2, position: 3 },
    { chunk: 2, position: 12 },
    ...Array.from({ length: 25 }, (_, index) => ({ chunk: 2, position: 25 + index })),
    ...Array.from({ length: 50 }, (_, position) => ({ chunk: 3, position })),
  ];
  let job: StoredJobOptions;
  beforeAll(async () => {
    job = broadcast({
      chunks: 3,
      resultOf: (place) => (isAt(place, PENDING) ? undefined : SENT),
      progressOf: (chunk) =>
        chunk === 2
          ? {
              nextPosition: 25,
              retries: [{ position: 3, attempts: 1, notBeforeMs: 0, sinceMs: 0 }],
              inFlight: { page: 0, positions: [11, 12], ended: [] },
            }
          : {},
    });
    await storeJob(engine.table, job);
  });

  it.each(['7', '1000'])('lists the pending recipients, by pages of %s', async (limit) => {
    const found = await everything(job.id, { status: 'pending', limit });
    expect(phonesOf({ results: found })).toEqual(phonesAt(job, PENDING));
    const sent = await everything(job.id, { status: 'sent', limit });
    expect(sent).toHaveLength(150 - PENDING.length);
    const all = await everything(job.id, { limit });
    expect(all.filter(({ status }) => status === 'pending').map(({ to }) => to)).toEqual(
      phonesAt(job, PENDING),
    );
    expect(all).toHaveLength(150);
  });

  it('that was cancelled lists as skipped the recipients that its worker has skipped already', async () => {
    const cancelled = broadcast({
      chunks: 1,
      resultOf: ({ position }) => (position < 30 ? { ...SKIPPED, reason: 'cancelled' } : undefined),
      progressOf: () => ({ nextPosition: 10 }),
      job: { status: 'cancelled' },
    });
    await storeJob(engine.table, cancelled);
    expect(await everything(cancelled.id, { reason: 'cancelled' })).toHaveLength(30);
    expect(await everything(cancelled.id, { status: 'pending' })).toHaveLength(20);
  });
});

describe('what a page reads', () => {
  const units = async (id: string, query: Record<string, string>) => {
    const stored = await engine.table.get(jobKey(id));
    const parsed = readRecipientsQuery(query, id);
    const { units: consumed } = await countUnits(engine.documents, async () =>
      listRecipients(
        { table: engine.table, clock: systemClock },
        { job: readJob(stored as Item), ...parsed },
      ),
    );
    return consumed.read;
  };

  it('is a few items for recipients who are pending', async () => {
    const untouched = broadcast({ chunks: 3, size: 500 });
    await storeJob(engine.table, untouched);
    const atWork = broadcast({
      chunks: 3,
      size: 500,
      resultOf: ({ chunk, position }) => (chunk === 1 || position < 250 ? SENT : undefined),
    });
    await storeJob(engine.table, atWork);

    // Units of the progress, and of a chunk of 500.
    expect(await units(untouched.id, { status: 'pending' })).toBeLessThanOrEqual(2);
    expect(await units(atWork.id, { status: 'pending' })).toBeLessThanOrEqual(2);
    expect(await units(untouched.id, {})).toBeLessThanOrEqual(2);
  });

  it('is no chunk whose progress shows that none of its recipients matches', async () => {
    const job = broadcast({ chunks: 25, size: 500, resultOf: () => SENT });
    await storeJob(engine.table, job);
    expect(await units(job.id, { status: 'failed' })).toBeLessThanOrEqual(2);
    expect(await units(job.id, { status: 'pending' })).toBeLessThanOrEqual(2);
    expect(await units(job.id, { reason: 'invalid_number' })).toBeLessThanOrEqual(2);
  });

  it('is half a unit for each recipient of the page with a receipt, and little besides', async () => {
    const job = broadcast({ chunks: 2, size: 500, resultOf: () => SENT });
    await storeJob(engine.table, job);
    expect(await units(job.id, { limit: '100' })).toBeLessThanOrEqual(50 + 5);
  });
});
