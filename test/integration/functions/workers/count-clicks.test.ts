import { gzipSync } from 'node:zlib';
import { handler } from '../../../../functions/workers/count-clicks';
import { requestErasure } from '../../../../shared/erasure/request-erasure';
import { runErasures } from '../../../../shared/erasure/run-erasures';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { getPlatform } from '../../../../shared/platform/platform';
import {
  type JobClicks,
  readJobClicks,
  readLinkClicks,
} from '../../../../shared/sending/clicks/click-counters';
import { removeLinkDomain } from '../../../../shared/operations/link-domains';
import { findMessage } from '../../../../shared/sending/single/find-message';
import { memoryFiles, type MemoryFiles } from '../../../support/audience/memory-files';
import { NO_DEAD_LETTERS } from '../../../support/aws/no-dead-letters';
import { useEngine } from '../../../support/engines/engine';
import { createQuietLog } from '../../../support/logs/quiet-log';
import { createJobsFixture, type JobsFixture } from '../../../support/sending/jobs-fixture';
import { clickEvents, clicksOf, sendLinks } from '../../../support/sending/link-clicks';
import { linkDomainOf, registerLink } from '../../../support/service/own-links';

const PHONE =
  'Mozilla/5.0%20(iPhone;%20CPU%20iPhone%20OS%2019_0%20like%20Mac%20OS%20X)%20AppleWebKit/605.1.15';
const ROBOT = 'facebookexternalhit/1.1';

const engine = useEngine({ setsEnvironment: true });
let jobs: JobsFixture;
let linkLogs: MemoryFiles;
let host: string;
let path: string;
let link: string;
let files = 0;

beforeEach(async () => {
  jobs = await createJobsFixture(engine.table, { contacts: 100 });
  linkLogs = memoryFiles();
  Object.assign(getPlatform(), { table: engine.table, linkLogs, log: createQuietLog() });
  host = linkDomainOf(jobs.accountId);
  path = `/sale${(files += 1)}`;
  link = host + path;
  await registerLink(jobs, { accountId: jobs.accountId, link });
});

/** Fields of a line, as CloudFront writes them. */
const line = (token: string | undefined, fields: Record<string, string> = {}) => ({
  ...{ date: '2026-03-01', time: '12:00:05', 'x-host-header': host, 'cs-uri-stem': path },
  ...{ 'cs-uri-query': token === undefined ? '-' : `r=${token}`, 'cs-method': 'GET', 'sc-status': '302' },
  'cs(User-Agent)': PHONE,
  ...fields,
});

/** Puts a file of lines, as CloudFront does. @returns its key */
function deliver(lines: ReadonlyArray<object | string>): string {
  const key = `AWSLogs/111122223333/CloudFront/E1 ${(files += 1)}.2026-03-01-12.gz`;
  const text = lines.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('');
  linkLogs.contents.set(key, gzipSync(text));
  return key;
}

/** Notifies the worker of a file, as S3 does. */
const notify = (key: string) => {
  const body = { Records: [{ s3: { object: { key: encodeURIComponent(key).replaceAll('%20', '+') } } }] };
  return handler({ Records: [{ messageId: 'm1', body: JSON.stringify(body) }] } as never);
};

const count = async (lines: ReadonlyArray<object | string>) => notify(deliver(lines));

const linkClicks = () => readLinkClicks(engine.table, { accountId: jobs.accountId, link });
const jobClicks = (jobId: string): Promise<JobClicks> => readJobClicks(engine.table, jobId);
const AT = '2026-03-01T12:00:05.000Z';
const NONE = { messages: 0, clicks: 0, unattributed: 0, bots: 0 };

