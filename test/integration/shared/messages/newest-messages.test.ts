import { type Message, newMessage } from '../../../../shared/messages/message';
import { insertMessage, moveMessage } from '../../../../shared/messages/message-writes';
import {
  newestOfAccount,
  newestOfPhone,
  type PlacedMessage,
} from '../../../../shared/messages/newest-messages';
import { commit } from '../../../../shared/platform/store/commit';
import { messageKey } from '../../../../shared/platform/store/keys';
import { useEngine } from '../../../support/engines/engine';

const NOW = '2026-03-01T12:00:00.000Z';
const LEASE_UNTIL = '2026-03-01T12:01:00.000Z';
const TO = '+12125550123';

const engine = useEngine();

/** Takes the first messages of a list. */
async function take(list: AsyncGenerator<PlacedMessage>, most = Infinity): Promise<PlacedMessage[]> {
  const taken: PlacedMessage[] = [];
  for await (const placed of list) {
    taken.push(placed);
    if (taken.length === most) break;
  }
  return taken;
}

const idsAndStates = (placed: PlacedMessage[]) => placed.map(({ message: { id, status } }) => [id, status]);

const ofPhone = async (accountId: string) =>
  idsAndStates(
    await take(newestOfPhone(engine.table, { accountId, phoneNumber: TO, before: undefined, atOnce: 25 })),
  );
const ofAccount = (accountId: string, before?: string) =>
  newestOfAccount(engine.table, { accountId, before, atOnce: 4 });

async function insert(accountId: string, fields: Partial<Message>): Promise<Message> {
  const common = { id: `msg_${accountId}`, accountId, to: TO, from: '+12065550100', body: 'Hello' };
  const message = newMessage({ ...common, createdAt: NOW, ...fields });
  await commit(engine.table, [{ write: insertMessage(message) }]);
  return message;
}

const handingOver = { phase: 'handingOver', attempts: 1, leaseUntil: LEASE_UNTIL } as const;
const sent = { status: 'sent', phase: 'settled', attempts: 1, sentAt: NOW } as const;

/** Inserts messages of consecutive seconds; the last characters of their ids spread them over the shards. */
async function insertMany(accountId: string, count: number): Promise<string[]> {
  const ids = Array.from(
    { length: count },
    (_, index) => `msg_${accountId}_00${String(index).padStart(4, '0')}`,
  );
  for (const [index, id] of ids.entries())
    await insert(accountId, { id, createdAt: new Date(Date.parse(NOW) + index * 1000).toISOString() });
  return ids;
}

describe('the newest messages of a phone', () => {
  it('have a message from its acceptance on, as it is now', async () => {
    const message = await insert('acc_1', handingOver);
    expect(await ofPhone('acc_1')).toEqual([['msg_acc_1', 'queued']]);
    await engine.table.update(moveMessage(message, { ...message, ...sent, leaseUntil: undefined }));
    expect(await ofPhone('acc_1')).toEqual([['msg_acc_1', 'sent']]);
  });

  it('have no message of a person who is erased; those of the account have it', async () => {
    await insert('acc_2', { ...handingOver, erased: true });
    expect(await ofPhone('acc_2')).toEqual([]);
    expect(idsAndStates(await take(ofAccount('acc_2')))).toEqual([['msg_acc_2', 'queued']]);
  });
});

describe('the newest messages of an account', () => {
  it('come in the order of time from all shards, and go on at a place', async () => {
    const ids = await insertMany('acc_3', 30);
    await insert('acc_4', {});
    const newestFirst = ids.toReversed();
    const first = await take(ofAccount('acc_3'), 7);
    expect(first.map(({ message }) => message.id)).toEqual(newestFirst.slice(0, 7));
    const rest = await take(ofAccount('acc_3', first.at(-1)?.place));
    expect(rest.map(({ message }) => message.id)).toEqual(newestFirst.slice(7));
  });

  it('leave out a message that is gone', async () => {
    const [gone = '', ...rest] = await insertMany('acc_5', 5);
    await engine.table.batchDelete([messageKey(gone)]);
    const found = await take(ofAccount('acc_5'));
    expect(found.map(({ message }) => message.id)).toEqual(rest.toReversed());
  });
});
