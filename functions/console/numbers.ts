import { changesBetween } from '../../shared/audit/tell-changes';
import { ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import validateUpdate from '../../shared/platform/validation/generated/update-number';
import type { AccountNumber } from '../../shared/senders/number';
import { ratesOf } from '../../shared/senders/number-kind';
import { listNumbers, updateNumber } from '../../shared/senders/number-store';
import * as routes from './numbers.routes';

/** Routes of sender numbers. **Source:** rules E6. */
export const NUMBER_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listNumbers.route,
    handler: endpoint({
      route: routes.listNumbers.route,
      handle: async ({ platform, account }) => {
        const numbers = await listNumbers(platform.table, account.id);
        return { status: 200, body: { results: numbers.map((number) => presentNumber(number, account)) } };
      },
    }),
  },
  {
    route: routes.updateNumber.route,
    handler: endpoint({
      route: routes.updateNumber.route,
      validate: validateUpdate,
      handle: async ({ platform, audit, account, pathParameters, body }) => {
        const number = pathParameters.number ?? '';
        const changed = await updateNumber(platform.table, {
          ...{ accountId: account.id, number, ...body },
          ...ratesOf(body.kind, body),
          beforeWrite: (before, after) =>
            audit.tell({ target: { type: 'number', id: number }, changes: changesBetween(before, after) }),
        });
        if (!changed) throw new ServiceError('NoSuchResource', { cause: 'number' });
        return { status: 200, body: presentNumber(changed, account) };
      },
    }),
  },
];

export function presentNumber(
  { accountId: _, paused: _paused, ...number }: AccountNumber,
  account: { defaultNumber?: string | undefined },
) {
  return { ...number, isDefault: number.number === account.defaultNumber };
}
