import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { membershipLog } from '../../../../../shared/audience/consent/consent-log';
import { createGroup } from '../../../../../shared/audience/groups/create-group';
import { findGroup } from '../../../../../shared/audience/groups/group-store';
import { updateGroup } from '../../../../../shared/audience/groups/update-group';
import { createImport } from '../../../../../shared/audience/import/create-import';
import { importItem } from '../../../../../shared/audience/import/import-item';
import { startImport } from '../../../../../shared/audience/import/start-import';
import { readAccount } from '../../../../../shared/accounts/account';
import { NO_CAMPAIGNS } from '../../../../support/sending/no-campaigns';
import { workTransfer } from '../../../../../shared/exports/work-transfer';
import { importFileKey, rejectedFileKey } from '../../../../../shared/platform/files/file-keys';
import { accountKey, contactKey, importRejectsPk } from '../../../../../shared/platform/store/keys';

import { useEngine } from '../../../../support/engines/engine';
import { Crash, wrappedTable } from '../../../../support/faults/faulty-client';
import { createJobsFixture, type JobsFixture } from '../../../../support/sending/jobs-fixture';
import { type MemoryFiles, memoryFiles } from '../../../../support/audience/memory-files';
import { mortalDeps } from '../../../../support/faults/mortal-deps';
import { createQuietLog } from '../../../../support/logs/quiet-log';
import { ANY_ACTOR, ANY_STARTER } from '../../../../support/audience/any-actor';

const CONTACTS = 60;
const LEASE_OVER_MS = 61_000;
const LONG_MS = 15 * 60_000;

const engine = useEngine();

interface World {
  fixture: JobsFixture;
  files: MemoryFiles;
  importId: string;
  groupId: string;
  phones: string[];
}

/**
 * Begins an import of 60 contacts into a group that texts each of them, with a bad row, a repeated row and an opt-out.
 *
 * @param hasRunDry true: it is started for real after a dry run
 */
async function begin(areaCode: number, hasRunDry = false): Promise<World> {
  const fixture = await createJobsFixture(engine.table, { dailyQuota: 10_000 });
  const { accountId } = fixture;
  const files = memoryFiles();
  const { id: groupId } = await createGroup(fixture, { accountId, name: 'News', optInType: 'SINGLE' });
  await updateGroup(fixture, {
    accountId,
    groupId,
    changes: { optInMessage: 'Welcome', from: fixture.from },
  });
  const account = readAccount((await engine.table.get(accountKey(accountId))) as never);
  const { contactImport } = await createImport(
    { ...fixture, files },
    {
      account,
      body: {
        ...{ format: 'csv', group: groupId, optInMode: 'DIRECT', consentBasis: 'Signed.' },
        dryRun: hasRunDry,
      },
      by: ANY_ACTOR,
    },
  );
  const phones = Array.from(
    { length: CONTACTS },
    (_, index) => `+1${areaCode}556${String(index).padStart(4, '0')}`,
  );
  const rows = [
    'phone,first,unsubscribed',
    `${phones[0]},Old,`,
    ...phones.map((phone, index) => `${phone},A,${index === CONTACTS - 1 ? 'yes' : ''}`),
    'bad,B,',
  ];
  const place = { accountId, importId: contactImport.id };
  await files.put(importFileKey(place), { body: rows.join('\n'), contentType: 'text/csv' });
  await startImport({ ...fixture, files }, { account, importId: contactImport.id, ...ANY_STARTER });
  const world = { fixture, files, importId: contactImport.id, groupId, phones };
  if (!hasRunDry) return world;
  await run(world);
  expect(await engine.table.get(importItem.key(place))).toMatchObject({
    ...{ status: 'completed', isDryRun: true, rows: CONTACTS + 2, created: CONTACTS, rejected: 1 },
  });
  expect(await engine.table.get(contactKey(accountId, phones[0] ?? ''))).toBeUndefined();
  await startImport(
    { ...fixture, files },
    {
      account,
      importId: contactImport.id,
      ...ANY_STARTER,
      body: { dryRun: false },
    },
  );
  return world;
}

