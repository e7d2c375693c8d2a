import { createAccount } from '../../../../shared/accounts/create-account';
import { findAccount, markAccountClosed } from '../../../../shared/accounts/account-store';
import { isDeletionUnderWay } from '../../../../shared/erasure/account-task';
import { READING_PAUSE_MS } from '../../../../shared/erasure/internal/begin-pass';
import { deleteAccount } from '../../../../shared/operations/account-data/delete-account';
import { exportAccount } from '../../../../shared/operations/account-data/export-account';
import { getErasureKey } from '../../../../shared/platform/secrets/erasure-key';
import {
  chunkKey,
  contactKey,
  idempotencyKey,
  jobKey,
  jobListKey,
  numberOwnerKey,
  receiptPageKey,
} from '../../../../shared/platform/store/keys';
import type { Table } from '../../../../shared/platform/store/table';
import { removeNumber } from '../../../../shared/senders/number-store';
import { findTraces } from '../../../support/erasure/find-traces';
import { largeTable } from '../../../support/erasure/large-table';
import {
  type LargeTableFixture,
  startLargeTable,
  UNITS_A_PAGE,
} from '../../../support/erasure/large-table-fixture';

const KEY_RECORD = { entity: 'idempotency', state: 'completed', revision: 'rev_1', subjectId: 'msg_1' };

let world: LargeTableFixture;
let accountId: string;
beforeEach(async () => {
  world = await startLargeTable();
  accountId = world.fixture.accountId;
});
afterEach(async () => world.engine.stop());

const taskId = (id = accountId) => `deletion#${id}`;
const remove = (id = accountId) => deleteAccount(world.fixture, { accountId: id });
const get = (key: Parameters<Table['get']>[0]) => world.engine.table.get(key);

/** Closes the account, and deletes what is found by keys. */
async function closeAndRemove(): Promise<void> {
  await markAccountClosed(world.fixture, accountId);
  expect(await remove()).toHaveProperty('deleted');
}

