import { readSchema } from '../../../../shared/audience/custom-fields/custom-field-schema';
import { createSegment, updateSegment } from '../../../../shared/audience/segments/save-segment';
import { segmentItem } from '../../../../shared/audience/segments/segment';
import type { ConditionInput } from '../../../../shared/audience/segments/audience';
import { NO_CAMPAIGNS } from '../../../support/sending/no-campaigns';
import { importItem } from '../../../../shared/audience/import/import-item';
import { auditItem } from '../../../../shared/audit/audit-entry';
import { putChange } from '../../../../shared/audit/record-change';
import { campaignItem } from '../../../../shared/campaigns/record/campaign';
import { newDraft } from '../../../../shared/campaigns/plan/internal/draft-campaign';
import { insertCampaign } from '../../../../shared/campaigns/plan/internal/save-campaign';
import { newMessage } from '../../../../shared/messages/message';
import { messageItem } from '../../../../shared/messages/message-writes';
import { requestErasure } from '../../../../shared/erasure/request-erasure';
import { erasureItem } from '../../../../shared/erasure/erasure';
import { runErasures } from '../../../../shared/erasure/run-erasures';
import { rejectedFileKey } from '../../../../shared/platform/files/file-keys';
import { auditPk, messageKey } from '../../../../shared/platform/store/keys';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { findTraces } from '../../../support/erasure/find-traces';
import { createJobsFixture, type JobsFixture } from '../../../support/sending/jobs-fixture';
import { type MemoryFiles, memoryFiles } from '../../../support/audience/memory-files';
import { NO_DEAD_LETTERS } from '../../../support/aws/no-dead-letters';

const DAY_MS = 24 * 60 * 60 * 1000;
const SCHEMA = readSchema(undefined);

let engine: TestEngine;
let fixture: JobsFixture;
let files: MemoryFiles;
beforeEach(async () => {
  engine = await startEngine();
  files = memoryFiles();
  fixture = await createJobsFixture(engine.table, { contacts: 4 });
  const [xanthippe = '', maria = '', smithson = ''] = fixture.phones;
  await fixture.changeContact(xanthippe, { firstName: 'Maria', lastName: 'Smith', email: 'ms@example.com' });
  await fixture.changeContact(maria, { firstName: 'MARIA', lastName: 'Jones' });
  await fixture.changeContact(smithson, { firstName: 'Ann', lastName: 'Smithson' });
});
afterEach(async () => engine.stop());

const erased = () => fixture.phones[0] ?? ('' as JobsFixture['phones'][number]);

async function run(erasureId: string): Promise<boolean> {
  await runErasures({ ...fixture, files, ...NO_DEAD_LETTERS }, { erasureId, remainingMs: () => 15 * 60_000 });
  return erasureItem.readIfAny(await engine.table.get(erasureItem.key(erasureId)))?.status === 'completed';
}

async function erase(): Promise<void> {
  const { id } = await requestErasure(fixture, { accountId: fixture.accountId, phoneNumber: erased() });
  expect(await run(id)).toBe(true);
}

const deps = () => ({ ...fixture, campaigns: NO_CAMPAIGNS });
const owner = () => ({
  account: { id: fixture.accountId, timeZone: undefined, retentionDays: 90, trackLastTexted: false },
  schema: SCHEMA,
});

async function segmentWith(filter: ConditionInput, name = 'Some'): Promise<string> {
  const body = { name, audience: { filter } };
  return (await createSegment(deps(), { ...owner(), body })).id;
}

async function segment(id: string) {
  const item = await engine.table.get(segmentItem.key({ accountId: fixture.accountId, id }));
  if (!item) throw new Error('No such segment');
  return segmentItem.read(item);
}

const leaf = (field: string, op: string, value: unknown) => ({ field, op, value });
const NO_CONTACT = leaf('phoneNumber', 'exists', false);
const EVERY_CONTACT = leaf('phoneNumber', 'exists', true);

async function importOf(changes: Record<string, unknown>): Promise<string> {
  const id = fixture.ids.next('imp');
  const { accountId } = fixture;
  const place = { accountId, importId: id };
  const counts = { rows: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0, duplicates: 0 };
  const made = {
    ...{ id, accountId, status: 'completed' as const, format: 'csv' as const, mapping: {}, ...counts },
    ...{ onExisting: 'update' as const, isDryRun: false, ignoredColumns: [], hasRejectedFile: false },
    ...{ groupId: undefined, optInMode: undefined, consentBasis: undefined, fileTag: undefined },
    ...{ errorMessage: undefined, startedAt: undefined, completedAt: undefined, attempts: 0 },
    ...{ leaseId: undefined, leaseUntil: undefined, createdAt: fixture.clock.now().toISOString() },
    ...{ dateFormat: undefined, fileDateFormat: undefined, optedOut: 0, warnings: [] },
    ...{ rejectedSample: undefined, isSecondRun: false, turn: undefined, corrections: undefined },
    ...{ fileName: undefined, fileBytes: undefined, totalRows: undefined, pacedFrom: undefined },
    ...{ createdBy: undefined, startedBy: undefined, corrects: undefined },
  };
  await engine.table.put({ Item: { ...importItem.item(place, made), ...changes } });
  return id;
}

