import { endpoint } from '../../shared/http/endpoint';
import type { AuthenticatedRoute } from '../../shared/http/route';
import { findJobOrThrow } from '../../shared/sending/jobs/read/find-job';
import type { JobKind } from '../../shared/sending/jobs/job';
import { listRecipients } from '../../shared/sending/jobs/read/list-recipients';
import { readRecipientsQuery } from '../../shared/sending/jobs/read/recipients-query';

/** The handler that lists the recipients of a job of one kind, with their outcomes. */
export function jobRecipientsEndpoint(options: { kind: JobKind; route: AuthenticatedRoute }) {
  return endpoint({
    route: options.route,
    handle: async ({ platform, account, pathParameters, query }) => {
      const jobId = pathParameters.id ?? '';
      const page = readRecipientsQuery(query, jobId);
      const job = await findJobOrThrow(platform, { account, jobId, kind: options.kind });
      return { status: 200, body: await listRecipients(platform, { job, ...page }) };
    },
  });
}
