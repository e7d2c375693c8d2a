import { type Account, readAccount } from '../accounts/account';
import { isKeyOpenedBy, readApiKey } from '../accounts/api-keys';
import { ServiceError } from '../errors/service-error';
import { accountKey, apiKeyKey, type Key } from '../platform/keys';
import type { Item, Table } from '../platform/table';
import { readBasicCredentials } from './credentials';

export interface Authenticated {
  account: Account;
  /** What `prefetch` asked for, in its order. */
  prefetched: Array<Item | undefined>;
}

/**
 * Whose key an id is never changes, so an instance may remember it. It is only used to read the account's items in
 * the same round trip as the key itself; the key is verified on every request, so that revoking works at once.
 */
const accountIdByKeyId = new Map<string, string>();
const MOST_REMEMBERED_KEYS = 1_000;

/**
 * Checks Basic credentials and reads the account, with whatever else the route is about to need.
 *
 * @param prefetch keys to read along, for the account that the credentials turn out to belong to
 * @throws ServiceError 33001, the same for every kind of wrong credentials
 *
 * **Source:** contract 5.
 */
export async function authenticate(options: {
  table: Table;
  authorization: string | undefined;
  prefetch: (accountId: string) => Key[];
}): Promise<Authenticated> {
  const { table, prefetch } = options;
  const credentials = readBasicCredentials(options.authorization);
  if (!credentials) throw new ServiceError(33001);
  const readAlong = (accountId: string) => table.batchGet([accountKey(accountId), ...prefetch(accountId)]);

  const rememberedAccountId = accountIdByKeyId.get(credentials.keyId);
  const [keyItem, readEarly] = await Promise.all([
    table.get(apiKeyKey(credentials.keyId)),
    rememberedAccountId === undefined ? undefined : readAlong(rememberedAccountId),
  ]);
  const key = keyItem && readApiKey(keyItem);
  if (!isKeyOpenedBy(key, credentials.secret)) throw new ServiceError(33001);
  remember(key.id, key.accountId);

  const isEarlyReadRight = rememberedAccountId === key.accountId;
  const [accountItem, ...prefetched] =
    readEarly && isEarlyReadRight ? readEarly : await readAlong(key.accountId);
  if (!accountItem) throw new ServiceError(33001);
  return { account: readAccount(accountItem), prefetched };
}

function remember(keyId: string, accountId: string): void {
  if (accountIdByKeyId.size >= MOST_REMEMBERED_KEYS) accountIdByKeyId.clear();
  accountIdByKeyId.set(keyId, accountId);
}