const storedImport = (importId: string) =>
  engine.table.get(importItem.key({ accountId: fixture.accountId, importId }));

describe('rules E2: filters after an erasure', () => {
  it('lose the comparisons that only the person met, and keep those that others meet', async () => {
    const filter = {
      all: [
        leaf('firstName', 'equals', 'Maria'),
        leaf('lastName', 'equals', 'SMITH'),
        leaf('lastName', 'startsWith', 'smith'),
        { not: leaf('lastName', 'in', ['Smith', 'Jones']) },
        leaf('email', 'notEquals', 'MS@example.com'),
        leaf('phoneNumber', 'equals', erased()),
      ],
    };
    const id = await segmentWith(filter, 'Maria Smith and friends');
    await erase();
    const { name, audience, version } = await segment(id);
    expect(name).toBe('[erased] and friends');
    expect(audience.filter).toEqual({
      all: [
        leaf('firstName', 'equals', 'Maria'),
        NO_CONTACT,
        leaf('lastName', 'startsWith', 'smith'),
        { not: leaf('lastName', 'in', ['Jones']) },
        EVERY_CONTACT,
        NO_CONTACT,
      ],
    });
    // A change that was read before the erasure is refused: it would restore the person's data.
    expect(version).toBe(3);
  });

  it('can be used and changed as before', async () => {
    const id = await segmentWith({ any: [leaf('lastName', 'equals', 'Smith'), { not: NO_CONTACT }] });
    await erase();
    const { audience } = await segment(id);
    const patched = await updateSegment(deps(), {
      ...owner(),
      segmentId: id,
      patch: { name: 'Others', audience: { filter: audience.filter as unknown as ConditionInput } },
    });
    expect(patched.audience.filter).toEqual({ any: [NO_CONTACT, { not: NO_CONTACT }] });
  });

  it('stay as they were made after the request', async () => {
    const { id: erasureId } = await requestErasure(fixture, {
      accountId: fixture.accountId,
      phoneNumber: erased(),
    });
    fixture.advance(1);
    const filter = leaf('phoneNumber', 'equals', erased());
    const id = await segmentWith(filter, `Again ${erased()}`);
    expect(await run(erasureId)).toBe(true);
    expect(await segment(id)).toMatchObject({ name: `Again ${erased()}`, audience: { filter } });
  });

  it('of a campaign lose the person in every state; its text only in a draft', async () => {
    const { accountId } = fixture;
    const plan = {
      ...{
        name: `To ${erased()}`,
        from: fixture.from,
        body: 'Ask Maria Smith',
        purpose: 'informational' as const,
      },
      ...{ mediaUrl: undefined, schedule: undefined, sendingHours: undefined, expiresAt: undefined },
    };
    const audience = {
      kind: 'people' as const,
      filter: leaf('phoneNumber', 'in', [erased(), fixture.phones[1]]) as Record<string, unknown>,
      fieldReferences: {},
    };
    const draft = newDraft(fixture, { account: { id: accountId, retentionDays: 90 }, plan, audience });
    const launched = { ...draft, id: fixture.ids.next('cmp'), status: 'paused' as const };
    for (const campaign of [draft, launched]) await insertCampaign(fixture, campaign, []);
    await erase();
    const read = async (id: string) => {
      const item = await engine.table.get(campaignItem.key({ accountId, id }));
      return item && campaignItem.read(item);
    };
    const cleaned = {
      name: 'To [erased]',
      from: fixture.from,
      version: 2,
      audience: { filter: leaf('phoneNumber', 'in', [fixture.phones[1]]) },
    };
    expect(await read(draft.id)).toMatchObject({ ...cleaned, body: 'Ask [erased]' });
    expect(await read(launched.id)).toMatchObject({ ...cleaned, body: 'Ask Maria Smith' });
  });
});

