/**
 * Processor time of counting clicks from the access logs of link domains, a thousand of them in one file:
 *
 *   node --import tsx test/bench/link-logs.ts
 */
import { gzipSync } from 'node:zlib';
import { systemClock } from '../../shared/platform/clock';
import { createIds } from '../../shared/platform/ids';
import { countLoggedClicks } from '../../shared/sending/links/count-logged-clicks';
import { memoryFiles } from '../support/audience/memory-files';
import { createQuietLog } from '../support/logs/quiet-log';
import { createJobsFixture } from '../support/sending/jobs-fixture';
import { sendLinks } from '../support/sending/link-clicks';
import { linkDomainOf, registerLink } from '../support/service/own-links';
import { withEngine } from './bench-engine';
import { type BenchRow, benchRow, runAsProgram } from './bench-row';

const CLICKS = 1_000;
const PATH = '/sale';
const PHONE = 'Mozilla/5.0%20(iPhone;%20CPU%20iPhone%20OS%2019_0%20like%20Mac%20OS%20X)';

export async function run(): Promise<BenchRow[]> {
  return withEngine(async ({ table }) => {
    const jobs = await createJobsFixture(table, { contacts: CLICKS });
    const { accountId } = jobs;
    const host = linkDomainOf(accountId);
    await registerLink(jobs, { accountId, link: host + PATH });
    const { messages } = await sendLinks(jobs, [host + PATH]);
    const linkLogs = memoryFiles();
    const deps = { table, ids: createIds(systemClock), log: createQuietLog(), linkLogs };
    const measure = async (name: string, { queries, time }: { queries: string[]; time: string }) => {
      const lines = queries.map((query) =>
        JSON.stringify({
          ...{ date: '2026-03-01', time, 'x-host-header': host, 'cs-uri-stem': PATH, 'cs-uri-query': query },
          ...{ 'cs-method': 'GET', 'sc-status': '302', 'cs(User-Agent)': PHONE },
        }),
      );
      linkLogs.contents.set(name, gzipSync(lines.join('\n')));
      const before = process.cpuUsage();
      await countLoggedClicks(deps, name);
      const { user, system } = process.cpuUsage(before);
      return benchRow({
        name: `processor time of ${name}`,
        measured: (user + system) / 1000 / CLICKS,
        unit: 'ms',
      });
    };
    const tokens = messages.map(({ token }) => `r=${token}`);
    return [
      await measure('the first click of a message', { queries: tokens, time: '12:00:05' }),
      await measure('a later click of a message', { queries: tokens, time: '12:05:05' }),
      await measure('a click without a message', { queries: tokens.map(() => '-'), time: '12:10:05' }),
    ];
  });
}

await runAsProgram(import.meta.url, run);
