import { deleteDraft } from '../../shared/campaigns/plan/change-draft';
import { endpoint } from '../../shared/http/endpoint';
import { route } from './delete-campaign.route';

export { route };

/** DELETE /api/v1/campaigns/{id}. **Source:** rules E4. */
export const handler = endpoint({
  route,
  handle: async ({ platform, account, pathParameters }) => {
    await deleteDraft(platform, { accountId: account.id, id: pathParameters.id ?? '' });
    return { status: 204 };
  },
});
