import { overSince } from '../../shared/accounts/retention';
import { countApprovals } from '../../shared/overview/count-approvals';
import { readOverview } from '../../shared/overview/read-overview';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { actorOf } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import { countUnread } from '../../shared/texts/list-conversations';
import * as routes from './overview.routes';
import { readDays } from './read-days';

/** Newest conversations that are looked at. */
const MOST_UNREAD = 100;

/** Routes of the overview, and of the numbers beside the navigation. **Source:** rules E6, E4.7. */
export const OVERVIEW_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.getOverview.route,
    handler: endpoint({
      route: routes.getOverview.route,
      handle: async ({ platform, account, query }) => {
        const since = overSince(account, platform.clock.now());
        return {
          status: 200,
          body: await readOverview(platform, { account, days: readDays(query.days), since }),
        };
      },
    }),
  },
  {
    route: routes.countAwaiting.route,
    handler: endpoint({
      route: routes.countAwaiting.route,
      handle: async ({ platform, account, caller }) => {
        const { id: accountId } = account;
        const scopes: readonly string[] = caller.scopes ?? [];
        const since = overSince(account, platform.clock.now());
        const [approvals, conversations] = await Promise.all([
          scopes.includes('campaigns:launch')
            ? countApprovals(platform, { accountId, actor: actorOf(caller) })
            : { campaigns: 0, automations: 0 },
          scopes.includes('contacts:write')
            ? countUnread(platform.table, { accountId, since, most: MOST_UNREAD })
            : 0,
        ]);
        return { status: 200, body: { ...approvals, conversations } };
      },
    }),
  },
];
