import { readSchema } from '../../../../shared/audience/custom-fields/custom-field-schema';
import { createSegment } from '../../../../shared/audience/segments/save-segment';
import { erasureItem } from '../../../../shared/erasure/erasure';
import { requestErasure } from '../../../../shared/erasure/request-erasure';
import { runErasures } from '../../../../shared/erasure/run-erasures';
import { sweepErasures } from '../../../../shared/erasure/sweep-erasures';
import { newMessage } from '../../../../shared/messages/message';
import { messageItem } from '../../../../shared/messages/message-writes';
import { changeAccount } from '../../../../shared/operations/change-account';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { ERASURE_PASS_KEY, messageKey } from '../../../../shared/platform/store/keys';
import type { QueueMessage } from '../../../../shared/platform/queues/queues';
import { memoryFiles } from '../../../support/audience/memory-files';
import { NO_DEAD_LETTERS } from '../../../support/aws/no-dead-letters';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { findTraces } from '../../../support/erasure/find-traces';
import { type LargeTable, largeTable } from '../../../support/erasure/large-table';
import { Crash } from '../../../support/faults/faulty-client';
import { createJobsFixture, type JobsFixture } from '../../../support/sending/jobs-fixture';
import { NO_CAMPAIGNS } from '../../../support/sending/no-campaigns';

const LONG_MS = 15 * 60_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PAUSE_MS = 3 * MINUTE_MS;
const LEASE_OVER_MS = 61_000;
const SLICES = 16;
/** More than a worker reads before it divides the table, and not much for a day. */
const UNITS_A_PAGE = 30_000;

let engine: TestEngine;
let fixture: JobsFixture;
let large: LargeTable;
beforeEach(async () => {
  engine = await startEngine();
  fixture = await createJobsFixture(engine.table, { contacts: 110 });
  large = largeTable(engine, { unitsAPage: UNITS_A_PAGE });
});
afterEach(async () => engine.stop());

const phone = (index: number) => fixture.phones[index] as E164;

const request = async (index: number) =>
  (await requestErasure(fixture, { accountId: fixture.accountId, phoneNumber: phone(index) })).id;

/** Lets a worker work. @returns the messages that it sent */
async function run(erasureId: string, { table } = large): Promise<QueueMessage[]> {
  const sent: QueueMessage[] = [];
  const queues = { send: async (_queue: string, messages: QueueMessage[]) => (sent.push(...messages), []) };
  await runErasures(
    { ...fixture, queues, table, files: memoryFiles(), ...NO_DEAD_LETTERS },
    { erasureId, remainingMs: () => LONG_MS },
  );
  return sent;
}

/** Lets a worker find that the table is large, and waits until it may be read. */
async function divide(erasureId: string): Promise<void> {
  await run(erasureId);
  large.pages.length = 0;
  fixture.advance(PAUSE_MS);
}

const isCompleted = async (erasureId: string) =>
  erasureItem.readIfAny(await engine.table.get(erasureItem.key(erasureId)))?.status === 'completed';

async function putText(changes: Record<string, unknown> = {}): Promise<string> {
  const message = newMessage({
    ...{ id: fixture.ids.next('msg'), accountId: fixture.accountId, from: fixture.from, to: phone(0) },
    ...{
      body: 'Marked text',
      status: 'sent',
      phase: 'settled',
      createdAt: fixture.clock.now().toISOString(),
    },
    ...changes,
  });
  await engine.table.put({ Item: messageItem(message) });
  return message.id;
}

const putTexts = (count: number, changes: Record<string, unknown> = {}) =>
  Promise.all(Array.from({ length: count }, () => putText(changes)));

