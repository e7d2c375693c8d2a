import { invalidRequest } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { readUsage, writeUsage } from '../../shared/overview/read-usage';
import * as routes from './usage.routes';

/** Routes of what the texts of a month came to. **Source:** rules E6. */
export const USAGE_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.getUsage.route,
    handler: endpoint({
      route: routes.getUsage.route,
      handle: async ({ platform, account, query }) => ({
        status: 200,
        body: await readUsage(platform, { account, month: readMonth(query.month) }),
      }),
    }),
  },
  {
    route: routes.exportUsage.route,
    handler: endpoint({
      route: routes.exportUsage.route,
      handle: async ({ platform, account, query }) => ({
        status: 200,
        body: await writeUsage(platform, { account, month: readMonth(query.month) }),
      }),
    }),
  },
];

function readMonth(text: string | undefined): string | undefined {
  if (text === undefined || new RegExp(routes.MONTH_PATTERN).test(text)) return text;
  throw invalidRequest({ pointer: '?month', reason: 'must be a month, such as 2026-03' });
}
