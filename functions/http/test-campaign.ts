import { testCampaign } from '../../shared/campaigns/plan/test-campaign';
import { findCampaignOrThrow } from '../../shared/campaigns/record/campaign-store';
import { endpoint } from '../../shared/http/endpoint';
import { hasScope, requireScope } from '../../shared/http/require-scope';
import validate from '../../shared/platform/validation/generated/campaign-test';
import { getSendingPlatform } from '../../shared/sending/platform/sending-platform';
import * as routes from './campaigns.routes';

/** POST /api/v1/campaigns/{id}/test. **Source:** rules E4. */
export const handler = endpoint({
  route: routes.testCampaign,
  validate,
  handle: async ({ platform, account, caller, body, pathParameters, receivedAtMs, countSends }) => {
    const mayLaunch = hasScope(caller, 'campaigns:launch');
    if (!mayLaunch && account.testGroup === undefined) requireScope(caller, 'campaigns:launch');
    const id = pathParameters.id ?? '';
    const campaign = await findCampaignOrThrow(platform.table, { accountId: account.id, id });
    await countSends(body.to.length);
    const answer = await testCampaign(getSendingPlatform(platform), {
      account,
      campaign,
      body,
      receivedAtMs,
      membersOf: mayLaunch ? undefined : account.testGroup,
    });
    return { status: 200, body: answer };
  },
});
