import { changesBetween } from '../../shared/audit/tell-changes';
import { ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import validateUpdate from '../../shared/platform/validation/generated/update-number';
import { readLeftToday } from '../../shared/senders/cap-count';
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
        const left = await readLeftToday(platform, { numbers });
        return {
          status: 200,
          body: { results: numbers.map((number) => presentNumber(number, account, left)) },
        };
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
        const numbers = await listNumbers(platform.table, account.id);
        const left = await readLeftToday(platform, { numbers });
        return { status: 200, body: presentNumber(changed, account, left) };
      },
    }),
  },
];

export function presentNumber(
  { accountId: _, paused: _paused, usedUpCap: _usedUp, ...number }: AccountNumber,
  account: { defaultNumber?: string | undefined },
  left?: ReadonlyMap<string, number>,
) {
  const isDefault = number.number === account.defaultNumber;
  return { ...number, leftToday: left?.get(number.number), isDefault };
}
