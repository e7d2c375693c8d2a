import { READING_PAUSE_MS } from '../../../../shared/erasure/internal/begin-pass';
import { ERASURE_PASS_KEY } from '../../../../shared/platform/store/keys';
import { findTraces } from '../../../support/erasure/find-traces';
import {
  LEASE_OVER_MS,
  type LargeTableFixture,
  startLargeTable,
} from '../../../support/erasure/large-table-fixture';
import type { TableCall } from '../../../support/erasure/large-table';

const HOUR_MS = 60 * 60_000;
const SOON_SECONDS = 5;

let world: LargeTableFixture;
beforeEach(async () => {
  world = await startLargeTable();
});
afterEach(async () => world.engine.stop());

const isSlice = ({ sk }: TableCall) => sk.startsWith('SLICE#');

/** Returns the items of the pass and of its slices. */
async function storedPass() {
  const items = await world.engine.table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': ERASURE_PASS_KEY.pk },
    ConsistentRead: true,
  });
  return {
    pass: items.find(({ sk }) => sk === ERASURE_PASS_KEY.sk),
    slices: items.filter(({ sk }) => sk !== ERASURE_PASS_KEY.sk),
  };
}

describe('rules E2: a worker that stalled until the next pass', () => {
  let first: string;
  let second: string;

  beforeEach(async () => {
    await world.putTexts(20);
    await world.putTexts(20, { to: world.phone(1), body: 'Second text' });
  });

  /** Ends the first pass, and begins the one that erases the second person. */
  async function beginNextPass(): Promise<void> {
    await world.run(first);
    expect(await world.isCompleted(first)).toBe(true);
    second = await world.request(1);
    await world.reachNextPass();
    await world.divide(second);
  }

  async function endNextPass(): Promise<void> {
    await world.run(second);
    expect(await world.isCompleted(second)).toBe(true);
    expect(await findTraces(world.engine.table, [world.phone(1), 'Second text'])).toEqual([]);
  }

  it('takes no slice of it', async () => {
    first = await world.request(0);
    await world.divide(first);
    world.stallAt((call) => call.kind === 'update' && isSlice(call), beginNextPass);

    expect(await world.run(first)).toEqual([]);

    expect(world.large.pages).toEqual([]);
    const { slices } = await storedPass();
    expect(slices).toHaveLength(16);
    expect(slices.filter(({ leaseId }) => leaseId !== undefined)).toEqual([]);
    await endNextPass();
  });

  it('stores no progress in it', async () => {
    first = await world.request(0);
    await world.divide(first);
    let before: object | undefined;
    world.large.onPage.current = async () => {
      world.large.onPage.current = undefined;
      world.fixture.advance(LEASE_OVER_MS);
      await beginNextPass();
      before = await storedPass();
    };

    expect(await world.run(first)).toEqual([]);

    expect(before).toBeDefined();
    expect(await storedPass()).toEqual(before);
    await endNextPass();
  });

  it('stores no items to visit again in it', async () => {
    const heldFor = (ms: number) => ({
      ...{ phase: 'handingOver', status: 'queued' },
      leaseUntil: new Date(world.fixture.clock.now().getTime() + ms).toISOString(),
    });
    await world.putText(heldFor(HOUR_MS));
    await world.putText({ ...heldFor(48 * HOUR_MS), to: world.phone(1), body: 'Second text' });
    first = await world.request(0);
    await world.divide(first);
    await world.run(first);
    world.fixture.advance(HOUR_MS);
    // Ends the message that was being handed over; the next visit erases it.
    await world.run(first);
    let before: object | undefined;
    world.stallAt(
      (call) => call.kind === 'put' && isSlice(call),
      async () => {
        world.fixture.advance(LEASE_OVER_MS);
        await beginNextPass();
        expect(await world.run(second)).toMatchObject([{ delaySeconds: SOON_SECONDS }]);
        before = await storedPass();
      },
    );

    expect(await world.run(first)).toEqual([]);

    expect(before).toBeDefined();
    expect(await storedPass()).toEqual(before);
    world.fixture.advance(48 * HOUR_MS);
    await world.run(second);
    await endNextPass();
  });
});

describe('rules E2: the beginning of a pass', () => {
  it('is not repeated by a worker that looked for slices before another one began', async () => {
    await world.putTexts(20);
    const id = await world.request(0);
    world.stallAt(
      ({ kind, sk }) => kind === 'update' && sk === ERASURE_PASS_KEY.sk,
      () => world.divide(id),
    );

    expect(await world.run(id)).toEqual([{ body: { erasureId: id }, delaySeconds: SOON_SECONDS }]);

    expect(world.large.pages).toEqual([]);
    const { pass, slices } = await storedPass();
    expect(pass).toMatchObject({ erasureIds: [id], sliceCount: 16 });
    expect(slices).toHaveLength(16);
    await world.run(id);
    expect(await world.isCompleted(id)).toBe(true);
    expect(await findTraces(world.engine.table, [world.phone(0), 'Marked text'])).toEqual([]);
  });

  it('renews the lease of the pass while it goes over many erasures', async () => {
    const indexes = [0, 1, 2];
    const ids = await Promise.all(indexes.map((index) => world.request(index)));
    const [first = '', other = ''] = ids;
    let erasedAtBeginning = 0;
    let ofOther: object | undefined;
    world.large.onCall.current = async ({ kind, sk }) => {
      if (kind !== 'delete' || sk !== 'CONVERSATION') return;
      // More than half of a lease for each person.
      world.fixture.advance(LEASE_OVER_MS / 2 + 1000);
      const { pass } = await storedPass();
      if (pass?.leaseId === undefined || ++erasedAtBeginning < indexes.length) return;
      world.large.onCall.current = undefined;
      ofOther = await world.run(other);
    };

    await world.run(first);

    expect(ofOther).toEqual([{ body: { erasureId: other }, delaySeconds: SOON_SECONDS }]);
    expect(world.large.pages).toHaveLength(1);
    world.fixture.advance(READING_PAUSE_MS);
    await world.run(first);
    expect(await Promise.all(ids.map(world.isCompleted))).toEqual([true, true, true]);
  });
});
