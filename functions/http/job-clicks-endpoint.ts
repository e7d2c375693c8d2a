import { endpoint } from '../../shared/http/endpoint';
import type { AuthenticatedRoute } from '../../shared/http/route';
import { readJobClicks } from '../../shared/sending/clicks/click-counters';
import type { JobKind } from '../../shared/sending/jobs/job';
import { findJobOrThrow } from '../../shared/sending/jobs/read/find-job';

/** The handler that tells how often people followed the links in the messages of a job of one kind. */
export function jobClicksEndpoint(options: { kind: JobKind; route: AuthenticatedRoute }) {
  return endpoint({
    route: options.route,
    handle: async ({ platform, account, pathParameters }) => {
      const jobId = pathParameters.id ?? '';
      const job = await findJobOrThrow(platform, { account, jobId, kind: options.kind });
      return { status: 200, body: await readJobClicks(platform.table, job.id) };
    },
  });
}
