import { findRun } from '../../../../shared/campaigns/run/run-item';
import { workCampaign } from '../../../../shared/campaigns/run/work-campaign';
import { erasureItem } from '../../../../shared/erasure/erasure';
import { requestErasure } from '../../../../shared/erasure/request-erasure';
import { runErasures } from '../../../../shared/erasure/run-erasures';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import type { Table } from '../../../../shared/platform/store/table';
import { memoryFiles } from '../../../support/audience/memory-files';
import { NO_DEAD_LETTERS } from '../../../support/aws/no-dead-letters';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { findTraces } from '../../../support/erasure/find-traces';
import { type CampaignFixture, createCampaignFixture } from '../../../support/sending/campaign-fixture';
import { createJobsFixture, type JobsFixture } from '../../../support/sending/jobs-fixture';

const LONG_MS = 15 * 60_000;
const PAST_LEASE_MS = 61_000;
const CONTACTS = 30;

let engine: TestEngine;
beforeEach(async () => {
  engine = await startEngine();
});
afterEach(async () => engine.stop());

/** Works on an erasure as far as it comes. @returns true when it is completed */
async function goOn(fixture: JobsFixture | CampaignFixture, erasureId: string): Promise<boolean> {
  await runErasures(
    { ...fixture, files: memoryFiles(), ...NO_DEAD_LETTERS },
    { erasureId, remainingMs: () => LONG_MS },
  );
  return erasureItem.readIfAny(await engine.table.get(erasureItem.key(erasureId)))?.status === 'completed';
}

/** Returns a table that calls back before, and after, its first write of many items. */
function interrupted(table: Table, around: { before: () => Promise<void>; after?: () => void }): Table {
  let isFirst = true;
  return new Proxy(table, {
    get(target, name, receiver) {
      if (name !== 'batchPut') return Reflect.get(target, name, receiver) as unknown;
      return async (...parameters: Parameters<Table['batchPut']>) => {
        const isInterrupted = isFirst;
        isFirst = false;
        if (isInterrupted) await around.before();
        await target.batchPut(...parameters);
        if (isInterrupted) around.after?.();
      };
    },
  });
}

/**
 * Lets a worker select an audience. It has read all contacts when one of them is erased, as far as that comes, and
 * writes their chunks afterwards.
 */
async function eraseWhileSelecting(after?: () => void) {
  const fixture = await createCampaignFixture(engine.table, { contacts: CONTACTS, smsCredits: 1_000 });
  const { accountId } = fixture;
  const phone = fixture.phones[7] as E164;
  const campaignId = await fixture.launch();
  let erasureId = '';
  let isCompleted = false;
  const before = async () => {
    erasureId = (await requestErasure(fixture, { accountId, phoneNumber: phone })).id;
    isCompleted = await goOn(fixture, erasureId);
  };
  const table = interrupted(engine.table, { before, ...(after && { after }) });
  fixture.work.current = (task) =>
    workCampaign({ ...fixture.deps, table }, { ...task, remainingMs: () => LONG_MS }).catch(
      (error: unknown) => {
        if (error !== DEATH) throw error;
      },
    );
  await fixture.runUntil(() => erasureId !== '');
  return { fixture, phone, campaignId, erasureId, isCompleted };
}

const DEATH = new Error('The worker has died');

