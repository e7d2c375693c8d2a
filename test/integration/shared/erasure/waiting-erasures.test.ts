import { erasureItem } from '../../../../shared/erasure/erasure';
import { findContact } from '../../../../shared/audience/contacts/find-contact';
import { createExport } from '../../../../shared/exports/create-export';
import { exportItem } from '../../../../shared/exports/export-item';
import { consentLogKey, contactKey, conversationNoteKey } from '../../../../shared/platform/store/keys';
import { continueConversation } from '../../../../shared/texts/conversation';
import { newMessage } from '../../../../shared/messages/message';
import { findTraces } from '../../../support/erasure/find-traces';
import { type LargeTableFixture, startLargeTable } from '../../../support/erasure/large-table-fixture';

const MINUTE_MS = 60_000;
const SOON_SECONDS = 5;
const TEXTS = 5;

let world: LargeTableFixture;
beforeEach(async () => {
  world = await startLargeTable();
  await world.putTexts(20);
  await world.putTexts(TEXTS, { to: world.phone(1), body: 'Second text' });
  await putBesideContact();
});
afterEach(async () => world.engine.stop());

const addressOfSecond = () => ({ accountId: world.fixture.accountId, phoneNumber: world.phone(1) });

/** Stores a conversation, a note on it and an entry of the consent log beside the contact of the second person. */
async function putBesideContact(): Promise<void> {
  const { accountId, phoneNumber } = addressOfSecond();
  const at = world.fixture.clock.now().toISOString();
  const place = { accountId, phoneNumber, at };
  const text = newMessage({
    ...{ id: world.fixture.ids.next('msg'), accountId, from: phoneNumber, to: world.fixture.from },
    ...{ body: 'A text', direction: 'inbound', createdAt: at },
  });
  await world.engine.table.transact([continueConversation(text)]);
  const note = { ...place, id: 'note_1' };
  const entry = { ...place, id: 'log_1' };
  await world.engine.table.batchPut([
    { ...conversationNoteKey(accountId, note), ...note, entity: 'conversationNote', text: 'Marked note' },
    { ...consentLogKey(accountId, entry), ...entry, entity: 'consentLog', evidence: 'Marked evidence' },
  ]);
}

/** Returns the kinds of items in the partition of the second contact. */
async function kindsBeside(): Promise<string[]> {
  const { accountId, phoneNumber } = addressOfSecond();
  const items = await world.engine.table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': contactKey(accountId, phoneNumber).pk },
    ConsistentRead: true,
  });
  return items.map(({ sk }) => sk.replace(/#.*/, '')).sort();
}

/** Expects that the second person is erased but for the texts, which the pass has not met. */
async function expectOnlyTexts(): Promise<void> {
  expect((await findContact(world.engine.table, addressOfSecond()))?.id).toBeUndefined();
  expect(await kindsBeside()).toEqual(['CONTACT']);
  expect(await findTraces(world.engine.table, ['Marked note', 'Marked evidence'])).toEqual([]);
  expect(await findTraces(world.engine.table, ['Second text'])).toHaveLength(TEXTS);
}

async function endInNextPass(id: string): Promise<void> {
  await world.reachNextPass();
  await world.divide(id);
  await world.run(id);
  expect(await world.isCompleted(id)).toBe(true);
  expect(await findTraces(world.engine.table, [world.phone(1), 'Second text'])).toEqual([]);
}

/** Starts an export, for which erasures wait. @returns a function that ends it */
async function startExport(): Promise<() => Promise<unknown>> {
  const { accountId } = world.fixture;
  const { id: exportId } = await createExport(world.fixture, {
    account: { id: accountId, retentionDays: 90 },
    format: 'csv',
    source: { kind: 'contacts', audience: {} },
  });
  return async () =>
    world.engine.table.update({
      Key: exportItem.key({ accountId, exportId }),
      UpdateExpression: 'SET #status = :completed',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':completed': 'completed' },
    });
}

describe('rules E2: what is erased at once of a person whose erasure has to wait', () => {
  it('is there before', async () => {
    expect(await kindsBeside()).toEqual(['CONTACT', 'CONVERSATION', 'LOG', 'NOTE']);
  });

  it('is all but the texts while a pass is under way', async () => {
    const first = await world.request(0);
    await world.divide(first);
    let second = '';
    world.large.onPage.current = async () => {
      world.large.onPage.current = undefined;
      second = await world.request(1);
      // The worker of the second erasure joins, and leaves the slice that the first one holds.
      expect(await world.run(second)).toEqual([]);
      await expectOnlyTexts();
    };
    await world.run(first);
    expect(await world.isCompleted(first)).toBe(true);
    await expectOnlyTexts();
    await endInNextPass(second);
  });

  it('is all but the texts while the workers of a pass wait until they may read', async () => {
    const first = await world.request(0);
    await world.run(first);
    const second = await world.request(1);
    expect(await world.run(second)).toMatchObject([{ body: { erasureId: second } }]);
    await expectOnlyTexts();
  });

  it('is all but the texts while another worker ends a pass', async () => {
    const first = await world.request(0);
    await world.divide(first);
    let second = '';
    // The slices are gone, and the worker holds the pass.
    world.stallAt(
      ({ kind, sk }) => kind === 'put' && sk === erasureItem.key(first).sk,
      async () => {
        second = await world.request(1);
        expect(await world.run(second)).toMatchObject([{ delaySeconds: SOON_SECONDS }]);
        await expectOnlyTexts();
      },
    );
    await world.run(first);
    expect(second).not.toBe('');
    await endInNextPass(second);
  });

  it('is all but the texts until the next pass may begin', async () => {
    const first = await world.request(0);
    await world.divide(first);
    await world.run(first);
    const second = await world.request(1);
    expect(await world.run(second)).toEqual([]);
    await expectOnlyTexts();
    await endInNextPass(second);
  });

  it('is all but the texts beside an erasure that waits for a file', async () => {
    const endExport = await startExport();
    const first = await world.request(0);
    await world.divide(first);
    await world.run(first);
    const second = await world.request(1);
    await world.run(second);
    await expectOnlyTexts();
    await endExport();
    await endInNextPass(second);
  });
});

describe('rules E2: an erasure that waits for the next pass beside one that waits for a file', () => {
  let first: string;
  let second: string;
  let endExport: () => Promise<unknown>;
  beforeEach(async () => {
    endExport = await startExport();
    first = await world.request(0);
    await world.divide(first);
    await world.run(first);
    second = await world.request(1);
  });

  it('calls no worker for now, and one when at most a minute is left', async () => {
    expect(await world.engine.table.get(erasureItem.key(first))).toMatchObject({ isTableErased: true });
    world.large.pages.length = 0;
    expect(await world.run(second)).toEqual([]);
    await world.reachNextPass({ butForMs: MINUTE_MS + 1 });
    expect(await world.run(second)).toEqual([]);
    world.fixture.advance(1);
    expect(await world.run(second)).toEqual([{ body: { erasureId: second }, delaySeconds: 60 }]);
    expect(world.large.pages).toEqual([]);
    await endExport();
    await endInNextPass(second);
  });

  it('does not keep the other one, which ends as soon as the file can be searched', async () => {
    world.large.pages.length = 0;
    await world.run(second);
    expect(await world.run(first)).toMatchObject([{ delaySeconds: SOON_SECONDS }]);
    await endExport();
    expect(await world.run(second)).toEqual([]);
    expect(await world.isCompleted(first)).toBe(true);
    expect(await world.isCompleted(second)).toBe(false);
    expect(world.large.pages).toEqual([]);
  });
});
