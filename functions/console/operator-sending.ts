import { changesBetween } from '../../shared/audit/tell-changes';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { userEndpoint } from '../../shared/http/user-endpoint';
import validatePause from '../../shared/platform/validation/generated/pause-all-sending';
import { listServiceHolds } from '../../shared/senders/list-holds';
import { pauseService, resumeService } from '../../shared/senders/pause-sending';
import { presentPause } from './sending';
import * as routes from './sending.routes';

const target = { type: 'service', id: 'sending' };

/** Routes of the pause of all accounts, for operators. **Source:** rules E8.4. */
export const OPERATOR_SENDING_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listServiceHolds.route,
    handler: userEndpoint({
      route: routes.listServiceHolds.route,
      handle: async ({ platform: { table } }) => ({
        status: 200,
        body: { results: await listServiceHolds(table) },
      }),
    }),
  },
  {
    route: routes.pauseAllSending.route,
    handler: userEndpoint({
      route: routes.pauseAllSending.route,
      validate: validatePause,
      handle: async ({ platform, audit, body: { reason } }) => {
        audit.tell({ target, changes: changesBetween({}, { reason }) });
        return { status: 200, body: presentPause(await pauseService(platform, { reason })) };
      },
    }),
  },
  {
    route: routes.resumeAllSending.route,
    handler: userEndpoint({
      route: routes.resumeAllSending.route,
      handle: async ({ platform, audit }) => {
        audit.tell({ target });
        await resumeService(platform);
        return { status: 200, body: presentPause(undefined) };
      },
    }),
  },
];
