import { requestErasure } from '../../../../shared/erasure/request-erasure';
import { runErasures } from '../../../../shared/erasure/run-erasures';
import { receiveInbound } from '../../../../shared/inbound/receive-inbound';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { conversationKey, messageKey } from '../../../../shared/platform/store/keys';
import { changeConversation } from '../../../../shared/texts/change-conversation';
import { findConversation, stateOf } from '../../../../shared/texts/conversation';
import { addNote, listNotes } from '../../../../shared/texts/conversation-note';
import { findWriters, noteWriting } from '../../../../shared/texts/conversation-writers';
import { inviteUser } from '../../../../shared/users/manage-users';
import { NO_DEAD_LETTERS } from '../../../support/aws/no-dead-letters';
import { memoryFiles } from '../../../support/audience/memory-files';
import { countUnits } from '../../../support/engines/capacity-meter';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { createQuietLog } from '../../../support/logs/quiet-log';
import { createJobsFixture, type JobsFixture } from '../../../support/sending/jobs-fixture';

const BY = { id: 'usr_ada', email: 'ada@example.com' };
const DAY_MS = 24 * 60 * 60_000;

let engine: TestEngine;
let fixture: JobsFixture;
let place: { accountId: string; phoneNumber: E164 };
beforeEach(async () => {
  engine = await startEngine();
  fixture = await createJobsFixture(engine.table, { contacts: 2 });
  place = { accountId: fixture.accountId, phoneNumber: fixture.phones[0] as E164 };
});
afterEach(async () => engine.stop());

let texts = 0;
const say = (body: string) =>
  receiveInbound(
    { ...fixture, log: createQuietLog(), keywordReplies: 'off' },
    { providerMessageId: `in-${++texts}`, rawFrom: place.phoneNumber, to: fixture.from, body },
    fixture.clock.now(),
  );
const find = async () => {
  const found = await findConversation(engine.table, place);
  if (!found) throw new Error('No conversation');
  return found;
};
const change = async (changes: { isClosed?: boolean; assigneeId?: string | null }) => {
  const { version, lastMessageId } = await find();
  const beforeWrite = () => Promise.resolve();
  return changeConversation(fixture, {
    ...place,
    change: { version, lastMessageId, ...changes },
    beforeWrite,
  });
};
const note = (text: string) => addNote(fixture, { ...place, retentionDays: 90, by: BY, text });
const notes = async (retentionDays: number | 'none' = 90) =>
  (
    await listNotes(engine.table, {
      ...place,
      retention: { retentionDays, retainedSince: undefined },
      now: fixture.clock.now(),
    })
  ).map(({ text }) => text);
const erase = async (of = place) => {
  const erasure = await requestErasure(fixture, of);
  return () =>
    runErasures(
      { ...fixture, files: memoryFiles(), ...NO_DEAD_LETTERS },
      { erasureId: erasure.id, remainingMs: () => 15 * 60_000 },
    );
};

describe('3.6: a text from a phone', () => {
  it('costs as much as before when it opens a closed conversation that is assigned', async () => {
    await say('Hello');
    const unassigned = await countUnits(engine.documents, () => say('Are you open?'));
    expect(unassigned.units.write).toBe(13);
    const invited = await inviteUser(fixture, {
      email: BY.email,
      access: { accountId: fixture.accountId, role: 'editor' },
    });
    if (!invited.invited) throw new Error('Not invited');
    await change({ assigneeId: invited.user.id, isClosed: true });
    expect(stateOf(await find())).toBe('closed');
    const opening = await countUnits(engine.documents, () => say('Are you open?'));
    expect(await find()).toMatchObject({ assigneeId: invited.user.id, version: 1, unread: 1 });
    expect(stateOf(await find())).toBe('open');
    expect(opening.units).toEqual(unassigned.units);
  });

  it('that comes while a user closes the conversation keeps it open', async () => {
    await say('Hello');
    const { version, lastMessageId } = await find();
    const closing = changeConversation(fixture, {
      ...place,
      change: { version, lastMessageId, isClosed: true },
      beforeWrite: () => say('One more thing'),
    });
    await expect(closing).rejects.toMatchObject({ details: { status: 'newText' } });
    expect(stateOf(await find())).toBe('open');
  });

  it('that comes while a user assigns the conversation does not disturb that', async () => {
    await say('Hello');
    const invited = await inviteUser(fixture, {
      email: BY.email,
      access: { accountId: fixture.accountId, role: 'editor' },
    });
    if (!invited.invited) throw new Error('Not invited');
    const { version } = await find();
    const assigned = await changeConversation(fixture, {
      ...place,
      change: { version, assigneeId: invited.user.id },
      beforeWrite: () => say('One more thing'),
    });
    expect(assigned).toMatchObject({ assigneeId: invited.user.id, unread: 2 });
  });
});

