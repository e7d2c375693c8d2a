import { requestErasure } from '../../../../shared/erasure/request-erasure';
import { erasureItem } from '../../../../shared/erasure/erasure';
import { runErasures } from '../../../../shared/erasure/run-erasures';
import { sweepErasures } from '../../../../shared/erasure/sweep-erasures';
import { readSchema } from '../../../../shared/audience/custom-fields/custom-field-schema';
import { NO_CAMPAIGNS } from '../../../support/sending/no-campaigns';
import { createSegment } from '../../../../shared/audience/segments/save-segment';
import { addMembership } from '../../../../shared/audience/consent/add-membership';
import { createGroup } from '../../../../shared/audience/groups/create-group';
import { groupItem } from '../../../../shared/audience/groups/group';
import { newMessage } from '../../../../shared/messages/message';
import { messageItem } from '../../../../shared/messages/message-writes';
import { chunkKey, contactKey, messageKey } from '../../../../shared/platform/store/keys';
import { readChunk } from '../../../../shared/sending/jobs/chunk';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { Crash, crashingTable } from '../../../support/faults/faulty-client';
import { findTraces } from '../../../support/erasure/find-traces';
import { readRecipients } from '../../../support/sending/job-books';
import { type MemoryFiles, memoryFiles } from '../../../support/audience/memory-files';
import { NO_DEAD_LETTERS } from '../../../support/aws/no-dead-letters';
import { createJobsFixture, type JobsFixture } from '../../../support/sending/jobs-fixture';

let engine: TestEngine;
let files: MemoryFiles;
beforeEach(async () => {
  engine = await startEngine();
  files = memoryFiles();
});
afterEach(async () => engine.stop());

const ENTRY = 'functions/workers/erase-people.ts';
const LEASE_OVER_MS = 61_000;
const LONG_MS = 15 * 60_000;

async function run(
  fixture: JobsFixture,
  erasureId: string,
  table = crashingTable(engine.documents, engine.table.name, { entry: ENTRY }).table,
  remainingMs = LONG_MS,
) {
  await runErasures(
    { ...fixture, table, files, ...NO_DEAD_LETTERS },
    { erasureId, remainingMs: () => remainingMs },
  );
}

const isCompleted = async (erasureId: string) =>
  erasureItem.readIfAny(await engine.table.get(erasureItem.key(erasureId)))?.status === 'completed';

/** Creates a person in two groups, with messages and a place in a finished and a waiting job. */
async function createPerson(fixture: JobsFixture) {
  const { accountId, table } = fixture;
  const [phoneNumber] = fixture.phones;
  if (phoneNumber === undefined) throw new Error('The fixture has no phone');
  await fixture.changeContact(phoneNumber, { firstName: 'Ann', lastName: 'Quillfeather', memberships: {} });
  await createSegment(
    { ...fixture, campaigns: NO_CAMPAIGNS },
    {
      account: { id: accountId, timeZone: undefined, retentionDays: 90, trackLastTexted: false },
      schema: readSchema(undefined),
      body: {
        name: 'Marked segment',
        audience: { filter: { field: 'lastName', op: 'equals', value: 'Quillfeather' } },
      },
    },
  );
  const groups = await Promise.all(
    ['A', 'B'].map((name) => createGroup(fixture, { accountId, name, optInType: 'SINGLE' })),
  );
  for (const { id: groupId } of groups) {
    await addMembership(fixture, {
      account: {
        id: accountId,
        name: 'Acme',
        silentOptIn: true,
        enforceOptInType: false,
        retentionDays: 90,
        countries: [],
        countryBudgets: {},
        countryJumpStop: false,
        messageFeedback: false,
        createdAt: '2026-03-01T12:00:00.000Z',
        dailyQuota: 100,
        freeTexts: 100,
        defaultNumber: undefined,
      },
      phoneNumber,
      groupId,
      optInMode: 'SILENT',
      actor: { type: 'api' },
    });
  }
  const message = newMessage({
    id: fixture.ids.next('msg'),
    accountId,
    to: phoneNumber,
    from: fixture.from,
    body: 'Marked text',
    createdAt: fixture.clock.now().toISOString(),
  });
  await table.batchPut([
    messageItem({ ...message, status: 'sent', phase: 'settled', sentAt: message.createdAt }),
    messageItem({ ...message, id: fixture.ids.next('msg'), nextAttemptAt: message.createdAt }),
  ]);
  return { phoneNumber, groups, message };
}

