import { changesBetween, changesOfWhole } from '../../shared/audit/tell-changes';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { userEndpoint } from '../../shared/http/user-endpoint';
import { requireOpenAccount } from '../../shared/operations/open-account';
import { findUseOfNumber } from '../../shared/operations/use-of-number';
import { parseNumber } from '../../shared/phone-numbers/e164';
import type { Table } from '../../shared/platform/store/table';
import validateAdd from '../../shared/platform/validation/generated/add-account-number';
import validateMove from '../../shared/platform/validation/generated/move-account-number';
import { guessKind, RATES_BY_KIND } from '../../shared/senders/number-kind';
import type { AccountNumber } from '../../shared/senders/number';
import { addNumber, findNumber, moveNumber, removeNumber } from '../../shared/senders/number-store';
import { presentNumber } from './numbers';
import * as routes from './operator-accounts.routes';

/** Routes of the numbers of accounts, for operators. **Source:** rules E6. */
export const OPERATOR_NUMBER_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.addAccountNumber.route,
    handler: userEndpoint({
      route: routes.addAccountNumber.route,
      validate: validateAdd,
      handle: async ({ platform, audit, pathParameters, body }) => {
        // 1. Parse the number, which determines its kind unless the request names one.
        const number = parseNumber(body.number);
        if (number === undefined) {
          throw invalidRequest({ pointer: '/number', reason: 'must be an E.164 number or a short code' });
        }
        const account = await requireOpenAccount(platform.table, pathParameters.accountId ?? '');
        const kind = body.kind ?? guessKind(number);

        // 2. Assign it, unless an account has it.
        const added = { status: 'Active' as const, kind, ...RATES_BY_KIND[kind] };
        const target = { type: 'number', id: number };
        audit.tell({ accountId: account.id, target, changes: changesBetween({}, added) });
        const result = await addNumber(platform, { accountId: account.id, number, ...added });
        if ('refused' in result) throw new ServiceError('InvalidState', { details: { status: 'assigned' } });
        return { status: 201, body: presentNumber(result.added, account) };
      },
    }),
  },
  {
    route: routes.removeAccountNumber.route,
    handler: userEndpoint({
      route: routes.removeAccountNumber.route,
      handle: async ({ platform, audit, pathParameters }) => {
        const place = placeOf(pathParameters);
        await refuseUsed(platform.table, place);
        const changes = changesOfWhole(toldNumber(await findNumber(platform.table, place)));
        audit.tell({ accountId: place.accountId, target: { type: 'number', id: place.number }, changes });
        if (!(await removeNumber(platform, place)))
          throw new ServiceError('NoSuchResource', { cause: 'number' });
        return { status: 204 };
      },
    }),
  },
  {
    route: routes.moveAccountNumber.route,
    handler: userEndpoint({
      route: routes.moveAccountNumber.route,
      validate: validateMove,
      handle: async ({ platform, audit, pathParameters, body: { toAccountId } }) => {
        const place = placeOf(pathParameters);
        // 1. Check both accounts.
        if (toAccountId === place.accountId) {
          throw invalidRequest({ pointer: '/toAccountId', reason: 'must be another account' });
        }
        await refuseUsed(platform.table, place);
        await requireOpenAccount(platform.table, toAccountId);

        // 2. Move it; the logs of both accounts record that.
        const target = { type: 'number', id: place.number };
        const changes = [{ what: 'account', from: place.accountId, to: toAccountId }];
        for (const accountId of [place.accountId, toAccountId]) audit.tell({ accountId, target, changes });
        const result = await moveNumber(platform, { ...place, toAccountId });
        if ('refused' in result) throw new ServiceError('NoSuchResource', { cause: 'number' });
        return { status: 200, body: { accountId: toAccountId, number: place.number } };
      },
    }),
  },
];

/** Returns what the audit log tells of a number. */
const toldNumber = ({
  status,
  kind,
  ratePerSecond,
  mmsPerSecond,
  dailyCap,
  brand,
}: Partial<AccountNumber> = {}) => ({
  ...{ status, kind, ratePerSecond, mmsPerSecond, dailyCap, brand },
});

const placeOf = ({ accountId = '', number = '' }: Record<string, string>) => ({ accountId, number });

/** @throws ServiceError NoSuchResource, or InvalidState for a number that settings or groups name */
async function refuseUsed(table: Table, place: { accountId: string; number: string }): Promise<void> {
  const use = await findUseOfNumber(table, place);
  if (use === undefined) return;
  if (use.used === 'notAssigned') throw new ServiceError('NoSuchResource', { cause: 'number' });
  throw new ServiceError('InvalidState', { details: { status: use.used } });
}
