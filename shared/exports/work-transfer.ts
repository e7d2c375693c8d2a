import { type ImportPlatform, workImport } from '../audience/import/work-import';
import type { TransferTask } from '../outbox/relay-outbox';
import { isExport, takeTurn } from '../transfers/take-turn';
import { type ExportDeps, workExport } from './internal/work-export';

/** Carries out the requested transfer, or the one of the account whose turn it is. **Source:** rules E5. */
export async function workTransfer(
  deps: ExportDeps & ImportPlatform,
  { accountId, transferId, ...work }: TransferTask & { remainingMs: () => number; partBytes?: number },
): Promise<void> {
  const id = await takeTurn(deps, { accountId, transferId });
  if (id === undefined) return;
  if (isExport(id)) await workExport(deps, { accountId, exportId: id, ...work });
  else await workImport(deps, { accountId, importId: id, ...work });
}
