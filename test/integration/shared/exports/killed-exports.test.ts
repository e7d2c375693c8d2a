import { importContacts } from '../../../../shared/audience/import/import-contacts';
import {
  createField,
  findSchema,
  updateField,
} from '../../../../shared/audience/custom-fields/define-fields';
import { NO_CAMPAIGNS } from '../../../support/sending/no-campaigns';
import { readCondition } from '../../../../shared/audience/segments/internal/read-condition';
import { referencesOf } from '../../../../shared/audience/segments/segment';
import { createExport } from '../../../../shared/exports/create-export';
import { exportItem, type ExportFormat } from '../../../../shared/exports/export-item';
import { workTransfer } from '../../../../shared/exports/work-transfer';
import { exportFileKey } from '../../../../shared/platform/files/file-keys';
import { Readable } from 'node:stream';
import { useEngine } from '../../../support/engines/engine';
import { Crash } from '../../../support/faults/faulty-client';
import { createJobsFixture, type JobsFixture } from '../../../support/sending/jobs-fixture';
import { type MemoryFiles, memoryFiles } from '../../../support/audience/memory-files';
import { mortalDeps } from '../../../support/faults/mortal-deps';
import { createQuietLog } from '../../../support/logs/quiet-log';

const CONTACTS = 120;
const LEASE_OVER_MS = 61_000;
const LONG_MS = 15 * 60_000;
const phones = Array.from({ length: CONTACTS }, (_, index) => `+1206555${String(index).padStart(4, '0')}`);

const engine = useEngine();
let fixture: JobsFixture;
let files: MemoryFiles;
beforeAll(async () => {
  fixture = await createJobsFixture(engine.table);
  await importContacts(fixture, {
    accountId: fixture.accountId,
    open: () => Readable.from([`phone,first\n${phones.map((phone) => `${phone},"A\n${phone}"`).join('\n')}`]),
    format: 'csv',
  });
});
beforeEach(() => {
  files = memoryFiles();
});

async function make(format: ExportFormat): Promise<string> {
  const source = { kind: 'contacts' as const, audience: { everyone: true as const } };
  const account = { id: fixture.accountId, retentionDays: 90 };
  return (await createExport(fixture, { account, format, source })).id;
}

async function readExport(exportId: string) {
  const place = { accountId: fixture.accountId, exportId };
  const found = exportItem.read((await engine.table.get(exportItem.key(place))) as never);
  return { ...found, text: files.contents.get(exportFileKey(place))?.toString() ?? '' };
}

/** Runs a worker; returns true when it died at the call of that number, counted from 0. */
async function runMortal(exportId: string, callsLeft: number, when: 'before' | 'after'): Promise<boolean> {
  const { documents, table } = engine;
  const mortal = mortalDeps({
    documents,
    tableName: table.name,
    files,
    entry: 'functions/workers/transfer-contacts.ts',
  });
  mortal.plan.current = { callsLeft, when };
  try {
    await workTransfer(
      {
        ...fixture,
        table: mortal.table,
        files: mortal.files,
        campaigns: NO_CAMPAIGNS,
        log: createQuietLog(),
      },
      { accountId: fixture.accountId, transferId: exportId, remainingMs: () => LONG_MS, partBytes: 2_000 },
    );
    return false;
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    return true;
  } finally {
    fixture.advance(LEASE_OVER_MS);
  }
}

const run = async (exportId: string, remainingMs = () => LONG_MS) =>
  workTransfer(
    { ...fixture, files, campaigns: NO_CAMPAIGNS, log: createQuietLog() },
    { accountId: fixture.accountId, transferId: exportId, remainingMs, partBytes: 2_000 },
  );

