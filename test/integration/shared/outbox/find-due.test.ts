import { findDue, findDuePlaces } from '../../../../shared/outbox/find-due';
import { dueAttributes, messageKey } from '../../../../shared/platform/store/keys';
import { useEngine } from '../../../support/engines/engine';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
/** Time of the nth of many items; all are due. */
const timeOf = (index: number) => new Date(NOW.getTime() - HOUR_MS + index).toISOString();

const engine = useEngine();

beforeEach(async () => {
  for await (const { pk, sk } of engine.table.scan({}))
    await engine.table.delete({ Key: { pk: String(pk), sk: String(sk) } });
});

const message = (id: string, dueAt: string) => ({
  ...messageKey(id),
  ...{ id, body: 'Hello' },
  ...dueAttributes('MESSAGE', { id, dueAt }),
});

async function idsOf(found: AsyncIterable<object>): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const item of found) ids.push((item as { id?: unknown }).id);
  return ids;
}

it('finds messages in all shards of their kind, and those from when a kind had four', async () => {
  const dueAt = NOW.toISOString();
  // Ids that differ in one letter near their end are each in the next shard.
  const ids = Array.from({ length: 32 }, (_, index) => `msg_A${String.fromCharCode(48 + index)}`);
  await engine.table.batchPut([
    ...ids.map((id) => message(id, dueAt)),
    ...[0, 1, 2, 3].map((shard) => ({
      ...messageKey(`msg_before_${shard}`),
      ...{ id: `msg_before_${shard}`, gsi1pk: `DUE#MESSAGE#${shard}`, gsi1sk: dueAt },
    })),
  ]);
  const found = await idsOf(findDue(engine.table, 'MESSAGE', NOW));
  expect(found.sort()).toEqual([...ids, ...[0, 1, 2, 3].map((shard) => `msg_before_${shard}`)].sort());
});

it('returns whole items, also those that are behind the first page of their shard', async () => {
  // The last characters are the same, and so is the shard.
  const ids = Array.from({ length: 230 }, (_, index) => `msg_${index}_SAMEXX`);
  await engine.table.batchPut(ids.map((id, index) => message(id, timeOf(index))));
  const bodies = [];
  const found = [];
  for await (const { id, body } of findDue(engine.table, 'MESSAGE', NOW)) {
    found.push(id);
    bodies.push(body);
  }
  expect(found).toEqual(ids);
  expect(new Set(bodies)).toEqual(new Set(['Hello']));
});

it('takes the oldest of all shards first', async () => {
  const ids = Array.from(
    { length: 200 },
    (_, index) => `msg_B${String.fromCharCode(48 + (index % 64))}_${index}`,
  );
  await engine.table.batchPut(ids.map((id, index) => message(id, timeOf(200 - index))));
  expect(await idsOf(findDue(engine.table, 'MESSAGE', NOW))).toEqual([...ids].reverse());
});

it('does not return what is due a millisecond later', async () => {
  await engine.table.batchPut([
    message('msg_now', NOW.toISOString()),
    message('msg_later', new Date(NOW.getTime() + 1).toISOString()),
  ]);
  expect(await idsOf(findDue(engine.table, 'MESSAGE', NOW))).toEqual(['msg_now']);
});

it('leaves out items that are done, or due later, by the time they are read', async () => {
  const ids = ['msg_done', 'msg_later', 'msg_due'];
  await engine.table.batchPut(ids.map((id) => message(id, NOW.toISOString())));
  const late = engine.table.through((sender) => ({
    send: (async (command: Parameters<typeof sender.send>[0]) => {
      const answer = await sender.send(command);
      if (command.constructor.name !== 'QueryCommand') return answer;
      await engine.table.delete({ Key: messageKey('msg_done') });
      await engine.table.put({ Item: message('msg_later', timeOf(2 * HOUR_MS)) });
      return answer;
    }) as typeof sender.send,
  }));
  expect(await idsOf(findDue(late, 'MESSAGE', NOW))).toEqual(['msg_due']);
});

it('has nothing but keys in the index', async () => {
  await engine.table.put({ Item: message('msg_1', NOW.toISOString()) });
  const places = [];
  for await (const place of findDuePlaces(engine.table, 'MESSAGE', NOW)) places.push(place);
  expect(places).toEqual([
    {
      ...messageKey('msg_1'),
      gsi1pk: expect.stringMatching(/^DUE#MESSAGE#\d+$/) as string,
      gsi1sk: '2026-03-01T12:00:00.000Z#msg_1',
    },
  ]);
});
