import { findPass } from '../../../../shared/erasure/internal/pass';
import { findSlices } from '../../../../shared/erasure/internal/slice';
import { findTraces } from '../../../support/erasure/find-traces';
import { type LargeTableFixture, startLargeTable } from '../../../support/erasure/large-table-fixture';

const HOUR_MS = 60 * 60_000;
/** Most items of a table to visit again. */
const MOST_LATER = 1_000;

let world: LargeTableFixture;
beforeEach(async () => {
  world = await startLargeTable({ unitsAPage: 1 });
});
afterEach(async () => world.engine.stop());

describe('rules E2: items to visit again of a table that is not divided', () => {
  /** Begins to erase a person so many of whose texts are being handed over for an hour. */
  async function eraseWith(held: number): Promise<string> {
    const leaseUntil = new Date(world.fixture.clock.now().getTime() + HOUR_MS).toISOString();
    await world.putTexts(held, { phase: 'handingOver', status: 'queued', leaseUntil });
    const id = await world.request(0);
    expect(await world.run(id)).toEqual([{ body: { erasureId: id }, delaySeconds: 5 }]);
    expect(await world.isCompleted(id)).toBe(false);
    const slices = await findSlices(world.engine.table, await findPass(world.engine.table));
    expect(slices?.map(({ isScanned }) => isScanned)).toEqual(held > MOST_LATER ? undefined : [true]);
    world.large.pages.length = 0;
    return id;
  }

  it.each([
    [MOST_LATER, false],
    [MOST_LATER + 1, true],
  ])('%d of them: whether another pass reads the table is %s', async (held, isReadAgain) => {
    const id = await eraseWith(held);
    world.fixture.advance(HOUR_MS);
    await world.run(id);
    await world.run(id);
    expect(world.large.pages.length > 0).toBe(isReadAgain);
    expect(await world.isCompleted(id)).toBe(true);
    expect(await findTraces(world.engine.table, [world.phone(0), 'Marked text'])).toEqual([]);
  });
});
