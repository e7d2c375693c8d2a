import { listAccounts } from '../accounts/account-store';
import type { DeployedService, UsedNumber } from '../platform/doctor/deployed-service';
import { examine } from '../platform/doctor/examine';
import type { Finding } from '../platform/doctor/finding';
import type { Table } from '../platform/store/table';
import { listNumbers } from '../senders/number-store';

/**
 * Looks at everything that the service needs of its AWS account. It changes nothing.
 *
 * @param resources what the stack has made for End User Messaging
 */
export async function examineService(
  table: Table,
  resources: Omit<DeployedService, 'eum' | 'numbers'>,
): Promise<Finding[]> {
  return examine({ ...resources, numbers: await readNumbers(table) });
}

async function readNumbers(table: Table): Promise<UsedNumber[]> {
  const used: UsedNumber[] = [];
  for (const { id: accountId, closedAt, keywordReplies } of await listAccounts(table)) {
    if (closedAt !== undefined) continue;
    const active = (await listNumbers(table, accountId)).filter(({ status }) => status === 'Active');
    used.push(...active.map(({ number }) => ({ accountId, number, keywordReplies })));
  }
  return used;
}