const numbersIn = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => /^(?:\{.*"phoneNumber":")?(\+1206555\d{4})/.exec(line)?.[1] ?? [])
    .sort();

describe('rules E5: an export whose worker is killed', () => {
  it.each([
    ['csv', 'before'],
    ['csv', 'after'],
    ['jsonl', 'after'],
  ] as const)('has each contact once, as %s, killed %s any call', async (format, when) => {
    let deaths = 0;
    for (let call = 0; ; call++) {
      const exportId = await make(format);
      const hasDied = await runMortal(exportId, call, when);
      // A second death, somewhere after the first.
      if (hasDied) await runMortal(exportId, (call * 7) % 23, 'after');
      await run(exportId);
      const { status, rows, text, progress } = await readExport(exportId);
      expect({ status, rows, progress }).toEqual({
        status: 'completed',
        rows: CONTACTS,
        progress: undefined,
      });
      const isCsv = format === 'csv';
      expect(text.split('phoneNumber,').length - 1).toBe(isCsv ? 1 : 0);
      expect(numbersIn(text.replaceAll(/"A\n\+\d+"/g, ''))).toEqual([...phones].sort());
      if (!hasDied) break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(20);
    expect([...files.contents.keys()].filter((key) => key.includes('tail'))).toEqual([]);
  });

  it('goes on where the time was up, and reads no page twice', async () => {
    const exportId = await make('csv');
    for (let round = 0; (await readExport(exportId)).status === 'running'; round++) {
      expect(round).toBeLessThan(40);
      await run(exportId, () => 0);
    }
    const { rows, text } = await readExport(exportId);
    expect(rows).toBe(CONTACTS);
    expect(new Set(numbersIn(text.replaceAll(/"A\n\+\d+"/g, ''))).size).toBe(CONTACTS);
    expect([...files.contents.keys()].filter((key) => key.includes('tail'))).toEqual([]);
  });

  it('begins again when S3 has dropped its parts', async () => {
    const exportId = await make('csv');
    for (let call = 30; !(await readExport(exportId)).progress?.uploadId; call++) {
      await runMortal(exportId, call, 'after');
    }
    const { progress } = await readExport(exportId);
    await files.abortUpload({ key: '', uploadId: progress?.uploadId ?? '' });
    await run(exportId);
    await run(exportId);
    const { status, rows, text } = await readExport(exportId);
    expect({ status, rows }).toEqual({ status: 'completed', rows: CONTACTS });
    expect(new Set(numbersIn(text.replaceAll(/"A\n\+\d+"/g, ''))).size).toBe(CONTACTS);
  });
});

describe('rules E3, E5: an export that was made before an option of its filter was renamed', () => {
  it('has whom the filter meant, with the names of now', async () => {
    const { accountId } = fixture;
    const { table } = engine;
    await createField(fixture, {
      accountId,
      label: 'Plan',
      type: 'SINGLE_SELECT',
      options: ['Gold', 'Basic'],
    });
    const file = `phone,Plan\n${phones[0]},Gold\n${phones[1]},Basic\n`;
    await importContacts(fixture, { accountId, open: () => Readable.from([file]), format: 'csv' });
    const filter = { field: 'customFields.Plan', op: 'equals', value: 'Gold' };
    const condition = readCondition(filter, {
      account: { trackLastTexted: false },
      schema: await findSchema(table, accountId),
      pointer: '',
    });
    const fieldReferences = referencesOf(condition);
    const { id } = await createExport(fixture, {
      account: { id: accountId, retentionDays: 90 },
      format: 'jsonl',
      source: { kind: 'contacts', audience: { filter }, fieldReferences },
    });
    const swap = [
      { from: 'Gold', to: 'Basic' },
      { from: 'Basic', to: 'Gold' },
    ];
    await updateField(fixture, { accountId, address: { label: 'Plan' }, change: { options: swap } });
    await run(id);
    const { text, rows } = await readExport(id);
    expect(rows).toBe(1);
    expect(JSON.parse(text)).toMatchObject({ phoneNumber: phones[0], customFields: { Plan: 'Basic' } });
  });
});
