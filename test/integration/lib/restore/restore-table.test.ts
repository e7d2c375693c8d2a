import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { restoreTable } from '../../../../lib/restore/restore-table';
import { createApiKey, revokeApiKey } from '../../../../shared/accounts/api-keys';
import { optInContact, optOutContact } from '../../../../shared/audience/consent/opt-out-contact';
import { createContact } from '../../../../shared/audience/contacts/create-contact';
import { findContact } from '../../../../shared/audience/contacts/find-contact';
import { sweepOptOuts } from '../../../../shared/audience/consent/sweep-opt-outs';
import { readSchema } from '../../../../shared/audience/custom-fields/custom-field-schema';
import { createGroup } from '../../../../shared/audience/groups/create-group';
import { erasedPersonOf } from '../../../../shared/audience/contacts/erased-person';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import type { Item } from '../../../../shared/platform/store/item';
import { Table } from '../../../../shared/platform/store/table';
import { createDeployedTable, useEngine } from '../../../support/engines/engine';
import { consentPlatform, seedAccount, seedContact } from '../../../support/audience/consent-fixture';

const RESTORED = 'Restored';
const PHONE = '+12125550123';
const STOPPED = '+12125550124';
const ERASED = '+12125550127';
const NEWCOMER = '+12125550125';
const REFUSED_NEWCOMER = '+12125550126';
const LONGER_THAN_LEAVING_MS = 3 * 60_000;
const HARD_OPT_OUT = { at: '2026-03-01T13:00:00.000Z', source: 'stop' } as const;

const engine = useEngine({ hasOwnEngine: true, usesSdk: true });
beforeAll(async () => {
  await createDeployedTable(engine.client, RESTORED);
});

async function emptyTable(name: string): Promise<Table> {
  await createDeployedTable(engine.client, name);
  return new Table(engine.documents, name);
}

async function itemsOf(TableName: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const { Items } of paginateScan({ client: engine.documents }, { TableName })) {
    items.push(...((Items ?? []) as Item[]));
  }
  return items;
}

const keysOf = (items: Item[]) => items.map(({ pk, sk }) => `${pk} ${sk}`).sort();

