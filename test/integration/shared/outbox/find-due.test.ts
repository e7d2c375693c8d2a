import { findDue } from '../../../../shared/outbox/find-due';
import { dueAttributes, messageKey } from '../../../../shared/platform/store/keys';
import { useEngine } from '../../../support/engines/engine';

const NOW = new Date('2026-03-01T12:00:00.000Z');

const engine = useEngine();

it('finds messages in all shards of their kind, and those from when a kind had four', async () => {
  const dueAt = NOW.toISOString();
  // Ids that differ in one letter near their end are each in the next shard.
  const ids = Array.from({ length: 32 }, (_, index) => `msg_A${String.fromCharCode(48 + index)}`);
  await engine.table.batchPut([
    ...ids.map((id) => ({ ...messageKey(id), id, ...dueAttributes('MESSAGE', { id, dueAt }) })),
    ...[0, 1, 2, 3].map((shard) => ({
      ...messageKey(`msg_before_${shard}`),
      ...{ id: `msg_before_${shard}`, gsi1pk: `DUE#MESSAGE#${shard}`, gsi1sk: dueAt },
    })),
  ]);
  const found: unknown[] = [];
  for await (const { id } of findDue(engine.table, 'MESSAGE', NOW)) found.push(id);
  expect(found.sort()).toEqual([...ids, ...[0, 1, 2, 3].map((shard) => `msg_before_${shard}`)].sort());
});
