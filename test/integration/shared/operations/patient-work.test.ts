import { createGroup } from '../../../../shared/audience/groups/create-group';
import { requestErasure } from '../../../../shared/erasure/request-erasure';
import { runErasures } from '../../../../shared/erasure/run-erasures';
import { createExport } from '../../../../shared/exports/create-export';
import { workTransfer } from '../../../../shared/exports/work-transfer';
import { exportAccount } from '../../../../shared/operations/account-data/export-account';
import { getErasureKey } from '../../../../shared/platform/secrets/erasure-key';
import { findAccount } from '../../../../shared/accounts/account-store';
import { deleteAccount } from '../../../../shared/operations/account-data/delete-account';
import { closeAccount } from '../../../../shared/operations/close-account';
import { deleteGroupPart } from '../../../../shared/operations/delete-group-in-parts';
import type { Table } from '../../../../shared/platform/store/table';
import { memoryFiles } from '../../../support/audience/memory-files';
import { NO_DEAD_LETTERS } from '../../../support/aws/no-dead-letters';
import { useEngine } from '../../../support/engines/engine';
import { wrappedTable } from '../../../support/faults/faulty-client';
import { createJobsFixture, type JobsFixture } from '../../../support/sending/jobs-fixture';
import { NO_CAMPAIGNS } from '../../../support/sending/no-campaigns';

const engine = useEngine();
const LONG_MS = 15 * 60_000;
/** First pause after a part that was throttled. */
const PAUSE_MS = 250;

/** Work that has time, on the data of a fixture. */
const WORKS: Array<[string, (fixture: JobsFixture) => Promise<(table: Table) => Promise<unknown>>]> = [
  [
    'an export',
    async (fixture) => {
      const account = { id: fixture.accountId, retentionDays: 90 };
      const source = { kind: 'contacts' as const, audience: { everyone: true as const } };
      const { id } = await createExport(fixture, { account, format: 'csv', source });
      const task = { accountId: account.id, transferId: id, remainingMs: () => LONG_MS };
      return async (table) =>
        workTransfer({ ...fixture, table, files: memoryFiles(), campaigns: NO_CAMPAIGNS }, task);
    },
  ],
  [
    'the deletion of a group',
    async (fixture) => {
      const { accountId } = fixture;
      const { id: groupId } = await createGroup(fixture, { accountId, name: 'News', optInType: 'SINGLE' });
      return async (table) =>
        deleteGroupPart({ ...fixture, table }, { accountId, groupId, worksForMs: Infinity });
    },
  ],
  [
    'the deletion of an account',
    async (fixture) => {
      const { accountId } = fixture;
      await closeAccount(fixture, accountId);
      return async (table) => deleteAccount({ ...fixture, table }, { accountId });
    },
  ],
  [
    'the export of an account',
    async (fixture) => {
      const account = await findAccount(fixture.table, fixture.accountId);
      if (!account) throw new Error('No account');
      return async (table) => {
        for await (const _line of exportAccount({ ...fixture, table }, { account, erasureKey: getErasureKey })
          .lines);
      };
    },
  ],
  [
    'an erasure',
    async (fixture) => {
      const { accountId, phones } = fixture;
      const phoneNumber = phones[0] as never;
      const { id: erasureId } = await requestErasure(fixture, { accountId, phoneNumber });
      return async (table) =>
        runErasures(
          { ...fixture, table, files: memoryFiles(), ...NO_DEAD_LETTERS },
          { erasureId, remainingMs: () => LONG_MS },
        );
    },
  ],
];

/** Does the work on a table whose client asks so often for each answer. @returns the pauses */
async function pausesOf(prepare: (typeof WORKS)[number][1], attempts: number): Promise<number[]> {
  const fixture = await createJobsFixture(engine.table, { contacts: 1 });
  const work = await prepare(fixture);
  const pauses: number[] = [];
  const waits = { pause: async (ms: number) => void pauses.push(ms), random: () => 1 };
  const wrap: Parameters<typeof wrappedTable>[2] =
    (send) =>
    async (...call) =>
      Object.assign((await send(...call)) as object, { $metadata: { attempts } });
  await work(wrappedTable(engine.documents, engine.table.name, wrap, waits));
  return pauses;
}

describe('work that has time', () => {
  it.each(WORKS)('%s pauses on a table that throttles it', async (_, prepare) => {
    expect(await pausesOf(prepare, 2)).toContain(PAUSE_MS);
  });

  it.each(WORKS)('%s does not pause on a table that has room', async (_, prepare) => {
    expect(await pausesOf(prepare, 1)).not.toContain(PAUSE_MS);
  });
});
