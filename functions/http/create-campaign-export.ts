import { findCampaignWithResults } from '../../shared/campaigns/record/campaign-store';
import { createExport } from '../../shared/exports/create-export';
import { DEFAULT_EXPORT_FORMAT, type ExportFormat } from '../../shared/exports/export-item';
import { endpoint } from '../../shared/http/endpoint';
import validate from '../../shared/platform/validation/generated/create-recipient-export';
import { route } from './create-campaign-export.route';

export { route };

/** POST /api/v1/campaigns/{id}/recipients/exports. **Source:** rules E5. */
export const handler = endpoint({
  route,
  validate: validate<{ format?: ExportFormat }>,
  handle: async ({ platform, account, body, pathParameters }) => {
    const campaign = await findCampaignWithResults(platform, { account, id: pathParameters.id ?? '' });
    const source = { kind: 'campaign' as const, jobId: campaign.id };
    const { id, status, rows } = await createExport(platform, {
      account,
      format: body.format ?? DEFAULT_EXPORT_FORMAT,
      source,
    });
    return { status: 202, body: { id, status, rows } };
  },
});
