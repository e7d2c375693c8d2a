import { targetOf } from '../../shared/audit/audit-entry';
import { changesBetween } from '../../shared/audit/tell-changes';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { userEndpoint } from '../../shared/http/user-endpoint';
import { changeAccount } from '../../shared/operations/change-account';
import { requireOpenAccount } from '../../shared/operations/open-account';
import { parsePhoneCountry } from '../../shared/phone-numbers/country';
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
        checkBudgets(body.countryBudgets);
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

/** @throws ServiceError InvalidRequest */
function checkBudgets(budgets: object = {}): void {
  const unknown = Object.keys(budgets).find((country) => parsePhoneCountry(country) === undefined);
  if (unknown === undefined) return;
  throw invalidRequest({
    pointer: `/countryBudgets/${unknown}`,
    reason: 'must be the two letters of a country, such as US',
  });
}
