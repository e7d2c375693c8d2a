import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { findAccount } from '../../../../shared/accounts/account-store';
import type { RetentionDays } from '../../../../shared/accounts/retention';
import { linkOwnerItem } from '../../../../shared/content/link';
import { erasureItem } from '../../../../shared/erasure/erasure';
import { requestErasure } from '../../../../shared/erasure/request-erasure';
import { runErasures } from '../../../../shared/erasure/run-erasures';
import { sweepErasures } from '../../../../shared/erasure/sweep-erasures';
import { createExport } from '../../../../shared/exports/create-export';
import { exportItem, findExportOrThrow } from '../../../../shared/exports/export-item';
import { newMessage } from '../../../../shared/messages/message';
import { messageItem } from '../../../../shared/messages/message-writes';
import { changeAccount } from '../../../../shared/operations/change-account';
import type { Item } from '../../../../shared/platform/store/item';
import { clicksPk, jobKey, messageKey } from '../../../../shared/platform/store/keys';
import { followLink } from '../../../../shared/sending/links/follow-link';
import { continueConversation, findConversation } from '../../../../shared/texts/conversation';
import { addNote, listNotes } from '../../../../shared/texts/conversation-note';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { wrappedTable } from '../../../support/faults/faulty-client';
import { createJobsFixture, type JobsFixture } from '../../../support/sending/jobs-fixture';
import { memoryFiles } from '../../../support/audience/memory-files';
import { NO_DEAD_LETTERS } from '../../../support/aws/no-dead-letters';
import { registerLink } from '../../../support/service/own-links';
import { createQuietLog } from '../../../support/logs/quiet-log';

const DAY_MS = 24 * 60 * 60_000;
const HALF_A_DAY_MS = DAY_MS / 2;
const LINK = 'go.example.com/kept';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

let engine: TestEngine;
let fixture: JobsFixture;
beforeEach(async () => {
  engine = await startEngine();
  fixture = await createJobsFixture(engine.table, { contacts: 100 });
});
afterEach(async () => engine.stop());

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
const account = async (): Promise<Account> => {
  const found = await findAccount(engine.table, fixture.accountId);
  if (!found) throw new Error('No account');
  return found;
};
const keepFor = (retentionDays: RetentionDays) =>
  changeAccount(fixture, { accountId: fixture.accountId, changes: { retentionDays } });

const daysOf = (item: Item | undefined, madeAt: string) =>
  item && (Number(item.expiresAtEpochSeconds) * 1000 - Date.parse(madeAt)) / DAY_MS;

/** Runs the timer and the worker. @returns the number of erasures that the timer found */
async function applyWhenDue(): Promise<number> {
  const called: string[] = [];
  const queues = {
    send: async (_queue: string, messages: Array<{ body: unknown }>) => {
      called.push(...messages.map(({ body }) => (body as { erasureId: string }).erasureId));
      return [];
    },
  };
  const found = await sweepErasures({ ...fixture, queues });
  for (const erasureId of called) await run(erasureId);
  return found;
}

const run = (erasureId: string, table = engine.table) =>
  runErasures(
    { ...fixture, table, files: memoryFiles(), ...NO_DEAD_LETTERS },
    { erasureId, remainingMs: () => 15 * 60_000 },
  );

const tasks = () =>
  engine.table
    .get(erasureItem.key(`retention#${fixture.accountId}`))
    .then((item) => erasureItem.readIfAny(item));

async function putMessage(changes: Record<string, unknown> = {}): Promise<string> {
  const createdAt = fixture.clock.now().toISOString();
  const message = newMessage({
    ...{ id: fixture.ids.next('msg'), accountId: fixture.accountId, from: fixture.from },
    ...{ to: '+12125559999', body: 'Hi', status: 'sent', phase: 'settled', createdAt },
    expiresAtEpochSeconds: Math.floor((Date.parse(createdAt) + 90 * DAY_MS) / 1000),
    ...changes,
  });
  await engine.table.put({ Item: messageItem(message) });
  return message.id;
}

const partOf = (pk: string) =>
  engine.table.queryAll({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } });

