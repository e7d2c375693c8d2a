import type { Scope } from '../../shared/accounts/scopes';
import { mayDecide } from '../../shared/campaigns/plan/approve-campaign';
import { mayNote } from '../../shared/campaigns/plan/note-campaign';
import { findCampaignOrThrow } from '../../shared/campaigns/record/campaign-store';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { actorOf } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import * as routes from './campaigns.routes';
import { named } from './named-actor';

/** Routes for data of campaigns that the API does not have. **Source:** rules E4. */
export const CAMPAIGN_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.getCampaignLaunch.route,
    handler: endpoint({
      route: routes.getCampaignLaunch.route,
      handle: async ({ platform: { table }, account, caller, pathParameters: { id = '' } }) => {
        const campaign = await findCampaignOrThrow(table, { accountId: account.id, id });
        const { launchedAt, launchedBy, decidedBy, note, status, isLauncherGone, putBack } = campaign;
        const has = (right: Scope) => caller.scopes?.some((scope) => scope === right) === true;
        return {
          status: 200,
          body: {
            mayDecide: has('campaigns:launch') && mayDecide(campaign, actorOf(caller)),
            mayNote: has('campaigns:write') && mayNote(campaign, actorOf(caller)),
            isSubmitted: status === 'awaitingApproval' && isLauncherGone === true && putBack === undefined,
            note,
            launchedAt,
            launchedBy: launchedBy && (await named(table, launchedBy)),
            decidedBy: decidedBy && (await named(table, decidedBy)),
          },
        };
      },
    }),
  },
];