describe('rules E2: the work of an erasure', () => {
  it.each(['before', 'after'] as const)('goes on where a worker died %s any of its calls', async (when) => {
    const fixture = await createJobsFixture(engine.table, { contacts: 110 });
    const { accountId } = fixture;
    const { phoneNumber, groups } = await createPerson(fixture);
    const done = await fixture.broadcast({ body: 'Hi {{contact_phone_number}}' });
    await fixture.runToEnd();
    const waiting = await fixture.broadcast();
    const credits = await fixture.credits();
    const { id } = await requestErasure(fixture, { accountId, phoneNumber });

    const { table, plan } = crashingTable(engine.documents, engine.table.name, { entry: ENTRY });
    let crashes = 0;
    for (let call = 0; !(await isCompleted(id)) && call < 200; call++) {
      plan.current = { callsLeft: call, when };
      await run(fixture, id, table).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
        crashes += 1;
      });
      fixture.advance(LEASE_OVER_MS);
    }

    expect(await isCompleted(id)).toBe(true);
    expect(crashes).toBeGreaterThan(5);
    const marks = [phoneNumber, '+1 212 500 0000', 'Marked text', 'Quillfeather'];
    expect(await findTraces(engine.table, marks)).toEqual([]);
    for (const { id: groupId } of groups) {
      const item = await engine.table.get(groupItem.key({ accountId, groupId }));
      expect(item?.contactCount).toBe(0);
    }
    expect(await fixture.credits()).toEqual(credits);
    await fixture.runToEnd();
    const [ended] = await readRecipients(engine.table, await fixture.job(waiting));
    expect(ended?.result).toMatchObject({ status: 'skipped', reason: 'erased' });
    expect((await fixture.job(done)).counts).toMatchObject({ sent: 110 });
    expect((await fixture.job(waiting)).counts).toMatchObject({ sent: 109, skipped: 1 });
    expect(fixture.taken.filter(({ to }) => to === phoneNumber)).toHaveLength(1);
  });

  it('skips the recipient of a running job before any worker has erased anything', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 110 });
    const [phoneNumber] = fixture.phones;
    if (phoneNumber === undefined) return;
    const jobId = await fixture.broadcast();
    await requestErasure(fixture, { accountId: fixture.accountId, phoneNumber });
    await fixture.runToEnd();
    const [first] = await readRecipients(engine.table, await fixture.job(jobId));
    expect(first?.result).toMatchObject({ status: 'skipped', reason: 'erased' });
    expect(fixture.taken.map(({ to }) => to)).not.toContain(phoneNumber);
  });

  it('skips the recipient also when there is a contact again that may be sent to', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 110 });
    const [phoneNumber] = fixture.phones;
    if (phoneNumber === undefined) return;
    const jobId = await fixture.broadcast();
    await requestErasure(fixture, { accountId: fixture.accountId, phoneNumber });
    await engine.table.update({
      Key: contactKey(fixture.accountId, phoneNumber),
      UpdateExpression: 'SET id = :id, memberships = :memberships',
      ExpressionAttributeValues: {
        ':id': 'con_again',
        ':memberships': { grp_1: { optInAt: fixture.clock.now().toISOString(), tagIds: [] } },
      },
    });
    await fixture.runToEnd();
    const [first] = await readRecipients(engine.table, await fixture.job(jobId));
    expect(first?.result).toMatchObject({ status: 'skipped', reason: 'erased' });
  });

  it('waits for a chunk that a worker holds, and for a message that is being handed over', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 110 });
    const { accountId } = fixture;
    const [phoneNumber] = fixture.phones;
    if (phoneNumber === undefined) return;
    const at = fixture.clock.now();
    const held = newMessage({
      id: fixture.ids.next('msg'),
      accountId,
      to: phoneNumber,
      from: fixture.from,
      body: 'Marked text',
      createdAt: at.toISOString(),
      phase: 'handingOver',
      leaseUntil: new Date(at.getTime() + LEASE_OVER_MS).toISOString(),
    });
    await engine.table.batchPut([messageItem(held)]);
    const { id } = await requestErasure(fixture, { accountId, phoneNumber });
    await run(fixture, id);
    expect(await isCompleted(id)).toBe(false);
    expect(await engine.table.get(messageKey(held.id))).toMatchObject({ body: 'Marked text' });
    fixture.advance(LEASE_OVER_MS);
    await run(fixture, id);
    await run(fixture, id);
    expect(await isCompleted(id)).toBe(true);
    expect(await engine.table.get(messageKey(held.id))).toMatchObject({ to: '', body: '', erased: true });
  });

  it('stops when its time is over, and lets the next worker go on', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 10 });
    const [phoneNumber] = fixture.phones;
    if (phoneNumber === undefined) return;
    const { id } = await requestErasure(fixture, { accountId: fixture.accountId, phoneNumber });
    await run(fixture, id, undefined, 1_000);
    expect(await isCompleted(id)).toBe(false);
    await run(fixture, id);
    expect(await isCompleted(id)).toBe(true);
    expect(await engine.table.get(contactKey(fixture.accountId, phoneNumber))).toBeUndefined();
  });

  it('covers all erasures that run with one pass, and is taken up by the timer', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 110 });
    const jobId = await fixture.broadcast();
    const erased = fixture.phones.slice(0, 3);
    const ids: string[] = [];
    for (const phoneNumber of erased) {
      ids.push((await requestErasure(fixture, { accountId: fixture.accountId, phoneNumber })).id);
    }
    expect(await sweepErasures(fixture)).toBe(0);
    fixture.advance(LEASE_OVER_MS);
    expect(await sweepErasures(fixture)).toBe(1);
    await run(fixture, ids[0] ?? '');
    expect(await Promise.all(ids.map(isCompleted))).toEqual([true, true, true]);
    expect(await sweepErasures(fixture)).toBe(0);
    const item = await engine.table.get(chunkKey(jobId, 1));
    expect(item && readChunk(item).filter(({ to }) => to === '')).toHaveLength(3);
  });

  it('refuses to begin twice at once', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 10 });
    const { accountId, phones } = fixture;
    const [phoneNumber] = phones;
    if (phoneNumber === undefined) return;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => requestErasure(fixture, { accountId, phoneNumber })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    expect(reasons).toMatchObject(Array.from({ length: 4 }, () => ({ code: 33030 })));
  });
});