describe('rules 2.7: clicks in an access log', () => {
  it('count for their messages, the link and the job, at the time of the request, and the file is deleted', async () => {
    const { jobId, messages } = await sendLinks(jobs, [link]);
    const answer = await count(messages.slice(0, 60).map(({ token }) => line(token)));
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(await clicksOf(engine.table, messages[0]!.messageId)).toEqual({
      count: 1,
      firstAt: AT,
      lastAt: AT,
    });
    expect(await clicksOf(engine.table, messages[60]!.messageId)).toBeUndefined();
    expect(await linkClicks()).toEqual({ ...NONE, messages: 60, clicks: 60 });
    expect(await jobClicks(jobId)).toEqual({ messages: 60, clicks: 60, links: [{ link, clicks: 60 }] });
    const told = await clickEvents(engine.table, jobs.accountId);
    expect(told.map(({ clickedAt }) => clickedAt)).toEqual(Array.from({ length: 60 }, () => AT));
    expect(new Set(told.map(({ message }) => (message as { id: string }).id)).size).toBe(60);
    expect(linkLogs.contents.size).toBe(0);
  });

  it('count once a minute for a message, and the first one is told, whatever their order', async () => {
    const { messages } = await sendLinks(jobs, [link]);
    const { messageId, token } = messages[0]!;
    await count([
      line(token, { time: '12:01:00' }),
      line(token, { time: '12:00:59' }),
      line(token, { time: '12:00:05' }),
    ]);
    const lastAt = '2026-03-01T12:01:00.000Z';
    expect(await clicksOf(engine.table, messageId)).toEqual({ count: 2, firstAt: AT, lastAt });
    expect((await clickEvents(engine.table, jobs.accountId)).map(({ clickedAt }) => clickedAt)).toEqual([AT]);
    // A log that comes late.
    await count([line(token, { time: '11:58:00' }), line(token, { time: '12:00:30' })]);
    const firstAt = '2026-03-01T11:58:00.000Z';
    expect(await clicksOf(engine.table, messageId)).toEqual({ count: 3, firstAt, lastAt });
    expect(await clickEvents(engine.table, jobs.accountId)).toHaveLength(1);
  });

  it('count for the link alone without a token, or with one that no message of the account has', async () => {
    await count([line(undefined), line(undefined), line('unknown123'), line('%2B12125557300')]);
    expect(await linkClicks()).toEqual({ ...NONE, unattributed: 4 });
  });

  it('of programs count as those of programs, once a minute', async () => {
    const { messages } = await sendLinks(jobs, [link]);
    const { messageId, token } = messages[0]!;
    await count([
      line(token, { 'cs(User-Agent)': ROBOT }),
      line(token, { 'cs(User-Agent)': ROBOT }),
      line(token, { 'cs-method': 'HEAD' }),
      line(undefined, { 'cs-method': 'HEAD' }),
    ]);
    expect(await linkClicks()).toEqual({ ...NONE, bots: 2 });
    expect(await clicksOf(engine.table, messageId)).toBeUndefined();
  });

  it('are redirects alone: no refusal, no other method, no other link', async () => {
    const { messages } = await sendLinks(jobs, [link]);
    const { token } = messages[0]!;
    await count([
      line(token, { 'sc-status': '503' }),
      line(token, { 'sc-status': '404' }),
      line(token, { 'sc-status': '429' }),
      line(token, { 'cs-method': 'POST' }),
      line(token, { 'cs-uri-stem': '/other' }),
      line(token, { 'x-host-header': 'd111111abcdef8.cloudfront.net' }),
    ]);
    expect(await linkClicks()).toEqual(NONE);
    expect(await clickEvents(engine.table, jobs.accountId)).toEqual([]);
  });

  it('of a domain that the account has no more count for nothing', async () => {
    await removeLinkDomain(engine.table, { accountId: jobs.accountId, domain: host });
    await count([line(undefined)]);
    expect(await linkClicks()).toEqual(NONE);
  });

  it('of a person who was erased count for the link alone', async () => {
    const { jobId, messages } = await sendLinks(jobs, [link]);
    const { messageId, token } = messages[0]!;
    const { accountId } = jobs;
    const { to } = (await findMessage(engine.table, accountId, messageId))!;
    const { id: erasureId } = await requestErasure(jobs, { accountId, phoneNumber: to as E164 });
    const deps = { ...jobs, files: memoryFiles(), ...NO_DEAD_LETTERS };
    await runErasures(deps, { erasureId, remainingMs: () => 900_000 });
    await count([line(token)]);
    expect(await jobClicks(jobId)).toMatchObject({ messages: 0 });
    expect(await linkClicks()).toEqual({ ...NONE, unattributed: 1 });
    expect(await clickEvents(engine.table, jobs.accountId)).toEqual([]);
  });

  it('are read past a line that is no JSON', async () => {
    expect(await count(['{"date":', line(undefined)])).toEqual({ batchItemFailures: [] });
    expect(await linkClicks()).toEqual({ ...NONE, unattributed: 1 });
  });
});

