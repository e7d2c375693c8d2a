import { erasureItem } from '../../../../shared/erasure/erasure';
import { READING_PAUSE_MS } from '../../../../shared/erasure/internal/begin-pass';
import { ERASURE_PASS_KEY } from '../../../../shared/platform/store/keys';
import { findTraces } from '../../../support/erasure/find-traces';
import {
  createLargeTableFixture,
  type LargeTableFixture,
  startLargeTable,
  UNITS_A_PAGE,
} from '../../../support/erasure/large-table-fixture';

const HOUR_MS = 60 * 60_000;

let world: LargeTableFixture;
beforeEach(async () => {
  world = await startLargeTable();
});
afterEach(async () => world.engine.stop());

describe('rules E2: an erasure that is requested while a large table is read', () => {
  /** Erases a first person, and asks for the second meanwhile. @returns its id, and when the first pass began */
  async function eraseFirst(): Promise<{ id: string; startedAtMs: number }> {
    await world.putTexts(40);
    await world.putTexts(5, { to: world.phone(1), body: 'Second text' });
    const startedAtMs = world.fixture.clock.now().getTime();
    const first = await world.request(0);
    await world.divide(first);
    let id: string | undefined;
    world.large.onPage.current = async () => {
      id ??= await world.request(1);
    };
    await world.run(first);
    expect(await world.isCompleted(first)).toBe(true);
    world.large.onPage.current = undefined;
    return { id: id ?? '', startedAtMs };
  }

  it('waits for the next pass, which begins after (units read ÷ 64 million) days', async () => {
    const { id, startedAtMs } = await eraseFirst();
    const units = (world.large.pages.length + 1) * UNITS_A_PAGE;
    const waitsMs = Math.floor((units / 64_000_000) * 24 * HOUR_MS);
    const nextAtMs = startedAtMs + waitsMs;
    expect(waitsMs).toBeGreaterThan(READING_PAUSE_MS);
    world.large.pages.length = 0;

    world.fixture.advance(nextAtMs - 1 - world.fixture.clock.now().getTime());
    await world.run(id);
    expect(world.large.pages).toEqual([]);
    expect(await findTraces(world.engine.table, ['Second text'])).toHaveLength(5);

    world.fixture.advance(1);
    await world.divide(id);
    await world.run(id);
    expect(await world.isCompleted(id)).toBe(true);
    expect(await findTraces(world.engine.table, [world.phone(1), 'Second text'])).toEqual([]);
  });

  it('is done within a day of the last pass, however many read units that took', async () => {
    world = await createLargeTableFixture(world.engine, { unitsAPage: 100_000_000 });
    const { id, startedAtMs } = await eraseFirst();
    const latestMs = startedAtMs + 24 * HOUR_MS - READING_PAUSE_MS;
    world.fixture.advance(latestMs - 1 - world.fixture.clock.now().getTime());
    expect(await world.run(id)).toEqual([{ body: { erasureId: id }, delaySeconds: 5 }]);
    world.fixture.advance(1);
    await world.divide(id);
    await world.run(id);
    expect(await world.isCompleted(id)).toBe(true);
    expect(world.fixture.clock.now().getTime()).toBe(startedAtMs + 24 * HOUR_MS);
  });

  it('that has only files left does not wait for it', async () => {
    const { id } = await eraseFirst();
    await world.engine.table.update({
      Key: erasureItem.key(id),
      UpdateExpression: 'SET isTableErased = :true',
      ExpressionAttributeValues: { ':true': true },
    });
    const pages = world.large.pages.length;
    await world.run(id);
    expect(await world.isCompleted(id)).toBe(true);
    expect(world.large.pages).toHaveLength(pages);
  });
});

describe('rules E2: the pass over a small table', () => {
  it('is read at once by one worker with strong consistency, and the next one begins at once', async () => {
    world = await createLargeTableFixture(world.engine, { unitsAPage: 1 });
    for (const index of [0, 1, 2]) {
      const id = await world.request(index);
      expect(await world.run(id)).toEqual([]);
      expect(await world.isCompleted(id)).toBe(true);
    }
    expect(
      world.large.pages.every(({ segment, isConsistent }) => segment === undefined && isConsistent),
    ).toBe(true);
    const pass = await world.engine.table.get(ERASURE_PASS_KEY);
    expect(pass).toMatchObject({ erasureIds: [], sliceCount: 0 });
    expect(pass?.nextAt).toBeUndefined();
    const left = await world.engine.table.queryAll({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': ERASURE_PASS_KEY.pk },
    });
    expect(left.map(({ sk }) => sk)).toEqual(['PASS']);
  });
});
