import { readAccount } from '../accounts/account';
import { listAccounts } from '../accounts/account-store';
import type { UserScope } from '../accounts/scopes';
import { accountKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { type Role, scopesOf } from './role';
import { isLaterThan, type Session } from './session';
import type { User } from './user';
import { listMembershipsOf } from './user-store';

/** Account with the role of a user in it. */
interface AccountOfUser {
  id: string;
  name: string;
  /** IANA name; absent: the account has none. */
  timeZone?: string | undefined;
  role: Role;
  scopes: readonly UserScope[];
}

/**
 * Lists the open accounts that a user's session can access, by name; all accounts for an operator.
 *
 * **Source:** rules E6.
 */
export async function listAccountsOf(
  table: Table,
  { user, session }: { user: User; session: Session },
): Promise<AccountOfUser[]> {
  const { isOperator } = user;
  const accounts = isOperator ? await everyAccount(table) : await ownAccounts(table, session);
  return accounts
    .filter(({ account }) => account.closedAt === undefined)
    .map(({ account: { id, name, timeZone }, role }) => ({
      ...{ id, name, timeZone, role },
      scopes: scopesOf({ role, isOperator }),
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1));
}

async function everyAccount(table: Table) {
  const accounts = await listAccounts(table);
  return accounts.map((account) => ({ account, role: 'admin' as const }));
}

async function ownAccounts(table: Table, session: Session) {
  const all = await listMembershipsOf(table, session.userId);
  const memberships = all.filter((membership) => isLaterThan(session, membership));
  const items = await table.batchGet(memberships.map(({ accountId }) => accountKey(accountId)));
  return memberships.flatMap(({ role }, index) => {
    const item = items[index];
    return item ? [{ account: readAccount(item), role }] : [];
  });
}
