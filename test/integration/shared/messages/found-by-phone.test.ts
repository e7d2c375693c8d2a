import { type Message, newMessage } from '../../../../shared/messages/message';
import { insertMessage, moveMessage } from '../../../../shared/messages/message-writes';
import { CONTACT_INDEX, textsPk } from '../../../../shared/platform/store/keys';
import { commit } from '../../../../shared/platform/store/commit';
import { useEngine } from '../../../support/engines/engine';

const NOW = '2026-03-01T12:00:00.000Z';
const LEASE_UNTIL = '2026-03-01T12:01:00.000Z';
const TO = '+12125550123';

const engine = useEngine();

async function findByPhone(accountId: string): Promise<unknown[]> {
  const items = await engine.table.queryAll({
    IndexName: CONTACT_INDEX,
    KeyConditionExpression: 'gsi2pk = :pk',
    ExpressionAttributeValues: { ':pk': textsPk(accountId, TO) },
  });
  return items.map(({ id, status }) => [id, status]);
}

async function insert(accountId: string, fields: Partial<Message>): Promise<Message> {
  const common = { id: `msg_${accountId}`, accountId, to: TO, from: '+12065550100', body: 'Hello' };
  const message = newMessage({ ...common, createdAt: NOW, ...fields });
  await commit(engine.table, [{ write: insertMessage(message) }]);
  return message;
}

const handingOver = { phase: 'handingOver', attempts: 1, leaseUntil: LEASE_UNTIL } as const;
const sent = { status: 'sent', phase: 'settled', attempts: 1, sentAt: NOW } as const;

describe('a single text in the index by phone', () => {
  it('is there from the moment at which its hand-over has ended', async () => {
    const message = await insert('acc_1', handingOver);
    expect(await findByPhone('acc_1')).toEqual([]);
    await engine.table.update(moveMessage(message, { ...message, ...sent, leaseUntil: undefined }));
    expect(await findByPhone('acc_1')).toEqual([['msg_acc_1', 'sent']]);
  });

  it('is there at once while it waits', async () => {
    await insert('acc_2', { phase: 'waiting' });
    expect(await findByPhone('acc_2')).toHaveLength(1);
  });

  it('is not put there for a person who is erased', async () => {
    const message = await insert('acc_3', handingOver);
    const erased = { ...message, erased: true };
    await engine.table.update(moveMessage(erased, { ...message, ...sent, leaseUntil: undefined }));
    expect(await findByPhone('acc_3')).toEqual([]);
  });
});