describe('rules E2: an erasure of a person whom a worker has selected and not written yet', () => {
  it('waits for the chunk, and takes the number out of it', async () => {
    const { fixture, phone, campaignId, erasureId, isCompleted } = await eraseWhileSelecting();
    expect(isCompleted).toBe(false);
    expect((await findRun(engine.table, campaignId))?.jobs).toMatchObject([{ recipients: CONTACTS }]);
    expect(await goOn(fixture, erasureId)).toBe(true);
    expect(await findTraces(engine.table, [phone])).toEqual([]);
    expect(await fixture.runToEnd(campaignId)).toMatchObject({
      ...{ selected: CONTACTS, counts: { sent: CONTACTS - 1, skipped: 1 } },
      skippedBy: { erased: 1 },
    });
  });

  it('takes it out of a chunk that a worker has left that died', async () => {
    const { fixture, phone, erasureId, isCompleted } = await eraseWhileSelecting(() => {
      throw DEATH;
    });
    expect(isCompleted).toBe(false);
    expect(await goOn(fixture, erasureId)).toBe(false);
    fixture.advance(PAST_LEASE_MS);
    expect(await goOn(fixture, erasureId)).toBe(true);
    expect(await findTraces(engine.table, [phone])).toEqual([]);
  });

  it('does not wait for a worker that began to read after the request', async () => {
    const fixture = await createCampaignFixture(engine.table, { contacts: CONTACTS, smsCredits: 1_000 });
    const { accountId } = fixture;
    const [phoneNumber = ''] = fixture.phones;
    const { id: erasureId } = await requestErasure(fixture, { accountId, phoneNumber: phoneNumber as E164 });
    fixture.advance(10_000);
    const campaignId = await fixture.launch();
    let isCompleted = false;
    const before = async () => {
      isCompleted = await goOn(fixture, erasureId);
    };
    const table = interrupted(engine.table, { before });
    fixture.work.current = (task) =>
      workCampaign({ ...fixture.deps, table }, { ...task, remainingMs: () => LONG_MS });
    await fixture.runToEnd(campaignId);
    expect(isCompleted).toBe(true);
  });

  it('does not wait for campaigns of another account', async () => {
    const other = await createCampaignFixture(engine.table, { contacts: CONTACTS, smsCredits: 1_000 });
    const fixture = await createCampaignFixture(engine.table, { contacts: 1 });
    const { accountId } = fixture;
    const [phoneNumber = ''] = fixture.phones;
    const campaignId = await other.launch();
    let isCompleted = false;
    const before = async () => {
      const { id } = await requestErasure(fixture, { accountId, phoneNumber: phoneNumber as E164 });
      isCompleted = await goOn(fixture, id);
    };
    const table = interrupted(engine.table, { before });
    other.work.current = (task) =>
      workCampaign({ ...other.deps, table }, { ...task, remainingMs: () => LONG_MS });
    await other.runToEnd(campaignId);
    expect(isCompleted).toBe(true);
  });

  it('does not take a chunk of a worker that lost its lease', async () => {
    const fixture = await createCampaignFixture(engine.table, { contacts: CONTACTS, smsCredits: 1_000 });
    const campaignId = await fixture.launch();
    const frozen = new Proxy(engine.table, {
      get(target, name, receiver) {
        if (name !== 'queryPage') return Reflect.get(target, name, receiver) as unknown;
        return async (...parameters: Parameters<Table['queryPage']>) => {
          const page = await target.queryPage(...parameters);
          fixture.advance(PAST_LEASE_MS);
          return page;
        };
      },
    });
    const [call] = await untilSelecting(fixture, campaignId);
    await workCampaign({ ...fixture.deps, table: frozen }, { ...call, remainingMs: () => LONG_MS });
    expect((await findRun(engine.table, campaignId))?.jobs).toEqual([]);
    expect(await fixture.runToEnd(campaignId)).toMatchObject({ counts: { sent: CONTACTS } });
  });
});

/** Runs until the campaign selects, without a worker that does. @returns the call of the worker */
async function untilSelecting(fixture: CampaignFixture, campaignId: string) {
  const { accountId } = fixture;
  const work = fixture.work.current;
  const call = { accountId, campaignId };
  fixture.work.current = async (task) => {
    if ((await fixture.campaign(campaignId)).status === 'scheduled') await work(task);
  };
  await fixture.runUntil(async () => (await fixture.campaign(campaignId)).status === 'selecting');
  fixture.work.current = work;
  return [call] as const;
}

describe('rules E2: an erasure of a person in a chunk whose job is not accepted yet', () => {
  async function eraseWhileAccepting() {
    let afterWrite: (() => Promise<void>) | undefined;
    const table = new Proxy(engine.table, {
      get(target, name, receiver) {
        if (name !== 'batchPut') return Reflect.get(target, name, receiver) as unknown;
        return async (...parameters: Parameters<Table['batchPut']>) => {
          await target.batchPut(...parameters);
          await afterWrite?.();
        };
      },
    });
    const fixture = await createJobsFixture(table, { contacts: 110 });
    const { accountId } = fixture;
    const phone = fixture.phones[7] as E164;
    let erasureId = '';
    let isCompleted: boolean | undefined;
    afterWrite = async () => {
      afterWrite = undefined;
      erasureId = (await requestErasure(fixture, { accountId, phoneNumber: phone })).id;
      isCompleted = await goOn(fixture, erasureId);
    };
    const jobId = await fixture.broadcast();
    return { fixture, phone, jobId, erasureId, isCompleted };
  }

  it('waits for the job, and takes the number out of it', async () => {
    const { fixture, phone, jobId, erasureId, isCompleted } = await eraseWhileAccepting();
    expect(isCompleted).toBe(false);
    expect(await goOn(fixture, erasureId)).toBe(true);
    expect(await findTraces(engine.table, [phone])).toEqual([]);
    await fixture.runToEnd();
    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 109, skipped: 1 });
  });
});
