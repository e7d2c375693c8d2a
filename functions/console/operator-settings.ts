import { targetOf } from '../../shared/audit/audit-entry';
import { changesBetween } from '../../shared/audit/tell-changes';
import { ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { userEndpoint } from '../../shared/http/user-endpoint';
import { changeAccount } from '../../shared/operations/change-account';
import { requireOpenAccount } from '../../shared/operations/open-account';
import validateUpdate from '../../shared/platform/validation/generated/update-operator-settings';
import { presentSettings } from './present-settings';
import * as routes from './settings.routes';

/** Routes of account settings that administrators cannot change, for operators. **Source:** rules E6, E7. */
export const OPERATOR_SETTINGS_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.updateOperatorSettings.route,
    handler: userEndpoint({
      route: routes.updateOperatorSettings.route,
      validate: validateUpdate,
      handle: async ({ platform, audit, pathParameters, body }) => {
        const account = await requireOpenAccount(platform.table, pathParameters.accountId ?? '');
        if (Object.keys(body).length === 0) return { status: 200, body: presentSettings(account) };
        const { id: accountId } = account;
        const { rateLimits, ...others } = body;
        const changes = {
          ...others,
          ...(rateLimits && { rateLimits: { ...account.rateLimits, ...rateLimits } }),
        };
        const changed = await changeAccount(platform, {
          ...{ accountId, changes },
          beforeWrite: (before, after) =>
            audit.tell({
              ...{ accountId, target: targetOf(accountId) },
              changes: changesBetween(before, after),
            }),
        });
        if (!changed) throw new ServiceError('NoSuchResource', { cause: 'account' });
        return { status: 200, body: presentSettings(changed) };
      },
    }),
  },
];
