import { targetOf } from '../../shared/audit/audit-entry';
import { changesBetween } from '../../shared/audit/tell-changes';
import { ServiceError } from '../../shared/errors/service-error';
import type { Pause } from '../../shared/holds/pause';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint, type EndpointRequest } from '../../shared/http/endpoint';
import type { MemberRoute } from '../../shared/http/route';
import validatePauseNumber from '../../shared/platform/validation/generated/pause-number';
import validatePauseSending from '../../shared/platform/validation/generated/pause-sending';
import { listHolds } from '../../shared/senders/list-holds';
import { type PauseChange, pauseSending, resumeSending } from '../../shared/senders/pause-sending';
import * as routes from './sending.routes';

/** Routes of pauses of the account and its numbers. **Source:** rules E8.4. */
export const SENDING_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listSendingHolds.route,
    handler: endpoint({
      route: routes.listSendingHolds.route,
      handle: async ({ platform, account }) => ({
        status: 200,
        body: { results: await listHolds(platform.table, account) },
      }),
    }),
  },
  pausing(routes.pauseSending.route, validatePauseSending),
  resuming(routes.resumeSending.route),
  pausing(routes.pauseNumber.route, validatePauseNumber),
  resuming(routes.resumeNumber.route),
];

function pausing(route: MemberRoute, validate: typeof validatePauseSending): ConsoleHandler {
  return {
    route,
    handler: endpoint({
      route,
      validate,
      handle: async ({ body: { reason }, ...request }) => {
        const { audit, platform } = request;
        audit.tell({ target: targetIn(request), changes: changesBetween({}, { reason }) });
        return answer(await pauseSending(platform, { ...askedBy(request), reason }), { isPaused: true });
      },
    }),
  };
}

function resuming(route: MemberRoute): ConsoleHandler {
  return {
    route,
    handler: endpoint({
      route,
      handle: async (request) => {
        const { audit, platform } = request;
        audit.tell({ target: targetIn(request) });
        return answer(await resumeSending(platform, askedBy(request)), { isPaused: false });
      },
    }),
  };
}

type Asked = Pick<EndpointRequest<unknown>, 'account' | 'caller' | 'pathParameters'>;

const askedBy = ({ account, caller, pathParameters: { number } }: Asked) => ({
  ...{ accountId: account.id, number },
  isByOperator: caller.type === 'user' && caller.isOperator,
});

const targetIn = ({ account, pathParameters: { number } }: Omit<Asked, 'caller'>) =>
  number === undefined ? targetOf(account.id) : { type: 'number', id: number };

/** @throws ServiceError NoSuchResource, NotOwned */
function answer(change: PauseChange, { isPaused }: { isPaused: boolean }) {
  if ('refused' in change) {
    throw change.refused === 'notFound'
      ? new ServiceError('NoSuchResource', { cause: 'number' })
      : new ServiceError('NotOwned', { cause: 'pause' });
  }
  return { status: 200, body: isPaused ? presentPause(change.pause) : presentPause(undefined) };
}

export const presentPause = (pause: Pause | undefined) => ({
  isPaused: pause !== undefined,
  since: pause?.since,
  comment: pause?.reason,
  isByOperator: pause?.isByOperator,
});
