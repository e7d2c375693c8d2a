import { findCampaignWithResults } from '../../shared/campaigns/record/campaign-store';
import { createExport } from '../../shared/exports/create-export';
import { DEFAULT_EXPORT_FORMAT } from '../../shared/exports/export-item';
import { byRoute, type RouteHandler } from '../../shared/http/by-route';
import { endpoint } from '../../shared/http/endpoint';
import type { AuthenticatedRoute } from '../../shared/http/route';
import validate from '../../shared/platform/validation/generated/create-recipient-export';
import type { JobKind } from '../../shared/sending/jobs/job';
import { findJobOrThrow } from '../../shared/sending/jobs/read/find-job';
import * as routes from './exports.routes';

/** Makes a handler that exports the recipients of a job of one kind, or of a campaign. **Source:** rules E5. */
const create = (route: AuthenticatedRoute, kind: JobKind | 'campaign'): RouteHandler => ({
  route,
  handler: endpoint({
    route,
    validate,
    handle: async ({ platform, account, body, pathParameters }) => {
      const jobId = pathParameters.id ?? '';
      await (kind === 'campaign'
        ? findCampaignWithResults(platform, { account, id: jobId })
        : findJobOrThrow(platform, { account, jobId, kind }));
      const { id, status, rows } = await createExport(platform, {
        account,
        format: body.format ?? DEFAULT_EXPORT_FORMAT,
        source: { kind, jobId },
      });
      return { status: 202, body: { id, status, rows } };
    },
  }),
});

/** The routes that export the recipients of broadcasts, batches and campaigns. */
export const handler = byRoute([
  create(routes.createBroadcastExport, 'broadcast'),
  create(routes.createBatchExport, 'batch'),
  create(routes.createCampaignExport, 'campaign'),
]);