describe('rules E2: records after an erasure', () => {
  it('of changes keep what happened and who did it', async () => {
    const actor = { type: 'user' as const, id: 'usr_1', email: 'ms@example.com' };
    const { accountId } = fixture;
    const change = putChange(fixture.ids, {
      ...{ accountId, actor, channel: 'console', action: 'rejectCampaign' },
      target: { type: 'campaign', id: 'cmp_1' },
      related: `asked ms@example.com, ${erased()}`,
    });
    await fixture.table.put(change.Put);
    await erase();
    const [entry] = await engine.table.queryAll({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': auditPk(accountId) },
    });
    expect(entry && auditItem.read(entry)).toMatchObject({
      ...{ actor, action: 'rejectCampaign', target: { type: 'campaign', id: 'cmp_1' } },
      related: 'asked [erased], [erased]',
    });
  });

  it('of imports lose columns and sentences with the person, also of one that runs meanwhile', async () => {
    const texts = {
      ...{ ignoredColumns: ['Maria Smith', 'City'], consentBasis: `Told by ${erased()}` },
      fileName: 'Maria Smith.csv',
      warnings: ['1 time zone was left out: "Maria Smith".'],
      corrects: { importId: 'imp_1', firstImportId: 'imp_1', rowCount: 2, fileName: `${erased()}.csv` },
    };
    const done = await importOf({ ...texts, hasRejectedFile: false });
    const running = await importOf({ ...texts, status: 'running' });
    const { id } = await requestErasure(fixture, { accountId: fixture.accountId, phoneNumber: erased() });
    expect(await run(id)).toBe(false);
    const cleaned = {
      ...{ ignoredColumns: ['[erased]', 'City'], consentBasis: 'Told by [erased]' },
      fileName: '[erased].csv',
      warnings: ['1 time zone was left out: "[erased]".'],
      corrects: { importId: 'imp_1', firstImportId: 'imp_1', rowCount: 2, fileName: '[erased].csv' },
    };
    expect(await storedImport(done)).toMatchObject(cleaned);
    expect(await storedImport(running)).toMatchObject(texts);
    await engine.table.update({
      Key: importItem.key({ accountId: fixture.accountId, importId: running }),
      UpdateExpression: 'SET #status = :failed',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':failed': 'failed' },
    });
    expect(await run(id)).toBe(true);
    expect(await storedImport(running)).toMatchObject(cleaned);
  });

  it('of imports lose samples of rejected rows with the file of them, or without a file', async () => {
    const rejectedSample = [{ row: 2, column: 'Birthday', value: 'Maria', reason: 'is no day' }];
    const [withPerson, withOther] = [
      await importOf({ rejectedSample, hasRejectedFile: true }),
      await importOf({ rejectedSample, hasRejectedFile: true }),
    ];
    const longAgo = new Date(fixture.clock.now().getTime() - 22 * DAY_MS).toISOString();
    const old = await importOf({ rejectedSample, hasRejectedFile: true, createdAt: longAgo });
    const dryRun = await importOf({ rejectedSample });
    const { accountId } = fixture;
    const put = (importId: string, body: string) =>
      files.put(rejectedFileKey({ accountId, importId }), { body, contentType: 'text/csv' });
    await put(withPerson, `Phone;Name\n${erased()};Maria\n`);
    await put(withOther, `Phone;Name\n${fixture.phones[1]};Maria\n`);
    await erase();
    expect(await storedImport(withOther)).toMatchObject({ rejectedSample, hasRejectedFile: true });
    for (const id of [withPerson, old, dryRun]) {
      expect(await storedImport(id)).not.toHaveProperty('rejectedSample');
    }
  });

  it('of imports lead to files of rejects of two weeks later, and of a dry run before', async () => {
    const { accountId } = fixture;
    const rejectedSample = [{ row: 2, column: 'Birthday', value: 'Maria', reason: 'is no day' }];
    const late = await importOf({ rejectedSample, hasRejectedFile: true });
    fixture.advance(15 * DAY_MS);
    const second = await importOf({ isSecondRun: true });
    for (const importId of [late, second]) {
      const body = `Phone;Name\n${erased()};Maria\n`;
      await files.put(rejectedFileKey({ accountId, importId }), { body, contentType: 'text/csv' });
    }
    await erase();
    expect([...files.contents.keys()]).toEqual([]);
    expect(await storedImport(late)).not.toHaveProperty('rejectedSample');
  });

  it('of messages lose what the provider quoted, and what a test has of another contact', async () => {
    const { accountId, from } = fixture;
    const sent = newMessage({
      ...{ id: fixture.ids.next('msg'), accountId, from, to: erased(), body: 'Hi' },
      ...{ status: 'failed', phase: 'settled', errorType: 'invalid_number' },
      errorMessage: `${erased()} is no mobile`,
      carrierReason: 'unreachable',
      createdAt: fixture.clock.now().toISOString(),
    });
    const test = newMessage({
      ...sent,
      ...{ id: fixture.ids.next('msg'), to: fixture.phones[1] ?? '', body: 'Hi Maria', status: 'sent' },
      valuesOf: erased(),
    });
    await engine.table.batchPut([messageItem(sent), messageItem(test)]);
    await erase();
    expect(await engine.table.get(messageKey(sent.id))).toMatchObject({
      ...{ to: '', body: '', erased: true, errorMessage: '[erased] is no mobile' },
      carrierReason: 'unreachable',
    });
    const stored = await engine.table.get(messageKey(test.id));
    expect(stored).toMatchObject({ to: '', body: '', erased: true });
    expect(stored).not.toHaveProperty('valuesOf');
    expect(await findTraces(engine.table, [erased().slice(1)])).toEqual([]);
  });
});
