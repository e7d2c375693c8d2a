import type { Account } from '../accounts/account';
import { markAccountClosed } from '../accounts/account-store';
import { listApiKeys, revokeApiKey } from '../accounts/api-keys';
import { steerAutomation } from '../automations/plan/steer-automation';
import type { Automation } from '../automations/record/automation';
import { findAutomations } from '../automations/record/automation-store';
import type { Platform } from '../platform/platform';
import { listNumbers, removeNumber } from '../senders/number-store';
import { deleteSender, listSenders } from '../senders/sender-store';
import { findEndpoints } from '../webhooks/endpoint-store';
import { switchOffEndpoint } from '../webhooks/manage-endpoints';
import { changeAccount } from './change-account';

/**
 * Closes an account: no messages are sent for it any more. Its contacts, messages, jobs and logs are kept, its links
 * still work, and a STOP to one of its numbers counts until another account has the number. May be repeated; continues
 * where it was interrupted.
 *
 * @returns `undefined` when the account does not exist
 */
export async function closeAccount(
  target: Pick<Platform, 'table' | 'clock' | 'ids'>,
  accountId: string,
): Promise<Account | undefined> {
  // 1. From now on its API keys are invalid, and it can get no other keys, numbers, senders and endpoints.
  const account = await markAccountClosed(target, accountId);
  if (!account) return undefined;

  // 2. Remove the addresses that are told of approvals.
  await changeAccount(target, { accountId, changes: { approvalEmails: [] } });

  // 3. Revoke the keys, so that the list of keys shows it.
  for (const { id: keyId, revokedAt } of await listApiKeys(target.table, accountId)) {
    if (revokedAt === undefined) await revokeApiKey(target, { accountId, keyId });
  }

  // 4. Remove its numbers, so that waiting messages end without a sender.
  for (const { number } of await listNumbers(target.table, accountId)) {
    await removeNumber(target, { accountId, number });
  }

  // 5. Delete its senders: pools and sender ids among their members are not numbers of the account.
  for (const { id: senderId } of await listSenders(target.table, accountId)) {
    await deleteSender(target, { accountId, senderId });
  }

  // 6. Disable its endpoints, so that no events are delivered.
  for (const { endpoint } of await findEndpoints(target.table, accountId)) {
    await switchOffEndpoint(target, { accountId, endpointId: endpoint.id });
  }

  // 7. Stop its automations, so that they enter and text no contact any more.
  for (const automation of await findAutomations(target.table, accountId)) {
    if (automation.status !== 'draft') await stopAutomation(target, { account, automation });
  }
  return account;
}

const stopAutomation = (
  target: Pick<Platform, 'table' | 'clock' | 'ids'>,
  { account, automation: { id: automationId } }: { account: Account; automation: Automation },
) => steerAutomation(target, { account, automationId, step: 'stop' });
