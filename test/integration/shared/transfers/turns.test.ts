import { setImmediate } from 'node:timers/promises';
import { readAccount } from '../../../../shared/accounts/account';
import { cancelImport } from '../../../../shared/audience/import/cancel-import';
import { createImport } from '../../../../shared/audience/import/create-import';
import { importItem } from '../../../../shared/audience/import/import-item';
import { startImport } from '../../../../shared/audience/import/start-import';
import { NO_CAMPAIGNS } from '../../../support/sending/no-campaigns';
import { createExport } from '../../../../shared/exports/create-export';
import { exportItem } from '../../../../shared/exports/export-item';
import { requeueStalledTransfers } from '../../../../shared/exports/requeue-stalled-transfers';
import { workTransfer } from '../../../../shared/exports/work-transfer';
import { type TransferTask, relayOutbox } from '../../../../shared/outbox/relay-outbox';
import { readOutboxItem } from '../../../../shared/outbox/outbox';
import { importFileKey } from '../../../../shared/platform/files/file-keys';
import type { Item } from '../../../../shared/platform/store/item';
import { accountKey, transfersPk } from '../../../../shared/platform/store/keys';
import { wakeWaitingTransfers } from '../../../../shared/transfers/wake-waiting-transfers';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { createJobsFixture } from '../../../support/sending/jobs-fixture';
import { memoryFiles } from '../../../support/audience/memory-files';
import { createQuietLog } from '../../../support/logs/quiet-log';
import { ANY_ACTOR, ANY_STARTER } from '../../../support/audience/any-actor';

const LONG_MS = 15 * 60_000;

let engine: TestEngine;
beforeEach(async () => {
  engine = await startEngine();
});
afterEach(() => engine.stop());

/** Seeds an account whose transfers freeze where they read or store their file, until they are released. */
async function seed() {
  const fixture = await createJobsFixture(engine.table);
  const { accountId } = fixture;
  const files = memoryFiles();
  const tasks: TransferTask[] = [];
  const queues = {
    ...fixture.queues,
    send: (_queue: string, messages: Array<{ body: unknown }>) => {
      tasks.push(...messages.map(({ body }) => body as TransferTask));
      return Promise.resolve([]);
    },
  };
  /** Ids of transfers, in the order in which they reached their file. */
  const begun: string[] = [];
  const open = new Map<string, () => void>();
  const standStill = async (key: string): Promise<void> => {
    const id = /(?:imp|exp)_[0-9A-Z]+/.exec(key)?.[0] ?? '';
    if (begun.includes(id)) return;
    begun.push(id);
    await new Promise<void>((resolve) => open.set(id, resolve));
  };
  const slowFiles: typeof files = {
    ...files,
    read: async (key, options) => {
      await standStill(key);
      return files.read(key, options);
    },
    put: async (key, content) => {
      await standStill(key);
      return files.put(key, content);
    },
  };
  const platform = { ...fixture, files, queues, log: createQuietLog(), campaigns: NO_CAMPAIGNS };
  const account = readAccount((await engine.table.get(accountKey(accountId))) as never);
  const relay = async () => {
    const items = [];
    for await (const item of engine.table.scan({ ConsistentRead: true })) {
      if (item.entity === 'outbox') items.push(readOutboxItem(item as Item));
    }
    const transfers = items.filter(({ entry }) => entry.kind === 'transfer');
    await relayOutbox({ ...platform, queues: queues }, transfers);
  };
  const work = (task: TransferTask, options: { files?: typeof files } = {}) =>
    workTransfer({ ...platform, files: slowFiles, ...options }, { ...task, remainingMs: () => LONG_MS });
  let underWay = 0;
  /** Waits until every worker has ended or is frozen. */
  const comeToRest = async () => {
    while (underWay > open.size) await setImmediate();
  };
  /** Relays, and runs a worker for each message, until nothing is left to do. */
  const goOn = async () => {
    for (;;) {
      await relay();
      if (tasks.length === 0) break;
      for (const task of tasks.splice(0)) {
        underWay += 1;
        void work(task).finally(() => (underWay -= 1));
      }
      await comeToRest();
    }
  };
  const stored = async (id: string) =>
    id.startsWith('exp_')
      ? exportItem.read((await engine.table.get(exportItem.key({ accountId, exportId: id }))) as never)
      : importItem.read((await engine.table.get(importItem.key({ accountId, importId: id }))) as never);
  return {
    ...{ fixture, platform, tasks, begun, open, relay, work, goOn, stored, accountId },
    /** Releases a transfer, whose worker then ends it. */
    finish: async (id: string) => {
      const letGo = open.get(id);
      if (!letGo) throw new Error(`${id} is not carried out`);
      open.delete(id);
      letGo();
      await comeToRest();
    },
    sweep: async () => {
      await requeueStalledTransfers({ ...platform, queues: queues }, 'IMPORT');
      await requeueStalledTransfers({ ...platform, queues: queues }, 'EXPORT');
      await wakeWaitingTransfers({ ...platform, queues: queues });
    },
    export: async () => {
      const source = { kind: 'contacts' as const, audience: { everyone: true as const } };
      fixture.advance(1);
      return (await createExport(platform, { account, format: 'csv', source })).id;
    },
    import: async () => {
      fixture.advance(1);
      const { contactImport } = await createImport(platform, {
        account,
        body: { format: 'csv' },
        by: ANY_ACTOR,
      });
      const { id: importId } = contactImport;
      await files.put(importFileKey({ accountId, importId }), { body: 'phone\n', contentType: 'text/csv' });
      await startImport(platform, { account, importId, ...ANY_STARTER });
      return importId;
    },
    line: async () => {
      const left = engine.table.query({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': transfersPk(accountId) },
        ConsistentRead: true,
      });
      const items = [];
      for await (const { sk, gsi1sk } of left) items.push([sk, gsi1sk !== undefined]);
      return items;
    },
  };
}

