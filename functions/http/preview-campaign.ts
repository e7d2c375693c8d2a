import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { onePreviewAtATime } from '../../shared/audience/segments/one-preview-at-a-time';
import { previewCampaign } from '../../shared/campaigns/plan/preview-campaign';
import { findCampaignOrThrow } from '../../shared/campaigns/record/campaign-store';
import { endpoint } from '../../shared/http/endpoint';
import { schemaKey } from '../../shared/platform/store/keys';
import { withCampaigns } from '../../shared/campaigns/plan/campaigns-of-accounts';
import * as routes from './campaigns.routes';

/** POST /api/v1/campaigns/{id}/preview. **Source:** rules E4. */
export const handler = endpoint({
  route: routes.previewCampaign,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, pathParameters, prefetched }) => {
    const schema = readSchema(prefetched.schema);
    const id = pathParameters.id ?? '';
    const campaign = await findCampaignOrThrow(platform.table, { accountId: account.id, id });
    const deps = withCampaigns(platform);
    return {
      status: 200,
      body: await onePreviewAtATime(deps, account.id, () =>
        previewCampaign(deps, { account, schema, campaign }),
      ),
    };
  },
});
