import { endpoint } from '../../shared/http/endpoint';
import type { AuthenticatedRoute } from '../../shared/http/route';
import { cancelJob } from '../../shared/sending/jobs/read/cancel-job';
import { findJobOrThrow } from '../../shared/sending/jobs/read/find-job';
import { type JobKind, presentJob } from '../../shared/sending/jobs/job';
import { readCounts } from '../../shared/sending/jobs/results/read-counts';

/** The handler that cancels a job of one kind. Cancelling one that has ended, or twice, changes nothing. */
export function jobCancelEndpoint(options: { kind: JobKind; route: AuthenticatedRoute }) {
  return endpoint({
    route: options.route,
    handle: async ({ platform, account, pathParameters }) => {
      const job = await findJobOrThrow(platform, {
        account,
        jobId: pathParameters.id ?? '',
        kind: options.kind,
      });
      const cancelled = await cancelJob(platform, job);
      return { status: 200, body: presentJob(cancelled, await readCounts(platform.table, cancelled)) };
    },
  });
}
