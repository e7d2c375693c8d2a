import { randomUUID } from 'node:crypto';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { findAccount, markAccountClosed } from '../../../../shared/accounts/account-store';
import { createApiKey } from '../../../../shared/accounts/api-keys';
import { erasedPersonOf } from '../../../../shared/audience/contacts/erased-person';
import { createGroup } from '../../../../shared/audience/groups/create-group';
import { linkOwnerItem } from '../../../../shared/content/link';
import { receiveInbound } from '../../../../shared/inbound/receive-inbound';
import { isDeletionUnderWay } from '../../../../shared/erasure/account-task';
import { runErasures } from '../../../../shared/erasure/run-erasures';
import { deleteAccount } from '../../../../shared/operations/account-data/delete-account';
import { exportAccount } from '../../../../shared/operations/account-data/export-account';
import { importAccount } from '../../../../shared/operations/account-data/import-account';
import { ruleOf } from '../../../../shared/operations/account-data/internal/item-rules';
import { removeLinkDomain } from '../../../../shared/operations/link-domains';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { PUBLIC_ONLY } from '../../../support/webhooks/public-only';
import {
  deriveErasureKey,
  type ErasureKey,
  getErasureKey,
} from '../../../../shared/platform/secrets/erasure-key';
import { deriveSealingKey } from '../../../../shared/platform/secrets/sealing-key';
import type { Item } from '../../../../shared/platform/store/item';
import { contactKey } from '../../../../shared/platform/store/keys';
import { Table } from '../../../../shared/platform/store/table';
import { addNumber, moveNumber } from '../../../../shared/senders/number-store';
import { addEndpoint, listEndpoints } from '../../../../shared/webhooks/manage-endpoints';
import { memoryFiles } from '../../../support/audience/memory-files';
import { NO_DEAD_LETTERS } from '../../../support/aws/no-dead-letters';
import { consentPlatform } from '../../../support/audience/consent-fixture';
import { createDeployedTable, startEngine, type TestEngine } from '../../../support/engines/engine';
import { Crash, crashingTable } from '../../../support/faults/faulty-client';
import { createJobsFixture, type JobsFixture } from '../../../support/sending/jobs-fixture';
import { linkDomainOf, registerLink } from '../../../support/service/own-links';

const SEALING_KEY = deriveSealingKey('a key for the tests of accounts');
const KEPT: ReadonlySet<unknown> = new Set([
  'account',
  'listedAccount',
  'creditShard',
  'statistics',
  'audit',
]);

let engine: TestEngine;
let empty: Table;
let fixture: JobsFixture;
let neighbour: JobsFixture;
beforeEach(async () => {
  engine = await startEngine();
  engine.setEnvironment();
  const name = `Other-${randomUUID()}`;
  await createDeployedTable(engine.client, name);
  empty = new Table(engine.documents, name);
  fixture = await createAccountWithEverything();
});
afterEach(async () => {
  await engine.client.send(new DeleteTableCommand({ TableName: empty.name }));
  await engine.stop();
});

/** Creates an account that has sent, with another account in the same table. */
async function createAccountWithEverything(): Promise<JobsFixture> {
  neighbour = await createJobsFixture(engine.table, { contacts: 100 });
  await neighbour.broadcast();
  await neighbour.runToEnd();
  const made = await createJobsFixture(engine.table, { contacts: 110 });
  const { accountId, table } = made;
  await createGroup(made, { accountId, name: 'News', optInType: 'SINGLE' });
  await createApiKey(made, accountId);
  const url = 'https://example.com/';
  await registerLink(made, { accountId, link: `${linkDomainOf(accountId)}/spring`, url });
  await addEndpoint({ ...made, sealingKey: SEALING_KEY, policy: PUBLIC_ONLY }, { accountId, url });
  const person = {
    accountId,
    phoneNumber: '+12065550199' as E164,
    hardOptOut: { at: '2026-03-01T13:00:00.000Z', source: 'stop' as const },
  };
  await table.put({ Item: await erasedPersonOf(person, '2026-03-01T12:30:00.000Z') });
  await made.broadcast();
  await made.runToEnd();
  await made.relay();
  return made;
}