describe('the deletion of an account', () => {
  it('reads nothing of the table but what is the account’s', async () => {
    await world.putTexts(3);
    await markAccountClosed(world.fixture, accountId);
    const waits = { pause: async () => undefined, random: () => 1 };
    const { table, pages } = largeTable(world.engine, { unitsAPage: UNITS_A_PAGE, waits });
    expect(await deleteAccount({ ...world.fixture, table }, { accountId })).toHaveProperty('deleted');
    expect(pages).toEqual([]);
  });

  it('ends for an account that has nothing', async () => {
    const { id } = await createAccount(world.fixture, { name: 'Empty' });
    await markAccountClosed(world.fixture, id);
    expect(await remove(id)).toMatchObject({ deleted: { id }, items: 0 });
    await world.divide(taskId(id));
    await world.run(taskId(id));
    expect(await isDeletionUnderWay(world.engine.table, id)).toBe(false);
  });

  it('shares the pass over a large table with an erasure, and reads each page once', async () => {
    const key = idempotencyKey(accountId, 'message', 'once');
    await world.engine.table.put({ Item: { ...key, ...KEY_RECORD } });
    const other = await createAccount(world.fixture, { name: 'Other' });
    const othersKey = idempotencyKey(other.id, 'message', 'once');
    await world.engine.table.put({ Item: { ...othersKey, ...KEY_RECORD } });
    await closeAndRemove();
    await world.divide(taskId());

    await Promise.all([world.run(taskId()), world.run(taskId()), world.run(taskId())]);
    await world.run(taskId());

    expect(await isDeletionUnderWay(world.engine.table, accountId)).toBe(false);
    expect(world.large.pages.some(({ isConsistent }) => isConsistent)).toBe(false);
    expect(new Set(world.large.pages.map((page) => JSON.stringify(page))).size).toBe(
      world.large.pages.length,
    );
    expect(await get(key)).toBeUndefined();
    expect(await get(othersKey)).toBeDefined();
    expect(await findTraces(world.engine.table, [world.phone(0).slice(1)])).toEqual([]);
  });

  it('keeps its place when it is repeated before its pass', async () => {
    await closeAndRemove();
    const before = await get({ pk: `ERASURE#${taskId()}`, sk: 'ERASURE' });
    world.fixture.advance(READING_PAUSE_MS);
    expect(await remove()).toMatchObject({ items: 0 });
    expect(await get({ pk: `ERASURE#${taskId()}`, sk: 'ERASURE' })).toEqual(before);
  });

  it('finds the chunks of a job over several pages of its partition, and their receipts', async () => {
    const jobId = world.fixture.ids.next('brc');
    const chunks = Array.from({ length: 12 }, (_, index) => index + 1);
    const data = 'x'.repeat(300_000);
    await world.engine.table.batchPut([
      { ...jobListKey(accountId, jobId), entity: 'listedJob', jobId },
      { ...jobKey(jobId), entity: 'job', id: jobId, accountId, chunkCount: chunks.length },
      ...chunks.map((chunk) => ({ ...chunkKey(jobId, chunk), data })),
      ...chunks.map((chunk) => ({ ...receiptPageKey(jobId, chunk, 0), entity: 'receiptPage' })),
    ]);
    await closeAndRemove();
    expect(await findTraces(world.engine.table, [jobId])).toEqual([]);
  });

  it('deletes a job that is on no list with all of its parts, by the pass', async () => {
    const jobId = await world.fixture.broadcast();
    await world.fixture.runToEnd();
    await world.engine.table.delete({ Key: jobListKey(accountId, jobId) });
    const parts = [chunkKey(jobId, 1), receiptPageKey(jobId, 1, 0)];
    await world.engine.table.put({ Item: { ...receiptPageKey(jobId, 1, 0), entity: 'receiptPage' } });
    await closeAndRemove();
    expect(await world.engine.table.batchGet(parts)).not.toContain(undefined);

    await world.divide(taskId());
    await world.run(taskId());
    expect(await findTraces(world.engine.table, [jobId])).toEqual([]);
  });

  it('waits for an opt-out of a phone that is no contact', async () => {
    const key = contactKey(accountId, '+12065550177');
    const due = { gsi1pk: 'DUE#OPT_OUT#0', gsi1sk: `${world.fixture.clock.now().toISOString()}#con_1` };
    await world.engine.table.put({ Item: { ...key, entity: 'contact', ...due } });
    await markAccountClosed(world.fixture, accountId);
    expect(await remove()).toEqual({ refused: 'underWay', underWay: { contact: 1 } });
    await world.engine.table.delete({ Key: key });
    expect(await remove()).toHaveProperty('deleted');
  });

  it('leaves an account alone that is not marked as deleted, whatever a task says', async () => {
    const key = idempotencyKey(accountId, 'message', 'once');
    await world.engine.table.put({ Item: { ...key, ...KEY_RECORD } });
    await closeAndRemove();
    await world.engine.table.update({
      Key: { pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' },
      UpdateExpression: 'REMOVE deletedAt',
    });
    await world.divide(taskId());
    await world.run(taskId());
    expect((await findAccount(world.engine.table, accountId))?.deletedAt).toBeUndefined();
    expect(await get(key)).toBeDefined();
  });

  it('leaves a number alone that another account gets while the pass is at it', async () => {
    const number = world.fixture.from;
    await removeNumber(world.fixture, { accountId, number });
    await closeAndRemove();
    await world.divide(taskId());
    const owner = { ...numberOwnerKey(number), entity: 'numberOwner', accountId: 'acc_other' };
    world.stallAt(
      ({ kind, sk }) => kind === 'delete' && sk === 'OWNER',
      () => world.engine.table.put({ Item: owner }).then(() => undefined),
    );
    await world.run(taskId());
    expect(await get(numberOwnerKey(number))).toEqual(owner);
  });
});

describe('the export of an account', () => {
  it('reads a large table in segments, with eventual consistency once replicas have caught up', async () => {
    await world.putTexts(60);
    const account = await findAccount(world.engine.table, accountId);
    if (!account) throw new Error('No account');
    const pauses: number[] = [];
    const pause = async (ms: number) => {
      pauses.push(ms);
      world.fixture.advance(ms);
    };
    const { table, pages } = largeTable(world.engine, {
      unitsAPage: UNITS_A_PAGE,
      waits: { pause, random: () => 1 },
    });
    const texts: string[] = [];
    const deps = { ...world.fixture, table };
    for await (const line of exportAccount(deps, { account, erasureKey: getErasureKey }).lines)
      texts.push(line);
    expect(texts.filter((line) => line.includes('Marked text'))).toHaveLength(60);
    expect(new Set(pages.map(({ segment }) => segment)).size).toBe(8);
    expect(pages.slice(0, 8).every(({ isConsistent }) => isConsistent)).toBe(true);
    expect(pages.slice(8).some(({ isConsistent }) => isConsistent)).toBe(false);
    expect(pauses).toEqual([60_000]);
  });
});