describe('a file', () => {
  it('that is delivered again counts nothing again', async () => {
    const { jobId, messages } = await sendLinks(jobs, [link]);
    const lines = [
      ...messages.slice(0, 30).map(({ token }) => line(token)),
      ...Array.from({ length: 120 }, () => line(undefined)),
      line(messages[0]!.token, { 'cs(User-Agent)': ROBOT }),
    ];
    const key = deliver(lines);
    const content = linkLogs.contents.get(key)!;
    await notify(key);
    const [ofLink, ofJob] = [await linkClicks(), await jobClicks(jobId)];
    expect(ofLink).toEqual({ messages: 30, clicks: 30, unattributed: 120, bots: 1 });
    expect(await notify(key)).toEqual({ batchItemFailures: [] });
    linkLogs.contents.set(key, content);
    await notify(key);
    expect([await linkClicks(), await jobClicks(jobId)]).toEqual([ofLink, ofJob]);
    expect(await clickEvents(engine.table, jobs.accountId)).toHaveLength(30);
  });

  it('whose worker dies at any write is counted once when it runs again', async () => {
    const { jobId, messages } = await sendLinks(jobs, [link]);
    const lines = [
      ...messages.slice(0, 50).map(({ token }) => line(token)),
      ...messages.slice(0, 10).map(({ token }) => line(token, { time: '12:09:00' })),
      ...Array.from({ length: 120 }, () => line(undefined)),
    ];
    const key = deliver(lines);
    let writes = 0;
    let last = 0;
    const transact = engine.table.transact.bind(engine.table);
    const mortal = Object.assign(Object.create(engine.table) as typeof engine.table, {
      transact: async (items: Parameters<typeof transact>[0]) => {
        if ((writes += 1) > last) throw new Error('The worker is dead');
        const answer = await transact(items);
        if (writes === last) throw new Error('The worker dies');
        return answer;
      },
    });
    Object.assign(getPlatform(), { table: mortal });
    const failures: number[] = [];
    // Each life writes once more than the one before.
    for (last = 1; last < 20; last += 1) {
      writes = 0;
      const { batchItemFailures } = await notify(key);
      failures.push(batchItemFailures.length);
      if (batchItemFailures.length === 0) break;
    }
    expect(failures.length).toBeGreaterThan(2);
    expect(failures.at(-1)).toBe(0);
    expect(await linkClicks()).toEqual({ ...NONE, messages: 50, clicks: 60, unattributed: 120 });
    expect(await jobClicks(jobId)).toMatchObject({ messages: 50, clicks: 60 });
    expect(await clickEvents(engine.table, jobs.accountId)).toHaveLength(50);
  });

  it('counts its clicks beside others of the same messages', async () => {
    const { jobId, messages } = await sendLinks(jobs, [link]);
    const lines = messages.slice(0, 40).map(({ token }) => line(token));
    const later = messages.slice(0, 40).map(({ token }) => line(token, { time: '12:05:00' }));
    await Promise.all([count(lines), count(later), count(lines)]);
    expect(await jobClicks(jobId)).toMatchObject({ messages: 40, clicks: 80 });
    expect(await linkClicks()).toEqual({ ...NONE, messages: 40, clicks: 80 });
    expect(await clickEvents(engine.table, jobs.accountId)).toHaveLength(40);
  });

  it('writes the sum of a hot link, not each click', async () => {
    const { messages } = await sendLinks(jobs, [link]);
    let counted = 0;
    const transact = engine.table.transact.bind(engine.table);
    const watched = Object.assign(Object.create(engine.table) as typeof engine.table, {
      transact: async (items: Parameters<typeof transact>[0]) => {
        counted += items.filter(
          (item) => 'Update' in item && String(item.Update?.Key?.sk).startsWith('COUNT#'),
        ).length;
        return transact(items);
      },
    });
    Object.assign(getPlatform(), { table: watched });
    await count([
      ...messages.slice(0, 96).map(({ token }) => line(token)),
      ...Array.from({ length: 198 }, () => line(undefined)),
    ]);
    // Four batches that count for link and job, and two that count for the link.
    expect(counted).toBe(4 * 2 + 2);
  });

  it('that is cut off stays on the queue', async () => {
    const key = deliver([line(undefined)]);
    const content = linkLogs.contents.get(key)!;
    linkLogs.contents.set(key, content.subarray(0, content.length - 12));
    expect(await notify(key)).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
    linkLogs.contents.set(key, content);
    expect(await notify(key)).toEqual({ batchItemFailures: [] });
    expect(await linkClicks()).toEqual({ ...NONE, unattributed: 1 });
  });
});

it('takes the notification with which S3 tests the queue', async () => {
  const body = JSON.stringify({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'logs' });
  expect(await handler({ Records: [{ messageId: 'm1', body }] } as never)).toEqual({ batchItemFailures: [] });
});
