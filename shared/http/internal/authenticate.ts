import { type Account, readAccount } from '../../accounts/account';
import { type ApiKey, isKeyOpenedBy, isSecretHashed, readApiKey } from '../../accounts/api-keys';
import { noteKeyUse } from '../../accounts/key-use';
import { ServiceError } from '../../errors/service-error';
import type { CorePlatform } from '../../platform/platform';
import { bindTable } from '../../platform/store/bound-table';
import { accountKey, apiKeyKey } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';
import { type ByName, readByName } from '../../platform/store/read-by-name';
import { Remembered } from '../../platform/store/remembered';
import type { Table } from '../../platform/store/table';
import { authenticateMember, type Prefetch } from './authenticate-session';
import type { Caller } from '../caller';
import { readBasicCredentials } from '../credentials';
import type { Event } from '../http-event';

interface Authenticated {
  account: Account;
  caller: Caller;
  /** Items of the keys that `prefetch` named. */
  items: ByName<string, Item>;
}

/**
 * API keys that this process has verified. A request with the secret of one of them has the account's items read in the
 * same round trip as the key itself. This is only a hint: the key is verified on every request, so that revocation
 * takes effect at once.
 */
const openedKeys = new Remembered<Pick<ApiKey, 'accountId' | 'secretHash'>>();

/**
 * Authenticates the caller by Basic credentials, or by the session of a user of the console, and reads the account and
 * the items that the route needs along. If a request has both, the credentials are used.
 *
 * @param options.accepts `session`: routes of the console, which only users can call
 * @throws ServiceError AuthenticationFailed, the same for every kind of wrong credentials; Forbidden as
 *   `authenticateMember` says
 *
 * **Source:** rules 5, E6.
 */
export async function authenticate(
  deps: Pick<CorePlatform, 'table' | 'clock' | 'config' | 'log'>,
  options: { event: Event; accepts: 'basic' | 'session'; prefetch: Prefetch },
): Promise<Authenticated> {
  const { event, accepts, prefetch } = options;
  const { authorization } = event.headers;
  const isSession = accepts === 'session' || (authorization === undefined && event.cookies !== undefined);
  return isSession
    ? authenticateMember(deps, { event, prefetch })
    : authenticateKey({ deps, authorization, prefetch });
}

/**
 * Authenticates an API key. Without its secret only the key is read, and ids that exist take the same reads as ids that
 * do not. `prefetch` is called only for a caller with the secret of a key, which may have been revoked since this
 * process last verified it.
 */
async function authenticateKey(options: {
  deps: Pick<CorePlatform, 'table' | 'clock' | 'log'>;
  authorization: string | undefined;
  prefetch: Prefetch;
}): Promise<Authenticated> {
  const { deps, prefetch } = options;
  const { table } = deps;
  const credentials = readBasicCredentials(options.authorization);
  if (!credentials) throw new ServiceError('AuthenticationFailed');
  const { keyId, secret } = credentials;
  const readAlong = async (accountId: string) =>
    readByName<string>(bindTable(table, accountId), {
      account: accountKey(accountId),
      ...(await prefetch(accountId, { type: 'apiKey', id: keyId })),
    });

  const opened = openedKeys.get(table, keyId);
  const expectedAccountId = isSecretHashed(secret, opened?.secretHash) ? opened?.accountId : undefined;
  const [keyItem, readEarly] = await Promise.all([
    table.get(apiKeyKey(keyId)),
    expectedAccountId === undefined ? undefined : readAlong(expectedAccountId),
  ]);
  const key = keyItem && readApiKey(keyItem);
  if (!isKeyOpenedBy(key, secret, deps.clock.now())) {
    if (expectedAccountId !== undefined) openedKeys.delete(table, keyId);
    throw new ServiceError('AuthenticationFailed');
  }
  remember(table, key, secret);

  const isEarlyReadRight = expectedAccountId === key.accountId;
  const [items] = await Promise.all([
    readEarly && isEarlyReadRight ? readEarly : readAlong(key.accountId),
    noteKeyUse(deps, key).catch((error: unknown) => deps.log.error('Use of a key not noted', error)),
  ]);
  const account = items.account && readAccount(items.account);
  if (account === undefined || account.closedAt !== undefined) throw new ServiceError('AuthenticationFailed');
  const { id, scopes, createdBy, knownTo } = key;
  return { account, caller: { type: 'apiKey', id, scopes, createdBy, knownTo }, items };
}

function remember(table: Table, { id, accountId, secretHash, previous }: ApiKey, secret: string): void {
  const isPrevious = previous !== undefined && isSecretHashed(secret, previous.secretHash);
  openedKeys.set(table, id, { accountId, secretHash: isPrevious ? previous.secretHash : secretHash });
}
