import { overSince } from '../../shared/accounts/retention';
import { countApprovals } from '../../shared/overview/count-approvals';
import { readOverview } from '../../shared/overview/read-overview';
import { invalidRequest } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { actorOf } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import { MAX_OVERVIEW_DAYS } from '../../shared/limits';
import { countUnread } from '../../shared/texts/list-conversations';
import * as routes from './overview.routes';

const USUAL_DAYS = 30;
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

function readDays(text = String(USUAL_DAYS)): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= MAX_OVERVIEW_DAYS) return days;
  throw invalidRequest({ pointer: '?days', reason: `must be a whole number from 1 to ${MAX_OVERVIEW_DAYS}` });
}
