import { createExport } from '../../shared/exports/create-export';
import { DEFAULT_EXPORT_FORMAT, type ExportFormat } from '../../shared/exports/export-item';
import { endpoint } from '../../shared/http/endpoint';
import type { AuthenticatedRoute } from '../../shared/http/route';
import validate from '../../shared/platform/validation/generated/create-recipient-export';
import type { JobKind } from '../../shared/sending/jobs/job';
import { findJobOrThrow } from '../../shared/sending/jobs/read/find-job';

/** The handler that exports the recipients of a job of one kind. */
export function recipientExportEndpoint({ kind, route }: { kind: JobKind; route: AuthenticatedRoute }) {
  return endpoint({
    route,
    validate: validate<{ format?: ExportFormat }>,
    handle: async ({ platform, account, body, pathParameters }) => {
      const jobId = pathParameters.id ?? '';
      await findJobOrThrow(platform, { account, jobId, kind });
      const source = { kind, jobId };
      const { id, status, rows } = await createExport(platform, {
        account,
        format: body.format ?? DEFAULT_EXPORT_FORMAT,
        source,
      });
      return { status: 202, body: { id, status, rows } };
    },
  });
}