describe('rules E2: the pass over a large table', () => {
  it('is divided among workers, which begin when every request before the erasure has ended', async () => {
    await putTexts(40);
    const id = await request(0);

    const called = await run(id);

    expect(large.pages).toEqual([{ segment: undefined, after: undefined, isConsistent: true }]);
    expect(called).toEqual(
      Array.from({ length: 8 }, () => ({ body: { erasureId: id }, delaySeconds: PAUSE_MS / 1000 })),
    );
    fixture.advance(PAUSE_MS - 1);
    expect(await run(id)).toEqual([{ body: { erasureId: id }, delaySeconds: 1 }]);
    expect(large.pages).toHaveLength(1);
    fixture.advance(1);
    expect(await run(id)).toEqual([]);
    expect(await isCompleted(id)).toBe(true);
    expect(await findTraces(engine.table, [phone(0), 'Marked text'])).toEqual([]);
  });

  it('reads each page once, half as dear, however many workers share it', async () => {
    await putTexts(60);
    const id = await request(0);
    await divide(id);

    await Promise.all([run(id), run(id), run(id)]);
    await run(id);

    expect(await isCompleted(id)).toBe(true);
    expect(new Set(large.pages.map((page) => JSON.stringify(page))).size).toBe(large.pages.length);
    expect(new Set(large.pages.map(({ segment }) => segment)).size).toBe(SLICES);
    expect(large.pages.some(({ isConsistent }) => isConsistent)).toBe(false);
    expect(await findTraces(engine.table, [phone(0), 'Marked text'])).toEqual([]);
  });

  it.each(['before', 'after'] as const)('goes on where a worker died %s any of its calls', async (when) => {
    await putTexts(5);
    await fixture.broadcast();
    const id = await request(0);
    await divide(id);
    let crashes = 0;
    for (let call = 0; !(await isCompleted(id)) && call < 400; call += 7) {
      large.plan.current = { callsLeft: call, when };
      await run(id).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
        crashes += 1;
      });
      fixture.advance(LEASE_OVER_MS);
    }
    expect(await isCompleted(id)).toBe(true);
    expect(crashes).toBeGreaterThan(5);
    expect(await findTraces(engine.table, [phone(0), 'Marked text'])).toEqual([]);
  });

  it('leaves the slice of a worker that died to another one, which goes on there', async () => {
    await putTexts(600);
    const id = await request(0);
    await divide(id);
    let dead: number | undefined;
    large.onPage.current = (_items, { segment }) => {
      if (large.pages.filter((page) => page.segment === segment).length < 12) return;
      dead = segment;
      throw new Crash('Died');
    };
    await expect(run(id)).rejects.toThrow(Crash);
    large.onPage.current = undefined;

    expect(await run(id)).toEqual([]);
    expect(await isCompleted(id)).toBe(false);
    expect(large.pages.filter(({ segment }) => segment === dead)).toHaveLength(12);
    fixture.advance(LEASE_OVER_MS);
    await run(id);

    expect(await isCompleted(id)).toBe(true);
    const ofDead = large.pages.filter(({ segment }) => segment === dead);
    expect(ofDead.filter(({ after }) => after === undefined)).toHaveLength(1);
    // Progress is kept after ten pages: the eleventh and twelfth are read again.
    expect(ofDead.length - new Set(ofDead.map(({ after }) => after)).size).toBe(2);
    expect(await findTraces(engine.table, [phone(0), 'Marked text'])).toEqual([]);
  });

  it('erases what a request wrote after the first look at the table', async () => {
    await putTexts(40);
    const createdAt = fixture.clock.now().toISOString();
    const id = await request(0);
    await run(id);
    await putTexts(10, { createdAt });
    fixture.advance(PAUSE_MS);
    await run(id);
    expect(await isCompleted(id)).toBe(true);
    expect(await findTraces(engine.table, [phone(0), 'Marked text'])).toEqual([]);
  });

  it('changes an item as it is, and not as a replica that is behind has it', async () => {
    const messageId = await putText({ errorMessage: `Carrier refused ${phone(0)}`, status: 'failed' });
    const id = await request(0);
    await divide(id);
    large.onPage.current = (items) => {
      for (const item of items) if (item.pk === messageKey(messageId).pk) delete item.errorMessage;
    };
    await run(id);
    expect(await isCompleted(id)).toBe(true);
    expect(await engine.table.get(messageKey(messageId))).toMatchObject({
      erased: true,
      errorMessage: 'Carrier refused [erased]',
    });
  });

  it('visits what workers held in any slice when all have been read', async () => {
    const leaseUntil = new Date(fixture.clock.now().getTime() + HOUR_MS).toISOString();
    const held = await putTexts(12, { phase: 'handingOver', status: 'queued', leaseUntil });
    const id = await request(0);
    await divide(id);
    expect(await run(id)).toEqual([{ body: { erasureId: id }, delaySeconds: 5 }]);
    expect(await isCompleted(id)).toBe(false);
    const pages = large.pages.length;
    fixture.advance(HOUR_MS);
    await run(id);
    await run(id);
    expect(await isCompleted(id)).toBe(true);
    expect(large.pages).toHaveLength(pages);
    for (const messageId of held)
      expect(await engine.table.get(messageKey(messageId))).toMatchObject({ to: '', body: '', erased: true });
  });

  it('knows in every slice which names other contacts have', async () => {
    const { accountId } = fixture;
    await fixture.changeContact(phone(0), { firstName: 'Ann', lastName: 'Quillfeather' });
    for (let index = 1; index < 20; index++)
      await fixture.changeContact(phone(index), { firstName: 'Ann', lastName: `Other${index}` });
    for (const [field, value] of [
      ['firstName', 'Ann'],
      ['lastName', 'Quillfeather'],
    ] as const)
      await createSegment(
        { ...fixture, campaigns: NO_CAMPAIGNS },
        {
          account: { id: accountId, timeZone: undefined, retentionDays: 90, trackLastTexted: false },
          schema: readSchema(undefined),
          body: { name: field, audience: { filter: { field, op: 'equals', value } } },
        },
      );
    const id = await request(0);
    await divide(id);
    await Promise.all([run(id), run(id)]);
    await run(id);
    expect(await isCompleted(id)).toBe(true);
    expect(await findTraces(engine.table, ['Quillfeather'])).toEqual([]);
    const left = await findTraces(engine.table, ['"value":"Ann"']);
    expect(left).toHaveLength(1);
  });

  it('applies a retention that was shortened, with the grants of the worker', async () => {
    const old = await putText();
    const jobId = await fixture.broadcast();
    fixture.advance(8 * 24 * HOUR_MS);
    await changeAccount(fixture, { accountId: fixture.accountId, changes: { retentionDays: 7 } });
    fixture.advance(12 * HOUR_MS);
    const id = `retention#${fixture.accountId}`;
    await divide(id);
    await run(id);
    expect(await engine.table.get(messageKey(old))).toBeUndefined();
    expect((await fixture.job(jobId)).completedAt).toBeUndefined();
    // The job that runs is left to a task of its own.
    expect(await engine.table.get(erasureItem.key(id))).toMatchObject({ status: 'running' });
    expect((await engine.table.get(erasureItem.key(id)))?.takenAt).toBeUndefined();
  });

  it('is not joined by the timer while a worker reads, and is when all have died', async () => {
    await putTexts(600);
    const id = await request(0);
    await divide(id);
    fixture.advance(MINUTE_MS);
    large.onPage.current = () => {
      throw new Crash('Died');
    };
    await expect(run(id)).rejects.toThrow(Crash);
    expect(await sweepErasures(fixture)).toBe(0);
    fixture.advance(LEASE_OVER_MS);
    expect(await sweepErasures(fixture)).toBe(1);
  });
});

