import type { Account } from '../../shared/accounts/account';
import { findGroup } from '../../shared/audience/groups/group-store';
import { testCampaign } from '../../shared/campaigns/plan/test-campaign';
import { findCampaignOrThrow } from '../../shared/campaigns/record/campaign-store';
import { endpoint } from '../../shared/http/endpoint';
import { hasScope, requireScope } from '../../shared/http/require-scope';
import type { Table } from '../../shared/platform/store/table';
import validate from '../../shared/platform/validation/generated/campaign-test';
import { getSendingPlatform } from '../../shared/sending/platform/sending-platform';
import * as routes from './campaigns.routes';

/** POST /api/v1/campaigns/{id}/test. **Source:** rules E4. */
export const handler = endpoint({
  route: routes.testCampaign,
  validate,
  handle: async ({ platform, account, caller, body, pathParameters, receivedAtMs, countSends }) => {
    const mayLaunch = hasScope(caller, 'campaigns:launch');
    const testList = mayLaunch ? undefined : await findTestList(platform.table, account);
    if (testList === undefined) requireScope(caller, 'campaigns:launch');
    const id = pathParameters.id ?? '';
    const campaign = await findCampaignOrThrow(platform.table, { accountId: account.id, id });
    await countSends(body.to.length);
    const answer = await testCampaign(getSendingPlatform(platform), {
      account,
      campaign,
      body,
      receivedAtMs,
      membersOf: testList?.id,
    });
    return { status: 200, body: answer };
  },
});

/** @returns `undefined` without a test list, as after the deletion of its group */
const findTestList = async (table: Table, { id: accountId, testGroup: groupId }: Account) =>
  groupId === undefined ? undefined : findGroup(table, { accountId, groupId });
