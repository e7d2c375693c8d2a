import { erasureSliceKey, messageKey } from '../../../../shared/platform/store/keys';
import { findTraces } from '../../../support/erasure/find-traces';
import { type LargeTableFixture, startLargeTable } from '../../../support/erasure/large-table-fixture';

const HOUR_MS = 60 * 60_000;
const SLICES = 16;
/** Most items of a slice to visit again. */
const MOST_LATER = 1_000;

let world: LargeTableFixture;
beforeEach(async () => {
  world = await startLargeTable();
});
afterEach(async () => world.engine.stop());

/** Lets the slice of a message have so many items to visit again, which are gone by then. */
async function fillSliceOf(messageId: string, count: number): Promise<void> {
  const { table } = world.engine;
  for (let slice = 0; slice < SLICES; slice++) {
    const { items } = await table.scanPage({ Segment: slice, TotalSegments: SLICES });
    if (!items.some(({ pk }) => pk === messageKey(messageId).pk)) continue;
    const result = await table.update({
      Key: erasureSliceKey(slice),
      UpdateExpression: 'SET later = :later',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: {
        ':later': Array.from({ length: count }, (_, index) => messageKey(`msg_gone${index}`)),
      },
    });
    if (result.written) return;
  }
  throw new Error('No slice has the message');
}

/** Begins to erase a person one of whose texts is being handed over for an hour, in a slice that has so many items. */
async function eraseHeld({ items }: { items: number }): Promise<string> {
  const leaseUntil = new Date(world.fixture.clock.now().getTime() + HOUR_MS).toISOString();
  await world.putTexts(5);
  const messageId = await world.putText({ phase: 'handingOver', status: 'queued', leaseUntil });
  const id = await world.request(0);
  await world.divide(id);
  await fillSliceOf(messageId, items);
  expect(await world.run(id)).toEqual([{ body: { erasureId: id }, delaySeconds: 5 }]);
  expect(await world.isCompleted(id)).toBe(false);
  world.large.pages.length = 0;
  return id;
}

async function expectErased(id: string): Promise<void> {
  expect(await world.isCompleted(id)).toBe(true);
  expect(await findTraces(world.engine.table, [world.phone(0), 'Marked text'])).toEqual([]);
}

describe('rules E2: items to visit again when a table has been read', () => {
  it('are visited without another pass, up to 1000 of a slice', async () => {
    const id = await eraseHeld({ items: MOST_LATER - 1 });
    world.fixture.advance(HOUR_MS);
    await world.run(id);
    await world.run(id);
    expect(world.large.pages).toEqual([]);
    await expectErased(id);
  });

  it('are left to another pass over the table, which ends the erasure, when a slice has more', async () => {
    const id = await eraseHeld({ items: MOST_LATER });
    world.fixture.advance(HOUR_MS);
    await world.reachNextPass();
    await world.divide(id);
    await world.run(id);
    expect(new Set(world.large.pages.map(({ segment }) => segment)).size).toBe(SLICES);
    await expectErased(id);
  });
});