describe('rules E5: imports and exports of an account', () => {
  it('are carried out two at a time, those that wait longest first, each when one ends', async () => {
    const s = await seed();
    const ids = [await s.import(), await s.export(), await s.import(), await s.export(), await s.import()];
    await s.goOn();
    expect(new Set(s.begun)).toEqual(new Set(ids.slice(0, 2)));
    for (let place = 2; place < ids.length; place++) {
      // A repeated message changes nothing.
      s.tasks.push(...ids.map((transferId) => ({ accountId: s.accountId, transferId })));
      await s.goOn();
      expect(s.begun).toHaveLength(place);
      await s.finish(ids[place - 2] ?? '');
      await s.goOn();
      expect(s.begun.at(-1)).toBe(ids[place]);
      expect(s.open.size).toBe(2);
    }
    await s.finish(ids[3] ?? '');
    await s.finish(ids[4] ?? '');
    await s.goOn();
    const ended = await Promise.all(ids.map(s.stored));
    expect(ended.map(({ status }) => status)).toEqual(Array(5).fill('completed'));
    expect(ended.map(({ turn }) => turn)).toEqual(Array(5).fill(undefined));
    s.fixture.advance(61_000);
    await s.sweep();
    expect(await s.line()).toEqual([['LINE', false]]);
  });

  it('wait up to 20 for an export: then it is refused, and an import is not', async () => {
    const s = await seed();
    for (let count = 0; count < 19; count++) await s.export();
    const first = await s.import();
    await expect(s.export()).rejects.toMatchObject({ code: 33119, retryAfterSeconds: 60 });
    const last = await s.import();
    expect((await s.stored(last)).status).toBe('running');
    // Two begin, so 19 wait.
    await s.goOn();
    expect(s.begun).toHaveLength(2);
    expect(s.begun).not.toContain(first);
    expect(await s.export()).toMatch(/^exp_/);
    await expect(s.export()).rejects.toMatchObject({ code: 33119 });
    const other = await seed();
    expect(await other.export()).toMatch(/^exp_/);
  });

  it('do not wait for those of another account', async () => {
    const s = await seed();
    const other = await seed();
    for (let count = 0; count < 3; count++) await s.import();
    await s.goOn();
    const id = await other.import();
    await other.goOn();
    expect(other.begun).toEqual([id]);
  });

  it('begin when the worker of another has died, and its transfer has ended by the next', async () => {
    const s = await seed();
    const ids = [await s.import(), await s.export(), await s.export()];
    const died = { files: { ...s.platform.files, read: () => Promise.reject(new Error('killed')) } };
    await s.relay();
    s.tasks.length = 0;
    await expect(s.work({ accountId: s.accountId, transferId: ids[0] ?? '' }, died)).rejects.toThrow(
      'killed',
    );
    await s.work({ accountId: s.accountId, transferId: ids[1] ?? '' }, { files: s.platform.files });
    await s.goOn();
    expect(s.begun).toEqual([ids[2]]);
    await s.finish(ids[2] ?? '');
    s.fixture.advance(61_000);
    await s.sweep();
    expect(s.tasks).toContainEqual({ accountId: s.accountId, transferId: ids[0] });
    await s.goOn();
    await s.finish(ids[0] ?? '');
    expect((await s.stored(ids[0] ?? '')).status).toBe('completed');
  });

  it('begin at last when every message is lost', async () => {
    const s = await seed();
    const ids = [await s.import(), await s.import(), await s.export(), await s.export()];
    for (let minute = 0; minute < 30; minute++) {
      // The queue loses every message that the outbox has relayed.
      await s.relay();
      s.tasks.length = 0;
      s.fixture.advance(61_000);
      await s.sweep();
      for (const task of s.tasks.splice(0)) await s.work(task, { files: s.platform.files });
    }
    const ended = await Promise.all(ids.map(s.stored));
    expect(ended.map(({ status }) => status)).toEqual(Array(4).fill('completed'));
    expect(await s.line()).toEqual([['LINE', false]]);
  });

  it('leave their place to the next when they are cancelled, under way or not', async () => {
    const s = await seed();
    const ids = [await s.import(), await s.import(), await s.import(), await s.import()];
    await s.goOn();
    await cancelImport(s.platform, { accountId: s.accountId, importId: ids[2] ?? '' });
    await cancelImport(s.platform, { accountId: s.accountId, importId: ids[0] ?? '' });
    await s.goOn();
    expect(s.begun.slice(2)).toEqual([ids[3]]);
    for (const id of [ids[0], ids[1], ids[3]]) await s.finish(id ?? '');
    const ended = await Promise.all(ids.map(s.stored));
    expect(ended.map(({ status }) => status)).toEqual(['cancelled', 'completed', 'cancelled', 'completed']);
  });

  it('do not wait behind one that is there no more', async () => {
    const s = await seed();
    const gone = await s.import();
    const next = await s.import();
    await engine.table.delete({ Key: importItem.key({ accountId: s.accountId, importId: gone }) });
    await s.goOn();
    expect(s.begun).toEqual([next]);
  });
});