const deps = (table: Table, erasureKey: () => Promise<ErasureKey> = getErasureKey) => ({
  ...fixture,
  table,
  sealingKey: async () => SEALING_KEY,
  erasureKey,
});

async function writeExport(): Promise<string[]> {
  const account = await findAccount(engine.table, fixture.accountId);
  if (!account) throw new Error('No account');
  const lines: string[] = [];
  for await (const line of exportAccount(deps(engine.table), { account, erasureKey: getErasureKey }).lines) {
    lines.push(line.replace(/\n$/, ''));
  }
  return lines;
}

async function* each(lines: string[]): AsyncGenerator<string> {
  yield* lines;
}

const read = (lines: string[], table: Table = empty, key?: () => Promise<ErasureKey>) =>
  importAccount(deps(table, key), { lines: () => each(lines) });

async function itemsOf(table: Table): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of table.scan({ ConsistentRead: true })) items.push(item as Item);
  return items.sort((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1));
}

/** Returns the items that an import must have written, from the account's former items; endpoints get other secrets. */
async function expectedItems(accountId: string = fixture.accountId): Promise<Item[]> {
  return (await ownItems(accountId)).filter((item) => ruleOf(item)?.leftOut === undefined);
}

/** Returns all items that contain the account's id, or that of one of its jobs. */
async function ownItems(accountId: string): Promise<Item[]> {
  const items = await itemsOf(engine.table);
  const jobIds = items
    .filter(({ sk, accountId: owner }) => sk === 'JOB' && owner === accountId)
    .map(({ id }) => String(id));
  return items.filter((item) => {
    const text = JSON.stringify({ ...item, data: undefined });
    return [accountId, ...jobIds].some((id) => text.includes(id));
  });
}

const withoutEndpoints = (items: Item[]) => items.filter(({ entity }) => entity !== 'endpoint');

