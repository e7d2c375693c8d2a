import { type ExportSource, findExportOrThrow, presentExport } from '../../shared/exports/export-item';
import { byRoute, type RouteHandler } from '../../shared/http/by-route';
import { endpoint } from '../../shared/http/endpoint';
import type { AuthenticatedRoute } from '../../shared/http/route';
import { getFilesPlatform } from '../../shared/platform/files/files-platform';
import * as routes from './exports.routes';

/** Makes a handler that reads an export at the path that made it. **Source:** rules E5. */
const get = (route: AuthenticatedRoute, kind: ExportSource['kind']): RouteHandler => ({
  route,
  handler: endpoint({
    route,
    handle: async ({ platform: core, account, pathParameters }) => {
      const platform = getFilesPlatform(core);
      const { id: jobId, exportId = '' } = pathParameters;
      const found = await findExportOrThrow(platform, { account, exportId, kind, jobId });
      return { status: 200, body: await presentExport(platform, found) };
    },
  }),
});

/** The routes that read exports. */
export const handler = byRoute([
  get(routes.getContactExport, 'contacts'),
  get(routes.getBroadcastExport, 'broadcast'),
  get(routes.getBatchExport, 'batch'),
  get(routes.getCampaignExport, 'campaign'),
]);
