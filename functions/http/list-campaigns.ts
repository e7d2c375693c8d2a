import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { countCampaign } from '../../shared/campaigns/plan/count-campaign';
import { listCampaigns, readStatusFilter } from '../../shared/campaigns/plan/list-campaigns';
import { presentCampaign } from '../../shared/campaigns/plan/present-campaign';
import { endpoint } from '../../shared/http/endpoint';
import { readListPage } from '../../shared/lists/list-query';
import { schemaKey } from '../../shared/platform/store/keys';
import { route } from './list-campaigns.route';

export { route };

/** GET /api/v1/campaigns. **Source:** rules E1, E4. */
export const handler = endpoint({
  route,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, query, prefetched }) => {
    const { id: accountId } = account;
    const scope = { accountId, list: 'campaigns', filter: { status: query.status } };
    const page = readListPage(query, scope);
    const status = readStatusFilter(query.status);
    const { campaigns, nextCursor } = await listCampaigns(platform.table, { accountId, status, page, scope });
    const schema = readSchema(prefetched.schema);
    const results = await Promise.all(
      campaigns.map(async (campaign) =>
        presentCampaign(campaign, { schema, counted: await countCampaign(platform.table, campaign) }),
      ),
    );
    return { status: 200, body: { results, nextCursor } };
  },
});
