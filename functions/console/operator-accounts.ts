import type { Account } from '../../shared/accounts/account';
import { listAccounts } from '../../shared/accounts/account-store';
import { createAccount } from '../../shared/accounts/create-account';
import { balanceOf } from '../../shared/accounts/gather-credit-shards';
import { targetOf } from '../../shared/audit/audit-entry';
import type { Audit } from '../../shared/audit/change-recorder';
import { changesBetween, type ToldChanges } from '../../shared/audit/tell-changes';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { userEndpoint } from '../../shared/http/user-endpoint';
import { closeAccount } from '../../shared/operations/close-account';
import { changeCredits, findAccountByName, requireOpenAccount } from '../../shared/operations/open-account';
import { isTimeZone } from '../../shared/time-zones/time-zone';
import type { CorePlatform } from '../../shared/platform/platform';
import validateCredits from '../../shared/platform/validation/generated/add-account-credits';
import validateCreate from '../../shared/platform/validation/generated/create-account';
import type { BodyOf } from '../../shared/platform/validation/validate-body';
import * as routes from './operator-accounts.routes';

/** Routes of accounts, for operators. **Source:** rules E6. */
export const OPERATOR_ACCOUNT_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listOperatorAccounts.route,
    handler: userEndpoint({
      route: routes.listOperatorAccounts.route,
      handle: async ({ platform }) => {
        const accounts = await listAccounts(platform.table);
        const results = await Promise.all(accounts.map((account) => present(platform, account)));
        return { status: 200, body: { results } };
      },
    }),
  },
  {
    route: routes.createAccount.route,
    handler: userEndpoint({
      route: routes.createAccount.route,
      validate: validateCreate,
      handle: async ({ platform, audit, body }) => {
        // 1. Check what the schema cannot.
        await checkNewAccount(platform, body);

        // 2. Create the account; its audit log begins with its creator.
        const id = platform.ids.next('acc');
        tellOfBoth(audit, { id, changes: changesBetween({}, body) });
        const account = await createAccount(platform, { ...body, id });
        return { status: 201, body: await present(platform, account) };
      },
    }),
  },
  {
    route: routes.closeAccount.route,
    handler: userEndpoint({
      route: routes.closeAccount.route,
      handle: async ({ platform, audit, pathParameters: { accountId = '' } }) => {
        tellOfBoth(audit, { id: accountId });
        const account = await closeAccount(platform, accountId);
        if (!account) throw new ServiceError('NoSuchResource', { cause: 'account' });
        return { status: 200, body: await present(platform, account) };
      },
    }),
  },
  {
    route: routes.addAccountCredits.route,
    handler: userEndpoint({
      route: routes.addAccountCredits.route,
      validate: validateCredits,
      handle: async ({ platform, audit, pathParameters: { accountId = '' }, body: { sms = 0, mms = 0 } }) => {
        if (sms === 0 && mms === 0) {
          throw invalidRequest({ pointer: '/sms', reason: 'must be other than 0, unless mms is' });
        }
        await requireOpenAccount(platform.table, accountId);
        const account = await changeCredits(platform.table, {
          ...{ accountId, sms, mms },
          beforeWrite: (taken, added) =>
            audit.tell({ ...aboutAccount(accountId), changes: changesBetween(taken, added) }),
        });
        if (!account) throw new ServiceError('InsufficientCredits', { cause: 'belowZero' });
        return { status: 200, body: await present(platform, account) };
      },
    }),
  },
];

/** @throws ServiceError InvalidRequest */
async function checkNewAccount(
  platform: CorePlatform,
  { name, timeZone }: BodyOf<typeof validateCreate>,
): Promise<void> {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw invalidRequest({
      pointer: '/timeZone',
      reason: 'must be an IANA time zone, such as America/Chicago',
    });
  }
  if (name.trim() === '') throw invalidRequest({ pointer: '/name', reason: 'must not be empty' });
  const same = await findAccountByName(platform.table, { name });
  if (same) throw invalidRequest({ pointer: '/name', reason: `is the name of the account ${same.id}` });
}

const aboutAccount = (accountId: string) => ({ accountId, target: targetOf(accountId) });

/** Records the change of an account in the log of the service as well. */
function tellOfBoth(audit: Audit, { id, changes }: { id: string; changes?: ToldChanges }): void {
  audit.tell({ target: targetOf(id), changes });
  audit.tell({ ...aboutAccount(id), changes });
}

async function present(platform: CorePlatform, account: Account) {
  const { id, name, dailyQuota, createdAt, closedAt } = account;
  return { id, name, dailyQuota, credits: await balanceOf(platform, account), createdAt, closedAt };
}
