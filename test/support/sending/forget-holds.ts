import { outageItem } from '../../../shared/holds/outage';
import { serviceHoldItem } from '../../../shared/holds/service-hold';
import type { Table } from '../../../shared/platform/store/table';

const COPIES = 4;

/** Makes the service forget how the provider has answered for a number, and what held everybody. */
export async function forgetHolds(
  table: Table,
  sender: { accountId: string; number: string },
): Promise<void> {
  await table.batchDelete([
    outageItem.key(sender),
    ...Array.from({ length: COPIES }, (_, copy) => serviceHoldItem.key(copy)),
  ]);
}
