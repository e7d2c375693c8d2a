import { byRoute, type RouteHandler } from '../../shared/http/by-route';
import { endpoint } from '../../shared/http/endpoint';
import type { AuthenticatedRoute } from '../../shared/http/route';
import { readJobClicks } from '../../shared/sending/clicks/click-counters';
import type { JobKind } from '../../shared/sending/jobs/job';
import { findJobOrThrow } from '../../shared/sending/jobs/read/find-job';
import { listRecipients } from '../../shared/sending/jobs/read/list-recipients';
import { readRecipientsQuery } from '../../shared/sending/jobs/read/recipients-query';
import { showJob } from '../../shared/sending/jobs/read/show-job';
import * as routes from './jobs.routes';

/** Makes a handler that reads a job of one kind back. */
const get = (route: AuthenticatedRoute, kind: JobKind): RouteHandler => ({
  route,
  handler: endpoint({
    route,
    handle: async ({ platform, account, pathParameters }) => {
      const job = await findJobOrThrow(platform, { account, jobId: pathParameters.id ?? '', kind });
      return { status: 200, body: await showJob(platform.table, job) };
    },
  }),
});

/** Makes a handler that lists the recipients of a job of one kind, with their outcomes. */
const listRecipientsOf = (route: AuthenticatedRoute, kind: JobKind): RouteHandler => ({
  route,
  handler: endpoint({
    route,
    handle: async ({ platform, account, pathParameters, query }) => {
      const jobId = pathParameters.id ?? '';
      const page = readRecipientsQuery(query, jobId);
      const job = await findJobOrThrow(platform, { account, jobId, kind });
      return { status: 200, body: await listRecipients(platform, { job, ...page }) };
    },
  }),
});

/** Makes a handler that tells how often people followed the links in the messages of a job of one kind. */
const getClicks = (route: AuthenticatedRoute, kind: JobKind): RouteHandler => ({
  route,
  handler: endpoint({
    route,
    handle: async ({ platform, account, pathParameters }) => {
      const job = await findJobOrThrow(platform, { account, jobId: pathParameters.id ?? '', kind });
      return { status: 200, body: await readJobClicks(platform.table, job.id) };
    },
  }),
});

/** The routes that read broadcasts and batches back, and their clicks. */
export const handler = byRoute([
  get(routes.getBroadcast, 'broadcast'),
  listRecipientsOf(routes.listBroadcastRecipients, 'broadcast'),
  getClicks(routes.getBroadcastClicks, 'broadcast'),
  get(routes.getBatch, 'batch'),
  listRecipientsOf(routes.listBatchRecipients, 'batch'),
  getClicks(routes.getBatchClicks, 'batch'),
]);
