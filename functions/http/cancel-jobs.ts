import { byRoute, type RouteHandler } from '../../shared/http/by-route';
import { endpoint } from '../../shared/http/endpoint';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { JobKind } from '../../shared/sending/jobs/job';
import { cancelJob } from '../../shared/sending/jobs/read/cancel-job';
import { findJobOrThrow } from '../../shared/sending/jobs/read/find-job';
import { showJob } from '../../shared/sending/jobs/read/show-job';
import * as routes from './jobs.routes';

/** Makes a handler that cancels a job of one kind. Cancelling one that has ended, or twice, changes nothing. */
const cancel = (route: AuthenticatedRoute, kind: JobKind): RouteHandler => ({
  route,
  handler: endpoint({
    route,
    handle: async ({ platform, account, pathParameters }) => {
      const job = await findJobOrThrow(platform, { account, jobId: pathParameters.id ?? '', kind });
      const cancelled = await cancelJob(platform, job);
      return { status: 200, body: await showJob(platform.table, cancelled) };
    },
  }),
});

/** The routes that cancel broadcasts and batches. */
export const handler = byRoute([
  cancel(routes.cancelBroadcast, 'broadcast'),
  cancel(routes.cancelBatch, 'batch'),
]);
