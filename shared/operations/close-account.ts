import type { Account } from '../accounts/account';
import { markAccountClosed } from '../accounts/account-store';
import { listApiKeys, revokeApiKey } from '../accounts/api-keys';
import type { Platform } from '../platform/platform';
import { listNumbers, removeNumber } from '../senders/number-store';
import { listEndpoints, switchOffEndpoint } from '../webhooks/manage-endpoints';

/**
 * Closes an account: nothing is sent for it any more. Its contacts, messages, jobs and logs are kept, its links go on to
 * lead where they led, and a STOP to one of its numbers still counts while no other account has the number. Harmless to
 * repeat, and it goes on where it was interrupted.
 *
 * @returns `undefined` when there is no such account
 */
export async function closeAccount(
  target: Pick<Platform, 'table' | 'clock'>,
  accountId: string,
): Promise<Account | undefined> {
  // 1. From now on its keys open nothing, and it gets no other keys, numbers and endpoints.
  const account = await markAccountClosed(target, accountId);
  if (!account) return undefined;

  // 2. The keys are revoked, for the list of keys to say so.
  for (const { id: keyId, revokedAt } of await listApiKeys(target.table, accountId)) {
    if (revokedAt === undefined) await revokeApiKey(target, { accountId, keyId });
  }

  // 3. What waits to be sent ends without: it has no sender any more.
  for (const { number } of await listNumbers(target.table, accountId)) {
    await removeNumber(target, { accountId, number });
  }

  // 4. No events go out.
  for (const { endpoint } of await listEndpoints(target.table, accountId)) {
    await switchOffEndpoint(target, { accountId, endpointId: endpoint.id });
  }
  return account;
}
