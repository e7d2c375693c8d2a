import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { readAccount } from '../../../../../shared/accounts/account';
import { createImport } from '../../../../../shared/audience/import/create-import';
import { importItem } from '../../../../../shared/audience/import/import-item';
import { startImport } from '../../../../../shared/audience/import/start-import';
import { workTransfer } from '../../../../../shared/exports/work-transfer';
import { importFileKey } from '../../../../../shared/platform/files/file-keys';
import { accountKey } from '../../../../../shared/platform/store/keys';
import { Table } from '../../../../../shared/platform/store/table';
import { ANY_ACTOR, ANY_STARTER } from '../../../../support/audience/any-actor';
import { memoryFiles } from '../../../../support/audience/memory-files';
import { useEngine } from '../../../../support/engines/engine';
import { createJobsFixture } from '../../../../support/sending/jobs-fixture';
import { NO_CAMPAIGNS } from '../../../../support/sending/no-campaigns';

const engine = useEngine();
/** Fewest writes of a transaction with rows: the other ones are about the import alone. */
const WRITES_OF_ROWS = 20;
/** Rows that need three transactions. */
const ROWS = 250;

/** Creates a table that throttles the first transactions with rows, and records the pauses of its callers. */
function throttlingTable(times: number): { table: Table; pauses: number[] } {
  const pauses: number[] = [];
  let left = times;
  const send = async (command: never) => {
    const { TransactItems: items = [] } = (command as TransactWriteCommand).input;
    const isOfRows = (command as object) instanceof TransactWriteCommand && items.length >= WRITES_OF_ROWS;
    if (!isOfRows || left === 0) return engine.documents.send(command);
    left -= 1;
    const CancellationReasons = [{ Code: 'ThrottlingError' }];
    throw new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons });
  };
  const waits = { pause: async (ms: number) => void pauses.push(ms), random: () => 1 };
  return { table: new Table({ send }, engine.table.name, waits), pauses };
}

/** Imports rows through a table. @returns the pauses of a quarter of a second and more */
async function importThrough({ table, pauses }: ReturnType<typeof throttlingTable>): Promise<number[]> {
  const fixture = await createJobsFixture(engine.table);
  const { accountId } = fixture;
  const files = memoryFiles();
  const account = readAccount((await engine.table.get(accountKey(accountId))) as never);
  const deps = { ...fixture, files };
  const { contactImport } = await createImport(deps, { account, body: { format: 'csv' }, by: ANY_ACTOR });
  const place = { accountId, importId: contactImport.id };
  const phones = Array.from({ length: ROWS }, (_, index) => `+1206557${String(index).padStart(4, '0')}`);
  await files.put(importFileKey(place), { body: ['Phone', ...phones].join('\n'), contentType: 'text/csv' });
  await startImport(deps, { account, importId: place.importId, ...ANY_STARTER });
  await workTransfer(
    { ...deps, table, campaigns: NO_CAMPAIGNS },
    { accountId, transferId: place.importId, remainingMs: () => 15 * 60_000 },
  );
  const stored = await engine.table.get(importItem.key(place));
  expect(stored).toMatchObject({ status: 'completed', rows: ROWS, created: ROWS, rejected: 0 });
  return pauses.filter((ms) => ms > 100);
}

describe('an import on a table that is full', () => {
  it('pauses before it tries a batch again, and after each batch, and loses no row', async () => {
    expect(await importThrough(throttlingTable(1))).toEqual([250, 250, 237.5, 225.625]);
  });

  it('does not pause while it is not throttled', async () => {
    expect(await importThrough(throttlingTable(0))).toEqual([]);
  });
});