describe('3.6: the notes on a conversation', () => {
  it('are erased with the person, those that came while the erasure ran included', async () => {
    await say('Hello');
    await note('Before');
    const run = await erase();
    fixture.advance(1000);
    await note('Late');
    await run();
    expect(await notes()).toEqual([]);
    await expect(note('Gone')).rejects.toMatchObject({ name: 'NoSuchResource' });
  });

  it('stay when they are on a conversation that began after the erasure', async () => {
    await say('Hello');
    await note('Before');
    const run = await erase();
    fixture.advance(1000);
    await say('Hello again');
    await note('Since');
    await run();
    expect(await notes()).toEqual(['Since']);
  });

  it('lose the number of another person who is erased, and keep the rest', async () => {
    await say('Hello');
    const [, other = ''] = fixture.phones;
    await note(`She orders for ${other}, too`);
    const run = await erase({ ...place, phoneNumber: other as E164 });
    await run();
    expect(await notes()).toEqual(['She orders for [erased], too']);
  });

  it('are kept as long as a text of the same day', async () => {
    await say('Hello');
    fixture.advance(DAY_MS);
    await note('A day later');
    expect(await notes(2)).toEqual(['A day later']);
    fixture.advance(2 * DAY_MS);
    expect(await notes(2)).toEqual([]);
    expect(await notes('none')).toEqual(['A day later']);
    const items = await engine.table.queryAll({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: {
        ':pk': `CONTACT#${place.accountId}#${place.phoneNumber}`,
        ':prefix': 'NOTE#',
      },
    });
    expect(items).toMatchObject([
      {
        entity: 'conversationNote',
        expiresAtEpochSeconds: Date.parse(String(items[0]?.at)) / 1000 + 90 * 86_400,
      },
    ]);
  });

  it('make a number known to an erasure when nothing else of it is stored any more', async () => {
    place = { ...place, phoneNumber: '+12125559876' as E164 };
    await say('Hello');
    await note('A wrong number');
    const { lastMessageId } = await find();
    await engine.table.delete({ Key: messageKey(lastMessageId) });
    await engine.table.delete({ Key: conversationKey(place.accountId, place.phoneNumber) });
    const run = await erase();
    await run();
    expect(await notes('none')).toEqual([]);
    await expect(erase()).rejects.toMatchObject({ name: 'ContactNotFound' });
  });
});

describe('3.6: a user who writes an answer', () => {
  const invite = async (email: string) => {
    const access = { accountId: place.accountId, role: 'sender' } as const;
    const invited = await inviteUser(fixture, { email, access });
    if (!invited.invited) throw new Error(invited.refusal);
    return invited.user.id;
  };
  const tell = (userId: string, isWriting = true) => noteWriting(fixture, { ...place, userId, isWriting });
  const seenBy = async (exceptId: string) =>
    (await findWriters(fixture, { conversation: await find(), exceptId })).map(({ user }) => user.id);

  it('is seen for 25 seconds after the console said so', async () => {
    await say('Are you open?');
    const [ada, bob] = [await invite('ada@example.com'), await invite('bob@example.com')];
    await tell(ada);
    fixture.advance(24_999);
    expect(await seenBy(bob)).toEqual([ada]);
    fixture.advance(1);
    expect(await seenBy(bob)).toEqual([]);
    await tell(bob);
    expect((await find()).writers.map(({ userId }) => userId)).toEqual([bob]);
  });

  it('adds no conversation where none is, or where it was erased', async () => {
    const ada = await invite('ada@example.com');
    expect(await tell(ada)).toBeUndefined();
    await say('Are you open?');
    const run = await erase();
    await run();
    expect(await tell(ada)).toBeUndefined();
    expect(await engine.table.get(conversationKey(place.accountId, place.phoneNumber))).toBeUndefined();
  });
});
