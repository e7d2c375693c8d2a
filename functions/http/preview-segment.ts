import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { onePreviewAtATime } from '../../shared/audience/segments/one-preview-at-a-time';
import { previewAudience } from '../../shared/audience/segments/preview-audience';
import { endpoint } from '../../shared/http/endpoint';
import { schemaKey } from '../../shared/platform/store/keys';
import validate from '../../shared/platform/validation/generated/segment-preview';
import { withCampaigns } from '../../shared/campaigns/plan/campaigns-of-accounts';
import * as routes from './segments.routes';

/** POST /api/v1/segments/preview. **Source:** rules E3. */
export const handler = endpoint({
  route: routes.previewSegment,
  validate,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, body, query, prefetched }) => {
    const schema = readSchema(prefetched.schema);
    const deps = withCampaigns(platform);
    return {
      status: 200,
      body: await onePreviewAtATime(deps, account.id, () =>
        previewAudience(deps, { account, schema, body, cursor: query.cursor }),
      ),
    };
  },
});
