import { endpoint } from '../../shared/http/endpoint';
import type { AuthenticatedRoute } from '../../shared/http/route';
import { findJobOrThrow } from '../../shared/sending/jobs/read/find-job';
import { type JobKind, presentJob } from '../../shared/sending/jobs/job';
import { readCounts } from '../../shared/sending/jobs/results/read-counts';

/** The handler that reads a job of one kind back. */
export function jobReadEndpoint(options: { kind: JobKind; route: AuthenticatedRoute }) {
  return endpoint({
    route: options.route,
    handle: async ({ platform, account, pathParameters }) => {
      const job = await findJobOrThrow(platform, {
        account,
        jobId: pathParameters.id ?? '',
        kind: options.kind,
      });
      return { status: 200, body: presentJob(job, await readCounts(platform.table, job)) };
    },
  });
}
