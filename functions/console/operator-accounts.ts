import { type Account } from '../../shared/accounts/account';
import { listAccounts } from '../../shared/accounts/account-store';
import { createAccount } from '../../shared/accounts/create-account';
import { balanceOf } from '../../shared/accounts/gather-purses';
import { targetOf } from '../../shared/audit/audit-entry';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import { auditOperator } from '../../shared/http/audit-request';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { userEndpoint } from '../../shared/http/user-endpoint';
import { closeAccount } from '../../shared/operations/close-account';
import { changeCredits, findAccountByName, requireOpenAccount } from '../../shared/operations/open-account';
import { isTimeZone } from '../../shared/time-zones/time-zone';
import type { CorePlatform } from '../../shared/platform/platform';
import validateCredits from '../../shared/platform/validation/generated/add-account-credits';
import validateCreate from '../../shared/platform/validation/generated/create-account';
import * as routes from './operator-accounts.routes';

interface NewAccount {
  name: string;
  smsCredits?: number;
  mmsCredits?: number;
  dailyQuota?: number;
  timeZone?: string;
}

/** Accounts, for operators. **Source:** rules E6. */
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
      validate: validateCreate<NewAccount>,
      handle: async ({ platform, user, body }) => {
        // 1. Check what the schema cannot.
        await checkNewAccount(platform, body);

        // 2. Create it; its log begins with who did.
        const account = await createAccount(platform, body);
        await audit(platform, { route: routes.createAccount.route, user, account });
        return { status: 201, body: await present(platform, account) };
      },
    }),
  },
  {
    route: routes.closeAccount.route,
    handler: userEndpoint({
      route: routes.closeAccount.route,
      handle: async ({ platform, user, pathParameters: { accountId = '' } }) => {
        const account = await closeAccount(platform, accountId);
        if (!account) throw new ServiceError('NoSuchResource', { cause: 'account' });
        await audit(platform, { route: routes.closeAccount.route, user, account });
        return { status: 200, body: await present(platform, account) };
      },
    }),
  },
  {
    route: routes.addAccountCredits.route,
    handler: userEndpoint({
      route: routes.addAccountCredits.route,
      validate: validateCredits<{ sms?: number; mms?: number }>,
      handle: async ({ platform, user, pathParameters: { accountId = '' }, body: { sms = 0, mms = 0 } }) => {
        if (sms === 0 && mms === 0) {
          throw invalidRequest({ pointer: '/sms', reason: 'must be other than 0, unless mms is' });
        }
        await requireOpenAccount(platform.table, accountId);
        const account = await changeCredits(platform.table, { accountId, sms, mms });
        if (!account) throw new ServiceError('InsufficientCredits', { cause: 'belowZero' });
        await audit(platform, { route: routes.addAccountCredits.route, user, account });
        return { status: 200, body: await present(platform, account) };
      },
    }),
  },
];

/** @throws ServiceError InvalidRequest */
async function checkNewAccount(platform: CorePlatform, { name, timeZone }: NewAccount): Promise<void> {
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

async function audit(
  platform: CorePlatform,
  {
    account: { id: accountId },
    ...change
  }: Omit<Parameters<typeof auditOperator>[1], 'accountId' | 'target'> & { account: Account },
): Promise<void> {
  const target = targetOf(accountId);
  await auditOperator(platform, { ...change, accountId, ...(target && { target }) });
}

async function present(platform: CorePlatform, account: Account) {
  const { id, name, dailyQuota, createdAt, closedAt } = account;
  return { id, name, dailyQuota, credits: await balanceOf(platform, account), createdAt, closedAt };
}
