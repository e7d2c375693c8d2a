import { type Account, readAccount } from '../../accounts/account';
import { ServiceError } from '../../errors/service-error';
import type { CorePlatform } from '../../platform/platform';
import { bindTable } from '../../platform/store/bound-table';
import type { Item } from '../../platform/store/item';
import { accountKey, type Key, operatorKey, userAccountKey, userKey } from '../../platform/store/keys';
import { type ByName, readByName } from '../../platform/store/read-by-name';
import { scopesOf } from '../../users/role';
import { findSession, isLaterThan, isSessionOf, type Session, touchSession } from '../../users/session';
import { membershipItem, readUser, type User } from '../../users/user';
import { findUser } from '../../users/user-store';
import type { Event } from '../http-event';
import type { CallerId, UserCaller } from '../caller';
import { refuseForeign } from '../own-pages';
import { readCookie, SESSION_COOKIE } from '../session-cookie';

type Deps = Pick<CorePlatform, 'table' | 'clock' | 'config'>;

/**
 * Builds the keys, by name, of items to read along for the requested account; called before the caller's access is
 * verified.
 */
export type Prefetch = (accountId: string, caller: CallerId) => Promise<ByName<string, Key>>;

export interface SignedIn {
  user: User;
  session: Session;
}

/**
 * Returns the user of the session in the request's cookie.
 *
 * @throws ServiceError AuthenticationFailed without a session, or when it has ended; Forbidden for a request that
 *   another site may have caused
 *
 * **Source:** rules E6.
 */
export async function authenticateUser(deps: Deps, event: Event): Promise<SignedIn> {
  const { token, session } = await findSessionOf(deps, event);
  const user = await findUser(deps.table, session.userId);
  return admit(deps, { token, session, user });
}

/**
 * Authenticates the user, as `authenticateUser`, and the account in `X-Account`, and reads the items that the route
 * needs along.
 *
 * @throws ServiceError also Forbidden for an account that the user is no member of, that is closed, does not exist, or
 *   that the session was signed out of
 */
export async function authenticateMember(
  deps: Deps,
  options: { event: Event; prefetch: Prefetch },
): Promise<{ account: Account; caller: UserCaller; items: ByName<string, Item> }> {
  const { event, prefetch } = options;
  const { token, session } = await findSessionOf(deps, event);
  const accountId = readAccountHeader(event);
  const isAboutAccount = accountId !== undefined;
  const keys = isAboutAccount ? await prefetch(accountId, { type: 'user', id: session.userId }) : {};
  // The window that counts a request may be the user's, in any account.
  const { rateWindow, ...keysOfAccount } = keys;
  const [own, read]: [ByName<'user' | 'operator' | 'membership' | 'rateWindow', Item>, ByName<string, Item>] =
    await Promise.all([
      readByName(deps.table, {
        user: userKey(session.userId),
        operator: operatorKey(session.userId),
        membership: isAboutAccount ? userAccountKey(session.userId, accountId) : undefined,
        rateWindow,
      }),
      isAboutAccount ? readAlong(deps, { accountId, keys: keysOfAccount }) : {},
    ]);
  const known = own.user && readUser(own.user, own.operator);
  const { user } = await admit(deps, { token, session, user: known });
  const membership = membershipItem.readIfAny(own.membership);
  const account = read.account && readAccount(read.account);
  const ownRole = membership && isLaterThan(session, membership) ? membership.role : undefined;
  const role = user.isOperator ? 'admin' : ownRole;
  if (role === undefined || account === undefined || account.closedAt !== undefined) {
    throw new ServiceError('Forbidden', { cause: 'account', details: { reason: 'account' } });
  }
  const { id, email, isOperator } = user;
  return {
    account,
    caller: { type: 'user', id, email, role, isOperator, scopes: scopesOf({ role, isOperator }) },
    items: { ...read, rateWindow: own.rateWindow },
  };
}

async function findSessionOf(deps: Deps, event: Event): Promise<{ token: string; session: Session }> {
  const token = readCookie(event, SESSION_COOKIE);
  if (token === undefined || !deps.config.hasConsole) throw new ServiceError('AuthenticationFailed');
  refuseForeign(event, deps.config.baseUrl);
  const session = await findSession(deps, token);
  if (!session) throw new ServiceError('AuthenticationFailed');
  return { token, session };
}

async function admit(
  deps: Deps,
  { token, session, user }: { token: string; session: Session; user: User | undefined },
): Promise<SignedIn> {
  if (!user || !isSessionOf(session, user)) throw new ServiceError('AuthenticationFailed');
  await touchSession(deps, { token, session });
  return { user, session };
}

function readAccountHeader({ headers }: Event): string | undefined {
  const accountId = headers['x-account'];
  return accountId !== undefined && /^acc_\w{1,60}$/.test(accountId) ? accountId : undefined;
}

const readAlong = ({ table }: Deps, options: { accountId: string; keys: ByName<string, Key> }) =>
  readByName<string>(bindTable(table, options.accountId), {
    account: accountKey(options.accountId),
    ...options.keys,
  });