describe('rules E2: an erasure that is requested while a large table is read', () => {
  /** Erases a first person, and asks for the second meanwhile. @returns its id, and when the first pass began */
  async function eraseFirst(): Promise<{ id: string; startedAtMs: number }> {
    await putTexts(40);
    await putTexts(5, { to: phone(1), body: 'Second text' });
    const startedAtMs = fixture.clock.now().getTime();
    const first = await request(0);
    await divide(first);
    let id: string | undefined;
    large.onPage.current = async () => {
      id ??= await request(1);
    };
    await run(first);
    expect(await isCompleted(first)).toBe(true);
    large.onPage.current = undefined;
    return { id: id ?? '', startedAtMs };
  }

  it('waits for the next pass, which begins when the read units of the last one have been a share of a day', async () => {
    const { id, startedAtMs } = await eraseFirst();
    const units = (large.pages.length + 1) * UNITS_A_PAGE;
    const waitsMs = Math.floor((units / 64_000_000) * 24 * HOUR_MS);
    const nextAtMs = startedAtMs + waitsMs;
    expect(waitsMs).toBeGreaterThan(PAUSE_MS);
    large.pages.length = 0;

    fixture.advance(nextAtMs - 1 - fixture.clock.now().getTime());
    await run(id);
    expect(large.pages).toEqual([]);
    expect(await findTraces(engine.table, ['Second text'])).toHaveLength(5);

    fixture.advance(1);
    await divide(id);
    await run(id);
    expect(await isCompleted(id)).toBe(true);
    expect(await findTraces(engine.table, [phone(1), 'Second text'])).toEqual([]);
  });

  it('is done within a day of the last pass, however many read units that took', async () => {
    large = largeTable(engine, { unitsAPage: 100_000_000 });
    const { id, startedAtMs } = await eraseFirst();
    const latestMs = startedAtMs + 24 * HOUR_MS - PAUSE_MS;
    fixture.advance(latestMs - 1 - fixture.clock.now().getTime());
    expect(await run(id)).toEqual([{ body: { erasureId: id }, delaySeconds: 5 }]);
    fixture.advance(1);
    await divide(id);
    await run(id);
    expect(await isCompleted(id)).toBe(true);
    expect(fixture.clock.now().getTime()).toBe(startedAtMs + 24 * HOUR_MS);
  });

  it('that has only files left does not wait for it', async () => {
    const { id } = await eraseFirst();
    await engine.table.update({
      Key: erasureItem.key(id),
      UpdateExpression: 'SET isTableErased = :true',
      ExpressionAttributeValues: { ':true': true },
    });
    const pages = large.pages.length;
    await run(id);
    expect(await isCompleted(id)).toBe(true);
    expect(large.pages).toHaveLength(pages);
  });
});

describe('rules E2: the pass over a small table', () => {
  it('is read at once by one worker with strong consistency, and the next one begins at once', async () => {
    large = largeTable(engine, { unitsAPage: 1 });
    for (const index of [0, 1, 2]) {
      const id = await request(index);
      expect(await run(id)).toEqual([]);
      expect(await isCompleted(id)).toBe(true);
    }
    expect(large.pages.every(({ segment, isConsistent }) => segment === undefined && isConsistent)).toBe(
      true,
    );
    const pass = await engine.table.get(ERASURE_PASS_KEY);
    expect(pass).toMatchObject({ erasureIds: [], sliceCount: 0 });
    expect(pass?.nextAt).toBeUndefined();
    const left = await engine.table.queryAll({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': ERASURE_PASS_KEY.pk },
    });
    expect(left.map(({ sk }) => sk)).toEqual(['PASS']);
  });
});
