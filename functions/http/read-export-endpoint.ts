import { type ExportSource, findExportOrThrow, presentExport } from '../../shared/exports/export-item';
import { endpoint } from '../../shared/http/endpoint';
import type { AuthenticatedRoute } from '../../shared/http/route';
import { getFilesPlatform } from '../../shared/platform/files-platform';

/** The handler that reads an export at the path that made it. */
export function readExportEndpoint({
  kind,
  route,
}: {
  kind: ExportSource['kind'];
  route: AuthenticatedRoute;
}) {
  return endpoint({
    route,
    handle: async ({ platform: core, account, pathParameters }) => {
      const platform = getFilesPlatform(core);
      const { id: jobId, exportId = '' } = pathParameters;
      const found = await findExportOrThrow(platform, { account, exportId, kind, jobId });
      return { status: 200, body: await presentExport(platform, found) };
    },
  });
}