/** Runs a worker; returns true when it died at the call of that number, counted from 0. */
async function run(world: World, callsLeft?: number, when: 'before' | 'after' = 'after'): Promise<boolean> {
  const { fixture, importId } = world;
  const mortal = mortalDeps({
    documents: engine.documents,
    tableName: engine.table.name,
    files: world.files,
    entry: 'functions/workers/transfer-contacts.ts',
  });
  if (callsLeft !== undefined) mortal.plan.current = { callsLeft, when };
  try {
    await workTransfer(
      {
        ...fixture,
        table: mortal.table,
        files: mortal.files,
        log: createQuietLog(),
        campaigns: NO_CAMPAIGNS,
      },
      { accountId: fixture.accountId, transferId: importId, remainingMs: () => LONG_MS },
    );
    return false;
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    return true;
  } finally {
    fixture.advance(LEASE_OVER_MS);
  }
}

/** Returns the recipients of all texts, by account. */
async function readTexts(): Promise<Map<string, string[]>> {
  const texts = new Map<string, string[]>();
  for await (const item of engine.table.scan({ ConsistentRead: true })) {
    if (item.sk !== 'MESSAGE') continue;
    const accountId = String(item.accountId);
    texts.set(accountId, [...(texts.get(accountId) ?? []), String(item.to)].sort());
  }
  return texts;
}

describe('rules E5: an import whose worker is killed', () => {
  it.each([
    ['before', 206, ''],
    ['after', 212, ''],
    ['after', 213, ', after a dry run'],
  ] as const)(
    'neither loses nor repeats a row or a text, killed %s any call (area code %i)%s',
    async (when, areaCode, dryRun) => {
      const worlds: World[] = [];
      for (let call = 0; ; call += 2) {
        const world = await begin(areaCode, dryRun !== '');
        const { accountId } = world.fixture;
        const hasDied = await run(world, call, when);
        // A second death, somewhere after the first.
        if (hasDied) await run(world, (call * 5) % 11, 'after');
        await run(world);
        const place = { accountId, importId: world.importId };
        expect(await engine.table.get(importItem.key(place))).toMatchObject({
          ...{ status: 'completed', rows: CONTACTS + 2, created: CONTACTS, updated: 0, unchanged: 0 },
          ...{ skipped: 1, rejected: 1, duplicates: 1, hasRejectedFile: true },
          rejectedSample: [{ row: CONTACTS + 3, column: 'phone', value: 'bad' }],
        });
        const enrolled = world.phones.slice(0, -1);
        expect((await findGroup(engine.table, { accountId, groupId: world.groupId }))?.contactCount).toBe(
          enrolled.length,
        );
        for (const phoneNumber of [
          world.phones[0] ?? '',
          world.phones[30] ?? '',
          world.phones.at(-1) ?? '',
        ]) {
          expect(await engine.table.get(contactKey(accountId, phoneNumber))).toMatchObject({
            firstName: 'A',
            version: 1,
          });
          expect(await membershipLog(engine.table, { accountId, phoneNumber })).toHaveLength(1);
        }
        expect(world.files.contents.has(rejectedFileKey(place))).toBe(true);
        worlds.push(world);
        if (!hasDied) break;
      }
      expect(worlds.length).toBeGreaterThan(10);
      const texts = await readTexts();
      for (const { fixture, phones } of worlds) {
        expect(texts.get(fixture.accountId)).toEqual(phones.slice(0, -1));
      }
    },
  );
});

describe('rules E5: an import whose worker stood still for longer than its lease', () => {
  it('keeps the file of rejects that the next worker stored', async () => {
    const world = await begin(646);
    const { fixture, importId, files } = world;
    const place = { accountId: fixture.accountId, importId };
    let hasStoodStill = false;
    const table = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
      const readsRejects =
        command instanceof QueryCommand &&
        Object.values(command.input.ExpressionAttributeValues ?? {}).includes(importRejectsPk(importId));
      if (readsRejects && !hasStoodStill) {
        hasStoodStill = true;
        fixture.advance(LEASE_OVER_MS);
        await run(world);
      }
      return send(command, ...rest);
    });
    await workTransfer(
      { ...fixture, table, files, log: createQuietLog(), campaigns: NO_CAMPAIGNS },
      { accountId: fixture.accountId, transferId: importId, remainingMs: () => LONG_MS },
    );
    expect(hasStoodStill).toBe(true);
    expect(await engine.table.get(importItem.key(place))).toMatchObject({
      ...{ status: 'completed', rejected: 1, hasRejectedFile: true },
    });
    expect(files.contents.get(rejectedFileKey(place))?.toString()).toContain('\nbad,B,,');
  });
});
