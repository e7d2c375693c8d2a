import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { readListPage, writeListCursor } from '../../shared/lists/list-query';
import { isJobOver, listJobs } from '../../shared/sending/jobs/read/find-job';
import { showJob } from '../../shared/sending/jobs/read/show-job';
import * as routes from './jobs.routes';

/** Routes of broadcasts and batches. **Source:** rules E1, E6. */
export const JOB_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listJobs.route,
    handler: endpoint({
      route: routes.listJobs.route,
      handle: async ({ platform: { table, clock }, account, query }) => {
        const scope = { accountId: account.id, list: 'jobs' };
        const { limit, place } = readListPage(query, scope);
        const found = await listJobs(table, { accountId: account.id, limit: limit + 1, olderThan: place });
        const jobs = found.slice(0, limit);
        const last = jobs.at(-1);
        const shown = jobs.filter((job) => !isJobOver(job, account, clock.now()));
        const results = await Promise.all(
          shown.map(async (job) => ({ kind: job.kind, ...(await showJob(table, job)) })),
        );
        const nextCursor = last && found.length > limit ? writeListCursor(scope, last.id) : undefined;
        return { status: 200, body: { results, nextCursor } };
      },
    }),
  },
];
