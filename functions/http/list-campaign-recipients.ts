import { findCampaignWithResults } from '../../shared/campaigns/record/campaign-store';
import { readCampaignPlace, writeCampaignPlace } from '../../shared/campaigns/run/campaign-place';
import { listCampaignRecipients } from '../../shared/campaigns/run/list-campaign-recipients';
import { endpoint } from '../../shared/http/endpoint';
import { readListPage, writeListCursor } from '../../shared/lists/list-query';
import { readRecipientsFilter } from '../../shared/sending/jobs/read/recipients-query';
import { route } from './list-campaign-recipients.route';

export { route };

/** GET /api/v1/campaigns/{id}/recipients. **Source:** rules E1, E4. */
export const handler = endpoint({
  route,
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