describe('account export and import', () => {
  it.each(['before', 'after'] as const)(
    'bring everything, wherever the import died %s a call',
    async (when) => {
      const lines = await writeExport();
      const { table, plan } = crashingTable(engine.documents, empty.name);
      let crashes = 0;
      let result: unknown;
      for (let call = 0; result === undefined && call < 60; call++) {
        plan.current = { callsLeft: call, when };
        result = await read(lines, table).catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error;
          crashes++;
          return undefined;
        });
      }

      expect(crashes).toBeGreaterThan(8);
      const imported = await itemsOf(empty);
      expect(withoutEndpoints(imported)).toEqual(withoutEndpoints(await expectedItems()));
      const [endpoint] = await listEndpoints(empty, fixture.accountId);
      expect(endpoint?.endpoint).toMatchObject({ status: 'disabled', disabledReason: 'operator' });
      expect(endpoint?.endpoint.secrets).toHaveLength(1);
      expect(await read(lines)).toEqual({ refused: 'accountExists', accountId: fixture.accountId });
    },
  );

  it('have no secret of a key or an endpoint', async () => {
    const text = (await writeExport()).join('\n');

    expect(text).not.toMatch(/secretHash|APIKEY#|KEY#key_|v1\./);
  });

  it('leave the account closed until all of it is there', async () => {
    const lines = await writeExport();
    const { table, plan } = crashingTable(engine.documents, empty.name);
    plan.current = { callsLeft: 6, when: 'after' };
    await expect(read(lines, table)).rejects.toThrow(Crash);

    expect((await findAccount(empty, fixture.accountId))?.closedAt).toBeDefined();
    await read(lines);
    expect((await findAccount(empty, fixture.accountId))?.closedAt).toBeUndefined();
  });

  it('do not undo what a phone said once its number led here', async () => {
    const lines = await writeExport();
    const { table, plan } = crashingTable(engine.documents, empty.name);
    const [phone = ''] = fixture.phones;
    const contact = { pk: `CONTACT#${fixture.accountId}#${phone}`, sk: 'CONTACT' };
    const owner = { pk: `NUMBER#${fixture.from}`, sk: 'OWNER' };
    for (let call = 0; !(await empty.get(owner)) && call < 60; call++) {
      plan.current = { callsLeft: call, when: 'after' };
      await read(lines, table).catch(() => undefined);
    }
    const stopped = { ...(await empty.get(contact)), ...contact, hardOptOut: { at: 'now', source: 'stop' } };
    await empty.put({ Item: stopped });
    await read(lines);

    expect(await empty.get(contact)).toEqual(stopped);
  });

  it.each<[string, (lines: string[]) => string[], object]>([
    ['is empty', () => [], { refused: 'noExport' }],
    ['is something else', () => ['{"Item":{}}'], { refused: 'noExport' }],
    ['has no end', (lines) => lines.slice(0, -1), { refused: 'cutOff' }],
    ['lacks a line', (lines) => lines.toSpliced(3, 1), { refused: 'changed' }],
    ['was changed', (lines) => lines.map((line) => line.replace('Jobs', 'Jots')), { refused: 'changed' }],
    [
      'has an item of another account',
      (lines) => lines.toSpliced(2, 0, '{"Item":{"pk":{"S":"CONTACT#acc_1#+1"},"sk":{"S":"CONTACT"}}}'),
      { refused: 'foreignItem', line: 3 },
    ],
    [
      'has an API key',
      (lines) => lines.toSpliced(2, 0, '{"Item":{"pk":{"S":"KEY#key_1"},"sk":{"S":"KEY"}}}'),
      { refused: 'foreignItem', line: 3 },
    ],
    ['goes on after its end', (lines) => [...lines, '{}'], { refused: 'noExport' }],
  ])('take no file that %s', async (_what, change, refused) => {
    expect(await read(change(await writeExport()))).toEqual(refused);
    expect(await itemsOf(empty)).toEqual([]);
  });

  it('take no file with work under way, and say what it is', async () => {
    await fixture.broadcast();
    const lines = await writeExport();

    expect(await read(lines)).toEqual({ refused: 'underWay', underWay: { job: 1 } });
    expect(await itemsOf(empty)).toEqual([]);
  });

  it('take neither a number nor a link domain nor a link from another account', async () => {
    const lines = await writeExport();
    const other = await createJobsFixture(empty);
    const link = `${linkDomainOf(fixture.accountId)}/spring`;
    const { accountId } = other;
    const owner = linkOwnerItem.item(link, await registerLink(other, { accountId, link }));
    expect(await read(lines)).toEqual({ refused: 'linkDomainTaken', name: linkDomainOf(fixture.accountId) });
    await removeLinkDomain(empty, { accountId, domain: linkDomainOf(fixture.accountId) });
    await empty.put({ Item: owner });
    expect(await read(lines)).toEqual({ refused: 'linkTaken', name: link });
    await addNumber(other, { accountId: other.accountId, number: fixture.from, status: 'Active' });
    expect(await read(lines)).toEqual({ refused: 'numberTaken', name: fixture.from });
    expect(await findAccount(empty, fixture.accountId)).toBeUndefined();
  });

  it('take no erased people into a stack that would not know them again', async () => {
    const lines = await writeExport();
    const otherKey = async () => deriveErasureKey('the key of another stack');

    expect(await read(lines, empty, otherKey)).toEqual({ refused: 'otherErasureKey' });
  });
});

