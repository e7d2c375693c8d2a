import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { countCampaign } from '../../shared/campaigns/plan/count-campaign';
import { listCampaigns, readStatusFilter } from '../../shared/campaigns/plan/list-campaigns';
import { presentCampaign } from '../../shared/campaigns/plan/present-campaign';
import { findCampaignOrThrow, findCampaignWithResults } from '../../shared/campaigns/record/campaign-store';
import { readCampaignPlace, writeCampaignPlace } from '../../shared/campaigns/run/campaign-place';
import { listCampaignRecipients } from '../../shared/campaigns/run/list-campaign-recipients';
import { byRoute } from '../../shared/http/by-route';
import { endpoint } from '../../shared/http/endpoint';
import { readListPage, writeListCursor } from '../../shared/lists/list-query';
import { schemaKey } from '../../shared/platform/store/keys';
import { readRecipientsFilter } from '../../shared/sending/jobs/read/recipients-query';
import * as routes from './campaigns.routes';

/** GET /api/v1/campaigns. **Source:** rules E1, E4. */
const list = endpoint({
  route: routes.listCampaigns,
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

/** GET /api/v1/campaigns/{id}. **Source:** rules E4. */
const get = endpoint({
  route: routes.getCampaign,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform: { table }, account, pathParameters: { id = '' }, prefetched }) => {
    const schema = readSchema(prefetched.schema);
    const campaign = await findCampaignOrThrow(table, { accountId: account.id, id });
    return {
      status: 200,
      body: presentCampaign(campaign, { schema, counted: await countCampaign(table, campaign) }),
    };
  },
});

/** GET /api/v1/campaigns/{id}/recipients. **Source:** rules E1, E4. */
const listRecipients = endpoint({
  route: routes.listCampaignRecipients,
  handle: async ({ platform, account, pathParameters, query }) => {
    const { id: accountId } = account;
    const { id = '' } = pathParameters;
    const { status, deliveryStatus, reason } = query;
    const scope = { accountId, list: `recipients ${id}`, filter: { status, deliveryStatus, reason } };
    const { limit, place } = readListPage(query, scope);
    const filter = readRecipientsFilter(query);
    const campaign = await findCampaignWithResults(platform, { account, id });
    const { results, next } = await listCampaignRecipients(platform, {
      ...{ campaign, filter, limit },
      from: readCampaignPlace(place),
    });
    const nextCursor = next && writeListCursor(scope, writeCampaignPlace(next));
    return { status: 200, body: { results, nextCursor } };
  },
});

/** The routes that read campaigns. */
export const handler = byRoute([
  { route: routes.listCampaigns, handler: list },
  { route: routes.getCampaign, handler: get },
  { route: routes.listCampaignRecipients, handler: listRecipients },
]);
