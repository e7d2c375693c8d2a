import { sweepErasures } from '../../../../shared/erasure/sweep-erasures';
import { erasureSliceKey } from '../../../../shared/platform/store/keys';
import {
  createLargeTableFixture,
  LEASE_OVER_MS,
  type LargeTableFixture,
  startLargeTable,
} from '../../../support/erasure/large-table-fixture';
import { Crash } from '../../../support/faults/faulty-client';

const MINUTE_MS = 60_000;
const SLICES = 16;

let world: LargeTableFixture;
beforeEach(async () => {
  world = await startLargeTable();
});
afterEach(async () => world.engine.stop());

/** Begins an erasure whose only worker dies as it reads its first page. */
async function beginAndDie(): Promise<void> {
  const id = await world.request(0);
  await world.divide(id);
  world.large.onPage.current = () => {
    throw new Crash('Died');
  };
  await expect(world.run(id)).rejects.toThrow(Crash);
}

async function leaveOpen(count: number): Promise<void> {
  for (let slice = count; slice < SLICES; slice++)
    await world.engine.table.update({
      Key: erasureSliceKey(slice),
      UpdateExpression: 'SET isScanned = :true',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':true': true },
    });
}

describe('rules E2: the timer calls for a divided table', () => {
  it.each([
    [16, 8],
    [9, 8],
    [8, 8],
    [7, 7],
    [1, 1],
    // The pass has to be ended.
    [0, 1],
  ])('of which %i slices are open %i workers', async (open, workers) => {
    await beginAndDie();
    await leaveOpen(open);
    world.fixture.advance(LEASE_OVER_MS);
    expect(await sweepErasures(world.fixture)).toBe(workers);
  });

  it('no worker as long as one may be reading', async () => {
    await beginAndDie();
    expect(await sweepErasures(world.fixture)).toBe(0);
    world.fixture.advance(MINUTE_MS - 1);
    expect(await sweepErasures(world.fixture)).toBe(0);
    world.fixture.advance(1);
    expect(await sweepErasures(world.fixture)).toBe(8);
  });

  it('no worker until it may be read', async () => {
    const id = await world.request(0);
    await world.run(id);
    world.fixture.advance(3 * MINUTE_MS - 1);
    expect(await sweepErasures(world.fixture)).toBe(0);
    world.fixture.advance(1);
    expect(await sweepErasures(world.fixture)).toBe(8);
  });
});

describe('rules E2: the timer calls for a table that is not divided', () => {
  it('one worker, but none as long as one may be reading', async () => {
    world = await createLargeTableFixture(world.engine, { unitsAPage: 1 });
    const id = await world.request(0);
    world.fixture.advance(MINUTE_MS);
    expect(await sweepErasures(world.fixture)).toBe(1);
    world.large.onPage.current = () => {
      throw new Crash('Died');
    };
    await expect(world.run(id)).rejects.toThrow(Crash);
    expect(await sweepErasures(world.fixture)).toBe(0);
    world.fixture.advance(LEASE_OVER_MS);
    expect(await sweepErasures(world.fixture)).toBe(1);
  });
});
