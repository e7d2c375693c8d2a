import type { Receipt } from '../../../shared/platform/provider/port';
import { type ReceiptDeps, recordReceipts } from '../../../shared/sending/receipts/record-receipts';

/** Records one receipt as the worker does; throws what failed. */
export async function recordReceipt(deps: ReceiptDeps, receipt: Receipt): Promise<void> {
  const errors: unknown[] = [];
  const log = { ...deps.log, error: (_message: string, error: unknown) => void errors.push(error) };
  const failed = await recordReceipts({ ...deps, log }, [receipt]);
  if (failed.length > 0) throw errors[0];
}
