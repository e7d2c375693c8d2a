import { Readable } from 'node:stream';
import { readAccount } from '../../../../../shared/accounts/account';
import { cancelImport } from '../../../../../shared/audience/import/cancel-import';
import { createImport } from '../../../../../shared/audience/import/create-import';
import { importItem } from '../../../../../shared/audience/import/import-item';
import type { ImportFormat } from '../../../../../shared/audience/import/source-row';
import { startImport } from '../../../../../shared/audience/import/start-import';
import { NO_CAMPAIGNS } from '../../../../support/sending/no-campaigns';
import { workTransfer } from '../../../../../shared/exports/work-transfer';
import { importFileKey, rejectedFileKey } from '../../../../../shared/platform/files/file-keys';
import { accountKey } from '../../../../../shared/platform/store/keys';
import { useEngine } from '../../../../support/engines/engine';
import { createJobsFixture } from '../../../../support/sending/jobs-fixture';
import { memoryFiles } from '../../../../support/audience/memory-files';
import { createQuietLog } from '../../../../support/logs/quiet-log';

const PIECE_TAKES_MS = 20_000;

const engine = useEngine();

async function begin(format: ImportFormat, content: string) {
  const fixture = await createJobsFixture(engine.table);
  const files = memoryFiles();
  const platform = { ...fixture, files, log: createQuietLog(), campaigns: NO_CAMPAIGNS };
  const account = readAccount((await engine.table.get(accountKey(fixture.accountId))) as never);
  const { contactImport } = await createImport(platform, { account, body: { format } });
  const place = { accountId: fixture.accountId, importId: contactImport.id };
  const task = { accountId: fixture.accountId, transferId: contactImport.id };
  await files.put(importFileKey(place), { body: content, contentType: 'text/plain' });
  await startImport(platform, { account, importId: place.importId });
  const stored = async () => importItem.read((await engine.table.get(importItem.key(place))) as never);
  /** Runs a worker for which each piece of the file takes a third of its lease. */
  const work = (pieces: () => AsyncGenerator<Buffer>) =>
    workTransfer(
      { ...platform, files: { ...files, read: () => Promise.resolve(Readable.from(pieces())) } },
      { ...task, remainingMs: () => 15 * 60_000 },
    );
  return { fixture, files, platform, place, task, stored, work };
}

describe.each(['csv', 'jsonl', 'pinpoint'] as const)('rules E5: a file of line feeds, as %s', (format) => {
  it('keeps its worker while it is read', async () => {
    const { fixture, stored, work } = await begin(format, '\n');
    const leases: boolean[] = [];
    await work(async function* () {
      for (let piece = 0; piece < 10; piece++) {
        const { leaseUntil = '' } = await stored();
        leases.push(Date.parse(leaseUntil) > fixture.clock.now().getTime());
        fixture.advance(PIECE_TAKES_MS);
        yield Buffer.alloc(32 * 1024, '\n');
      }
    });
    expect(leases.length).toBeGreaterThanOrEqual(10);
    expect(leases).not.toContain(false);
    expect((await stored()).status).toBe(format === 'jsonl' ? 'completed' : 'failed');
  });

  it('is read no further once the import was cancelled', async () => {
    const { fixture, platform, place, stored, work } = await begin(format, '\n');
    let pieces = 0;
    await work(async function* () {
      for (; pieces < 1000; pieces++) {
        if (pieces === 5) await cancelImport(platform, place);
        fixture.advance(PIECE_TAKES_MS);
        yield Buffer.alloc(32 * 1024, '\n');
      }
    });
    expect(pieces).toBeLessThan(50);
    expect((await stored()).status).toBe('cancelled');
  });
});

describe('rules E5: a line of JSON that is nested 100,000 deep', () => {
  it('is a rejected row among others', async () => {
    const deep = `{"phone":"+12125550101","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const file = `{"phone":"+12125550100"}\n${deep}\n{"phone":"+12125550102"}\n`;
    const { files, place, task, platform, stored } = await begin('jsonl', file);
    await workTransfer(platform, { ...task, remainingMs: () => 15 * 60_000 });
    expect(await stored()).toMatchObject({
      ...{ status: 'completed', rows: 3, created: 2, rejected: 1, hasRejectedFile: true },
      rejectedSample: [{ row: 2, reason: 'has objects or lists nested more than 32 deep' }],
    });
    expect(files.contents.get(rejectedFileKey(place))?.toString()).toMatch(/^\{.*nested more than 32 deep/);
  });
});
