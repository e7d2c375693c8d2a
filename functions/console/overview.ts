import { overSince } from '../../shared/accounts/retention';
import { readOverview } from '../../shared/overview/read-overview';
import { invalidRequest } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { MAX_OVERVIEW_DAYS } from '../../shared/limits';
import * as routes from './overview.routes';

const USUAL_DAYS = 30;

/** Routes of the overview. **Source:** rules E6. */
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
];

function readDays(text = String(USUAL_DAYS)): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= MAX_OVERVIEW_DAYS) return days;
  throw invalidRequest({ pointer: '?days', reason: `must be a whole number from 1 to ${MAX_OVERVIEW_DAYS}` });
}