describe('rules E2: a shorter retention', () => {
  it('is applied to messages, texts from phones, conversations and their notes that are stored', async () => {
    const old = await putMessage();
    const oldText = newMessage({
      ...{ id: fixture.ids.next('msg'), accountId: fixture.accountId, direction: 'inbound', body: 'Hello' },
      ...{
        from: '+12125550001',
        to: fixture.from,
        phase: 'settled',
        createdAt: fixture.clock.now().toISOString(),
      },
    });
    await engine.table.transact([continueConversation(oldText)]);
    const noted = { accountId: fixture.accountId, phoneNumber: '+12125550001' };
    const note = (text: string) =>
      addNote(fixture, {
        ...noted,
        text,
        retentionDays: 90,
        by: { id: 'usr_ada', email: 'ada@example.com' },
      });
    await note('Old');
    const waiting = await putMessage({ phase: 'waiting', status: 'queued' });
    fixture.advance(5 * DAY_MS);
    const younger = await putMessage();
    const forGood = await putMessage({ expiresAtEpochSeconds: undefined });
    const madeAt = fixture.clock.now().toISOString();
    await note('Younger');
    const sooner = await putMessage({
      expiresAtEpochSeconds: Math.floor((Date.parse(madeAt) + DAY_MS) / 1000),
    });
    fixture.advance(3 * DAY_MS);
    await keepFor(7);
    expect(await applyWhenDue()).toBe(0);
    fixture.advance(HALF_A_DAY_MS);
    expect(await applyWhenDue()).toBe(1);

    expect(await engine.table.get(messageKey(old))).toBeUndefined();
    const conversation = { accountId: fixture.accountId, phoneNumber: '+12125550001' };
    expect(await findConversation(engine.table, conversation)).toBeUndefined();
    const notes = await listNotes(engine.table, {
      ...noted,
      retention: { retentionDays: 'none', retainedSince: undefined },
      now: fixture.clock.now(),
    });
    expect(notes.map(({ text }) => text)).toEqual(['Younger']);
    expect(notes[0]?.expiresAtEpochSeconds).toBe((Date.parse(madeAt) + 7 * DAY_MS) / 1000);
    expect(daysOf(await engine.table.get(messageKey(younger)), madeAt)).toBe(7);
    expect(daysOf(await engine.table.get(messageKey(forGood)), madeAt)).toBe(7);
    expect(daysOf(await engine.table.get(messageKey(sooner)), madeAt)).toBe(1);
    expect(await engine.table.get(messageKey(waiting))).toMatchObject({ phase: 'waiting' });
  });

  it('is applied to jobs with all that goes with them, and to clicks', async () => {
    await registerLink(fixture, { accountId: fixture.accountId, link: LINK });
    const body = `{{trackingLink "${LINK}"}} {{contact_first_name}}`;
    const old = await fixture.broadcast({ body });
    await fixture.runToEnd();
    const [first] = fixture.taken;
    const token = /\?r=(\S*)/.exec(first?.body ?? '')?.[1] ?? '';
    const [host = '', path = ''] = LINK.split('/');
    await followLink(
      { ...fixture, log: createQuietLog() },
      { host, path: `/${path}`, token, userAgent: PHONE, isAutomatic: false },
    );
    fixture.advance(5 * DAY_MS);
    const younger = await fixture.broadcast({ body });
    await fixture.runToEnd();
    const madeAt = (await fixture.job(younger)).createdAt;
    for (const pk of [jobKey(old).pk, clicksPk(old), clicksPk(first?.messageId ?? '')]) {
      expect((await partOf(pk)).length).toBeGreaterThan(0);
    }
    await keepFor(7);
    fixture.advance(3 * DAY_MS);
    expect(await applyWhenDue()).toBe(1);

    for (const pk of [jobKey(old).pk, clicksPk(old), clicksPk(first?.messageId ?? '')]) {
      expect(await partOf(pk)).toEqual([]);
    }
    const kept = await partOf(jobKey(younger).pk);
    expect(kept.length).toBeGreaterThan(2);
    expect([...new Set(kept.map((item) => daysOf(item, madeAt)))]).toEqual([7]);
    expect(await tasks()).toBeUndefined();
    const link = await engine.table.get(linkOwnerItem.key(LINK));
    expect(linkOwnerItem.readIfAny(link)?.retentionDays).toBe(7);
  });

  it('leaves a job that runs alone, and comes back to it', async () => {
    const jobId = await fixture.broadcast();
    fixture.advance(2 * DAY_MS);
    await keepFor(1);
    fixture.advance(HALF_A_DAY_MS);
    expect(await applyWhenDue()).toBe(1);
    expect((await partOf(jobKey(jobId).pk)).length).toBeGreaterThan(1);
    await fixture.runToEnd();
    expect((await fixture.job(jobId)).counts).toMatchObject({ sent: 100 });
    fixture.advance(HALF_A_DAY_MS);
    expect(await applyWhenDue()).toBe(1);
    expect(await partOf(jobKey(jobId).pk)).toEqual([]);
    expect(await tasks()).toBeUndefined();
  });

  it('is applied to the records of exports when their files are gone', async () => {
    const source = { kind: 'contacts' as const, audience: {} };
    const make = async () =>
      (await createExport(fixture, { account: await account(), format: 'csv', source })).id;
    const keyOf = (exportId: string) => exportItem.key({ accountId: fixture.accountId, exportId });
    const old = await make();
    await engine.table.update({
      Key: keyOf(old),
      UpdateExpression: 'SET #status = :completed',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':completed': 'completed' },
    });
    const find = async (exportId: string) =>
      findExportOrThrow(fixture, { account: await account(), exportId, kind: 'contacts' });
    fixture.advance(2 * DAY_MS);
    await keepFor(1);
    await expect(find(old)).rejects.toMatchObject({ code: 33110 });
    fixture.advance(HALF_A_DAY_MS);
    await applyWhenDue();
    const stored = await engine.table.get(keyOf(old));
    expect(daysOf(stored, String(stored?.createdAt))).toBe(9);
    const running = await make();
    fixture.advance(7 * DAY_MS);
    expect(await find(running)).toMatchObject({ status: 'running' });
    await keepFor('none');
    await keepFor(1);
    fixture.advance(HALF_A_DAY_MS);
    await applyWhenDue();
    expect(await engine.table.get(keyOf(old))).toBeUndefined();
    expect(await engine.table.get(keyOf(running))).toMatchObject({ status: 'running' });
  });

  it('rides along with the pass of an erasure, when it is not of the last minutes', async () => {
    const message = await putMessage();
    fixture.advance(8 * DAY_MS);
    const erase = async (index: number) => {
      const phoneNumber = fixture.phones[index] ?? ('' as JobsFixture['phones'][number]);
      const { id } = await requestErasure(fixture, { accountId: fixture.accountId, phoneNumber });
      await run(id);
    };
    await keepFor(7);
    fixture.advance(14 * 60_000);
    await erase(0);
    expect(await engine.table.get(messageKey(message))).toBeDefined();
    fixture.advance(60_000);
    await erase(1);
    expect(await engine.table.get(messageKey(message))).toBeUndefined();
    expect(await tasks()).toBeUndefined();
  });

  it('that is shortened again while it is applied is applied again', async () => {
    await keepFor(30);
    fixture.advance(HALF_A_DAY_MS);
    let isShortened = false;
    const table = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
      const answer = await send(command, ...rest);
      if (command instanceof ScanCommand && !isShortened) {
        isShortened = true;
        await keepFor(7);
      }
      return answer;
    });
    await run(`retention#${fixture.accountId}`, table);
    expect(await tasks()).toMatchObject({ status: 'running' });
    fixture.advance(HALF_A_DAY_MS);
    expect(await applyWhenDue()).toBe(1);
    expect(await tasks()).toBeUndefined();
  });

  it('needs no pass when it is as long or longer', async () => {
    for (const days of [90, 91, 'none'] as const) await keepFor(days);
    expect(await tasks()).toBeUndefined();
  });

  it('holds for the items of its own account alone', async () => {
    const message = await putMessage({ accountId: 'acc_other' });
    fixture.advance(8 * DAY_MS);
    await keepFor(7);
    fixture.advance(HALF_A_DAY_MS);
    await applyWhenDue();
    expect(await engine.table.get(messageKey(message))).toBeDefined();
  });
});

describe('rules E2: a longer retention', () => {
  it('deletes what was over before it, also when no pass had come yet', async () => {
    const message = await putMessage();
    fixture.advance(8 * DAY_MS);
    await keepFor(7);
    await keepFor('none');
    fixture.advance(HALF_A_DAY_MS);
    expect(await applyWhenDue()).toBe(1);
    expect(await engine.table.get(messageKey(message))).toBeUndefined();
  });

  it('set by two at once loses neither limit', async () => {
    fixture.advance(8 * DAY_MS);
    await Promise.all([keepFor(7), keepFor(30), keepFor(60)]);
    const { retentionDays, retainedSince } = await account();
    expect([7, 30, 60]).toContain(retentionDays);
    expect(retainedSince).toBeDefined();
  });
});