describe('account delete', () => {
  const byKeys = (table: Table = engine.table) =>
    deleteAccount(deps(table), { accountId: fixture.accountId });
  /** Runs workers until one has ended the pass, as the queue and the timer do. */
  const pass = async (table: Table = engine.table) => {
    const { accountId } = fixture;
    for (let workers = 0; await isDeletionUnderWay(engine.table, accountId); workers++) {
      if (workers === 5) throw new Error('The pass does not end');
      await runErasures(
        { ...deps(table), files: memoryFiles(), ...NO_DEAD_LETTERS },
        { erasureId: `deletion#${accountId}`, remainingMs: () => 15 * 60_000 },
      );
      // The lease of a worker that died ends.
      fixture.advance(61_000);
    }
  };
  /** Deletes what is found by keys, and runs the pass that deletes the rest. */
  const remove = async () => {
    const result = await byKeys();
    await pass();
    return result;
  };
  /** Repeats a step that dies at one call after another, until it ends. @returns how often it died */
  const dieAndRepeat = async (
    when: 'before' | 'after',
    step: (table: Table) => Promise<unknown>,
    calls: (callsLeft: number) => number = (callsLeft) => callsLeft + 1,
  ): Promise<number> => {
    const { table, plan } = crashingTable(engine.documents, engine.table.name);
    let crashes = 0;
    for (let callsLeft = 0; callsLeft < 400; callsLeft = calls(callsLeft)) {
      plan.current = { callsLeft, when };
      const isDead = await step(table).then(
        () => false,
        (error: unknown) => {
          if (!(error instanceof Crash)) throw error;
          return true;
        },
      );
      if (!isDead) return crashes;
      crashes++;
      // The lease of the worker ends.
      fixture.advance(61_000);
    }
    throw new Error('The step does not end');
  };

  it('deletes nothing of an account that is open, or has something under way', async () => {
    const before = await itemsOf(engine.table);
    expect(await remove()).toEqual({ refused: 'notClosed' });
    expect(await itemsOf(engine.table)).toEqual(before);

    await fixture.broadcast();
    await markAccountClosed(fixture, fixture.accountId);
    const withJob = await itemsOf(engine.table);
    expect(await remove()).toEqual({ refused: 'underWay', underWay: { job: 1 } });
    expect(await itemsOf(engine.table)).toEqual(withJob);
    expect(await deleteAccount(deps(engine.table), { accountId: 'acc_0' })).toEqual({
      refused: 'noSuchAccount',
    });
  });

  it.each(['before', 'after'] as const)(
    'leaves the books and all other accounts, wherever it died %s a call',
    async (when) => {
      await markAccountClosed(fixture, fixture.accountId);
      const [job] = await ownItems(fixture.accountId).then((items) => items.filter(({ sk }) => sk === 'JOB'));
      const others = await ownItems(neighbour.accountId);
      const balance = await fixture.credits();
      // The first calls only read contacts.
      const pastContacts = (callsLeft: number) => callsLeft + (callsLeft < 50 ? 10 : 1);
      expect(await dieAndRepeat(when, byKeys, pastContacts)).toBeGreaterThan(20);
      expect(await dieAndRepeat(when, pass)).toBeGreaterThan(5);

      // The record of the pass has the id of the deletion until the next pass begins.
      const left = (await ownItems(fixture.accountId)).filter(({ pk }) => pk !== 'ERASURE#PASS');
      expect(left.filter(({ entity }) => !KEPT.has(entity)).map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([]);
      expect((await itemsOf(engine.table)).filter(({ pk }) => pk.includes(String(job?.id)))).toEqual([]);
      expect(await ownItems(neighbour.accountId)).toEqual(others);
      expect(await fixture.credits()).toEqual(balance);
      expect((await findAccount(engine.table, fixture.accountId))?.deletedAt).toBeDefined();
    },
  );

  it('lets a STOP count for the account that has the number now, and for no deleted one', async () => {
    const { accountId, from: number } = fixture;
    const toAccountId = neighbour.accountId;
    await moveNumber(fixture, { accountId, number, toAccountId });
    await markAccountClosed(fixture, accountId);
    expect(await remove()).toHaveProperty('deleted');
    const platform = consentPlatform(engine.table);
    const text = { providerMessageId: 'in_1', rawFrom: '+12065550188', to: number, body: 'STOP' };
    await receiveInbound(platform, text, platform.clock.now());

    const stopped = (owner: string) => engine.table.get(contactKey(owner, text.rawFrom));
    expect(await stopped(toAccountId)).toMatchObject({ hardOptOut: { source: 'stop' } });
    expect(await stopped(accountId)).toBeUndefined();
  });

  it('can be taken back with an export, once its pass has ended', async () => {
    const lines = await writeExport();
    const before = await expectedItems();
    await markAccountClosed(fixture, fixture.accountId);
    expect(await byKeys()).toHaveProperty('deleted');
    expect(await read(lines, engine.table)).toEqual({
      refused: 'beingDeleted',
      accountId: fixture.accountId,
    });
    await pass();
    expect(await read(lines, engine.table)).toHaveProperty('imported');

    expect(withoutEndpoints(await expectedItems())).toEqual(withoutEndpoints(before));
  });
});