it('restores what people set up, and keeps who was sent what and who refused', async () => {
  const deps = consentPlatform(engine.table);
  const { table } = deps;
  const { id: accountId } = await seedAccount(deps, { smsCredits: 100 });
  const group = await createGroup(deps, { accountId, name: 'News', optInType: 'SINGLE' });
  const key = await createApiKey(deps, accountId);
  const contact = {
    accountId,
    firstName: 'Ada',
    memberships: { [group.id]: { optInAt: '2026-01-01T00:00:00.000Z', tagIds: [] } },
  };
  await seedContact(deps, { ...contact, phoneNumber: PHONE });
  await seedContact(deps, { ...contact, phoneNumber: STOPPED });
  await seedContact(deps, { ...contact, phoneNumber: ERASED });
  await table.put({ Item: { pk: 'MESSAGE#msg_1', sk: 'MESSAGE', status: 'queued' } });
  // The restore point.
  const before = await itemsOf(table.name);
  await new Table(engine.documents, RESTORED).batchPut(before);

  // Accidents and other changes since then.
  await seedContact(deps, { ...contact, phoneNumber: PHONE, firstName: 'Overwritten' });
  await table.delete({ Key: { pk: `ACCOUNT#${accountId}`, sk: `GROUP#${group.id}` } });
  await seedContact(deps, { ...contact, phoneNumber: STOPPED, hardOptOut: HARD_OPT_OUT });
  await table.delete({ Key: { pk: `CONTACT#${accountId}#${ERASED}`, sk: 'CONTACT' } });
  const person = { accountId, phoneNumber: ERASED as E164, hardOptOut: HARD_OPT_OUT };
  const erased = await erasedPersonOf(person, '2026-03-01T12:30:00.000Z');
  await table.put({ Item: erased });
  await seedContact(deps, { ...contact, phoneNumber: NEWCOMER });
  await seedContact(deps, { ...contact, phoneNumber: REFUSED_NEWCOMER, hardOptOut: HARD_OPT_OUT });
  await revokeApiKey(deps, { accountId, keyId: key?.key.id ?? '' });
  await table.update({
    Key: { pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' },
    UpdateExpression: 'SET smsCredits = :less, dailyQuota = :wrong',
    ExpressionAttributeValues: { ':less': 98, ':wrong': 0 },
  });
  const kept: Item[] = [
    { pk: 'MESSAGE#msg_1', sk: 'MESSAGE', status: 'sent' },
    { pk: 'MESSAGE#msg_2', sk: 'MESSAGE', status: 'sent' },
    { pk: `IDEMPOTENCY#${accountId}#message#k`, sk: 'IDEMPOTENCY' },
    {
      pk: `CONTACT#${accountId}#${STOPPED}`,
      sk: 'LOG#2026-03-01T13:00:00.000Z#log_1',
      action: 'HARD_OPT_OUT',
    },
    { pk: `ACCOUNT#${accountId}`, sk: 'JOB#brc_1' },
    { pk: 'OUTBOX#out_1', sk: 'OUTBOX' },
  ];
  await table.batchPut(kept);

  const options = { documents: engine.documents, from: RESTORED, to: table.name, now: deps.clock.now() };
  const changed = await itemsOf(table.name);
  const planned = await restoreTable({ ...options, isDryRun: true });
  expect(keysOf(await itemsOf(table.name))).toEqual(keysOf(changed));
  const report = await restoreTable({ ...options, isDryRun: false });

  expect(planned).toEqual(report);
  expect(report).toMatchObject({ deleted: 1, refusals: 2 });
  const after = await itemsOf(table.name);
  const refused = { pk: `CONTACT#${accountId}#${REFUSED_NEWCOMER}`, sk: 'CONTACT' };
  expect(keysOf(after)).toEqual(
    keysOf([
      ...before.filter(({ pk }) => pk !== `CONTACT#${accountId}#${ERASED}`),
      ...kept.filter(({ pk }) => pk !== 'MESSAGE#msg_1'),
      ...[refused, erased],
    ]),
  );
  const find = (pk: string, sk: string) => after.find((item) => item.pk === pk && item.sk === sk);
  expect(find(`CONTACT#${accountId}#${PHONE}`, 'CONTACT')).toMatchObject({ firstName: 'Ada' });
  expect(find(`ACCOUNT#${accountId}`, 'ACCOUNT')).toMatchObject({ smsCredits: 98, dailyQuota: 1_000 });
  expect(find(`KEY#${key?.key.id}`, 'KEY')?.revokedAt).toEqual(expect.any(String));
  expect(after).toEqual(expect.arrayContaining(kept));

  const stopped = find(`CONTACT#${accountId}#${STOPPED}`, 'CONTACT');
  expect(stopped).toMatchObject({ firstName: 'Ada', hardOptOut: HARD_OPT_OUT });
  deps.advance(LONGER_THAN_LEAVING_MS);
  await sweepOptOuts(deps);
  expect(await table.get({ pk: String(stopped?.pk), sk: 'CONTACT' })).toMatchObject({
    memberships: {},
    hardOptOut: HARD_OPT_OUT,
  });
});

it('learns from the log who has refused since, where the contact itself was lost', async () => {
  const [table, backup] = [await emptyTable('Damaged'), await emptyTable('Earlier')];
  const deps = consentPlatform(table);
  const { id: accountId } = await seedAccount(deps, {});
  const of = (phoneNumber: string) => ({ accountId, phoneNumber: phoneNumber as E164 });
  const group = await createGroup(deps, { accountId, name: 'News', optInType: 'SINGLE' });
  const memberships = { [group.id]: { optInAt: '2026-01-01T00:00:00.000Z', tagIds: [] } };
  const [stopped, returned, silent] = [of(STOPPED), of(PHONE), of(NEWCOMER)];
  for (const contact of [stopped, returned, silent]) await seedContact(deps, { ...contact, memberships });
  await backup.batchPut(await itemsOf(table.name));

  deps.advance(60_000);
  await optOutContact(deps, { ...stopped, source: 'stop' });
  const refusal = (await findContact(table, stopped))?.hardOptOut;
  await optOutContact(deps, { ...returned, source: 'kiosk' });
  deps.advance(60_000);
  await optInContact(deps, returned);
  for (const { phoneNumber } of [stopped, returned, silent]) {
    await table.delete({ Key: { pk: `CONTACT#${accountId}#${phoneNumber}`, sk: 'CONTACT' } });
  }

  const report = await restoreTable({
    ...{ documents: engine.documents, from: backup.name, to: table.name },
    ...{ isDryRun: false, now: deps.clock.now() },
  });
  expect(report.refusals).toBe(1);
  const restored = await Promise.all([stopped, returned, silent].map((one) => findContact(table, one)));
  expect(refusal).toEqual({ at: expect.any(String) as string, source: 'stop' });
  expect(restored.map((contact) => contact?.hardOptOut)).toEqual([refusal, undefined, undefined]);
  deps.advance(LONGER_THAN_LEAVING_MS);
  await sweepOptOuts(deps);
  expect((await findContact(table, stopped))?.memberships).toEqual({});
  expect((await findContact(table, silent))?.memberships).toEqual(memberships);
});

it('remembers from the log who came since and refused, where the contact itself was lost', async () => {
  const [table, backup] = [await emptyTable('DamagedLater'), await emptyTable('BeforeThem')];
  const deps = consentPlatform(table);
  const { id: accountId } = await seedAccount(deps, {});
  const of = (phoneNumber: string) => ({ accountId, phoneNumber: phoneNumber as E164 });
  const [stopped, returned, silent, erased, cameBack] = [
    of(STOPPED),
    of(PHONE),
    of(NEWCOMER),
    of(ERASED),
    of(REFUSED_NEWCOMER),
  ];
  const create = (one: typeof stopped) =>
    createContact(deps, { ...one, body: { firstName: 'Ada' }, schema: readSchema(undefined) });
  await create(cameBack);
  await backup.batchPut(await itemsOf(table.name));

  deps.advance(60_000);
  for (const one of [stopped, returned, silent, erased]) await create(one);
  await optOutContact(deps, { ...stopped, source: 'stop' });
  const refusal = (await findContact(table, stopped))?.hardOptOut;
  await optOutContact(deps, { ...returned, source: 'kiosk' });
  await optOutContact(deps, { ...erased, source: 'stop' });
  deps.advance(60_000);
  await optInContact(deps, returned);
  // The log of an erased person is deleted when the erasure ends.
  const erasedAt = deps.clock.now().toISOString();
  await table.put({ Item: await erasedPersonOf({ ...erased, hardOptOut: refusal }, erasedAt) });
  await table.put({ Item: await erasedPersonOf({ ...cameBack, hardOptOut: undefined }, erasedAt) });
  deps.advance(60_000);
  await optOutContact(deps, { ...cameBack, source: 'stop' });
  for (const { phoneNumber } of [stopped, returned, silent, erased, cameBack]) {
    await table.delete({ Key: { pk: `CONTACT#${accountId}#${phoneNumber}`, sk: 'CONTACT' } });
  }

  const options = { documents: engine.documents, from: backup.name, to: table.name, now: deps.clock.now() };
  const planned = await restoreTable({ ...options, isDryRun: true });
  expect(await findContact(table, stopped)).toBeUndefined();
  const report = await restoreTable({ ...options, isDryRun: false });
  expect(report.refusals).toBe(2);
  expect(planned).toEqual(report);
  await restoreTable({ ...options, isDryRun: false });

  expect(await findContact(table, erased)).toBeUndefined();
  expect(await findContact(table, cameBack)).toMatchObject({ id: undefined, erasedAt });
  const again = [];
  for (const one of [stopped, returned, silent, erased, cameBack]) again.push(await create(one));
  expect(again.map(({ hardOptOut }) => hardOptOut)).toEqual([
    refusal,
    undefined,
    undefined,
    refusal,
    { at: deps.clock.now().toISOString(), source: 'stop' },
  ]);
  expect(refusal).toEqual({ at: '2026-03-01T12:01:00.000Z', source: 'stop' });
});
