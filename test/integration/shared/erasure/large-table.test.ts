import { readSchema } from '../../../../shared/audience/custom-fields/custom-field-schema';
import { createSegment } from '../../../../shared/audience/segments/save-segment';
import { erasureItem } from '../../../../shared/erasure/erasure';
import { READING_PAUSE_MS } from '../../../../shared/erasure/internal/begin-pass';
import { changeAccount } from '../../../../shared/operations/change-account';
import { messageKey } from '../../../../shared/platform/store/keys';
import { findTraces } from '../../../support/erasure/find-traces';
import {
  LEASE_OVER_MS,
  type LargeTableFixture,
  startLargeTable,
} from '../../../support/erasure/large-table-fixture';
import { Crash } from '../../../support/faults/faulty-client';
import { NO_CAMPAIGNS } from '../../../support/sending/no-campaigns';

const HOUR_MS = 60 * 60_000;
const SLICES = 16;

let world: LargeTableFixture;
beforeEach(async () => {
  world = await startLargeTable();
});
afterEach(async () => world.engine.stop());

describe('rules E2: the pass over a large table', () => {
  it('is divided among workers, which begin when every request before the erasure has ended', async () => {
    await world.putTexts(40);
    const id = await world.request(0);

    const called = await world.run(id);

    expect(world.large.pages).toEqual([{ segment: undefined, after: undefined, isConsistent: true }]);
    expect(called).toEqual(
      Array.from({ length: 8 }, () => ({ body: { erasureId: id }, delaySeconds: READING_PAUSE_MS / 1000 })),
    );
    world.fixture.advance(READING_PAUSE_MS - 1);
    expect(await world.run(id)).toEqual([{ body: { erasureId: id }, delaySeconds: 1 }]);
    expect(world.large.pages).toHaveLength(1);
    world.fixture.advance(1);
    expect(await world.run(id)).toEqual([]);
    expect(await world.isCompleted(id)).toBe(true);
    expect(await findTraces(world.engine.table, [world.phone(0), 'Marked text'])).toEqual([]);
  });

  it('reads each page once, half as dear, however many workers share it', async () => {
    await world.putTexts(60);
    const id = await world.request(0);
    await world.divide(id);

    await Promise.all([world.run(id), world.run(id), world.run(id)]);
    await world.run(id);

    expect(await world.isCompleted(id)).toBe(true);
    expect(new Set(world.large.pages.map((page) => JSON.stringify(page))).size).toBe(
      world.large.pages.length,
    );
    expect(new Set(world.large.pages.map(({ segment }) => segment)).size).toBe(SLICES);
    expect(world.large.pages.some(({ isConsistent }) => isConsistent)).toBe(false);
    expect(await findTraces(world.engine.table, [world.phone(0), 'Marked text'])).toEqual([]);
  });

  it.each(['before', 'after'] as const)('goes on where a worker died %s any of its calls', async (when) => {
    await world.putTexts(5);
    await world.fixture.broadcast();
    const id = await world.request(0);
    await world.divide(id);
    let crashes = 0;
    for (let call = 0; !(await world.isCompleted(id)) && call < 400; call += 7) {
      world.large.plan.current = { callsLeft: call, when };
      await world.run(id).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
        crashes += 1;
      });
      world.fixture.advance(LEASE_OVER_MS);
    }
    expect(await world.isCompleted(id)).toBe(true);
    expect(crashes).toBeGreaterThan(5);
    expect(await findTraces(world.engine.table, [world.phone(0), 'Marked text'])).toEqual([]);
  });

  it('leaves the slice of a worker that died to another one, which goes on there', async () => {
    await world.putTexts(600);
    const id = await world.request(0);
    await world.divide(id);
    let dead: number | undefined;
    world.large.onPage.current = (_items, { segment }) => {
      if (world.large.pages.filter((page) => page.segment === segment).length < 12) return;
      dead = segment;
      throw new Crash('Died');
    };
    await expect(world.run(id)).rejects.toThrow(Crash);
    world.large.onPage.current = undefined;

    expect(await world.run(id)).toEqual([]);
    expect(await world.isCompleted(id)).toBe(false);
    expect(world.large.pages.filter(({ segment }) => segment === dead)).toHaveLength(12);
    world.fixture.advance(LEASE_OVER_MS);
    await world.run(id);

    expect(await world.isCompleted(id)).toBe(true);
    const ofDead = world.large.pages.filter(({ segment }) => segment === dead);
    expect(ofDead.filter(({ after }) => after === undefined)).toHaveLength(1);
    // Progress is kept after ten pages: the eleventh and twelfth are read again.
    expect(ofDead.length - new Set(ofDead.map(({ after }) => after)).size).toBe(2);
    expect(await findTraces(world.engine.table, [world.phone(0), 'Marked text'])).toEqual([]);
  });

  it('erases what a request wrote after the first look at the table', async () => {
    await world.putTexts(40);
    const createdAt = world.fixture.clock.now().toISOString();
    const id = await world.request(0);
    await world.run(id);
    await world.putTexts(10, { createdAt });
    world.fixture.advance(READING_PAUSE_MS);
    await world.run(id);
    expect(await world.isCompleted(id)).toBe(true);
    expect(await findTraces(world.engine.table, [world.phone(0), 'Marked text'])).toEqual([]);
  });

  it('changes an item as it is, and not as a replica that is behind has it', async () => {
    const messageId = await world.putText({
      errorMessage: `Carrier refused ${world.phone(0)}`,
      status: 'failed',
    });
    const id = await world.request(0);
    await world.divide(id);
    world.large.onPage.current = (items) => {
      for (const item of items) if (item.pk === messageKey(messageId).pk) delete item.errorMessage;
    };
    await world.run(id);
    expect(await world.isCompleted(id)).toBe(true);
    expect(await world.engine.table.get(messageKey(messageId))).toMatchObject({
      erased: true,
      errorMessage: 'Carrier refused [erased]',
    });
  });

  it('visits what workers held in any slice when all have been read', async () => {
    const leaseUntil = new Date(world.fixture.clock.now().getTime() + HOUR_MS).toISOString();
    const held = await world.putTexts(12, { phase: 'handingOver', status: 'queued', leaseUntil });
    const id = await world.request(0);
    await world.divide(id);
    expect(await world.run(id)).toEqual([{ body: { erasureId: id }, delaySeconds: 5 }]);
    expect(await world.isCompleted(id)).toBe(false);
    const pages = world.large.pages.length;
    world.fixture.advance(HOUR_MS);
    await world.run(id);
    await world.run(id);
    expect(await world.isCompleted(id)).toBe(true);
    expect(world.large.pages).toHaveLength(pages);
    for (const messageId of held)
      expect(await world.engine.table.get(messageKey(messageId))).toMatchObject({
        to: '',
        body: '',
        erased: true,
      });
  });

  it('knows in every slice which names other contacts have', async () => {
    const { accountId } = world.fixture;
    await world.fixture.changeContact(world.phone(0), { firstName: 'Ann', lastName: 'Quillfeather' });
    for (let index = 1; index < 20; index++)
      await world.fixture.changeContact(world.phone(index), { firstName: 'Ann', lastName: `Other${index}` });
    for (const [field, value] of [
      ['firstName', 'Ann'],
      ['lastName', 'Quillfeather'],
    ] as const)
      await createSegment(
        { ...world.fixture, campaigns: NO_CAMPAIGNS },
        {
          account: { id: accountId, timeZone: undefined, retentionDays: 90, trackLastTexted: false },
          schema: readSchema(undefined),
          body: { name: field, audience: { filter: { field, op: 'equals', value } } },
        },
      );
    const id = await world.request(0);
    await world.divide(id);
    await Promise.all([world.run(id), world.run(id)]);
    await world.run(id);
    expect(await world.isCompleted(id)).toBe(true);
    expect(await findTraces(world.engine.table, ['Quillfeather'])).toEqual([]);
    const left = await findTraces(world.engine.table, ['"value":"Ann"']);
    expect(left).toHaveLength(1);
  });

  it('applies a retention that was shortened, with the grants of the worker', async () => {
    const old = await world.putText();
    const jobId = await world.fixture.broadcast();
    world.fixture.advance(8 * 24 * HOUR_MS);
    await changeAccount(world.fixture, { accountId: world.fixture.accountId, changes: { retentionDays: 7 } });
    world.fixture.advance(12 * HOUR_MS);
    const id = `retention#${world.fixture.accountId}`;
    await world.divide(id);
    await world.run(id);
    expect(await world.engine.table.get(messageKey(old))).toBeUndefined();
    expect((await world.fixture.job(jobId)).completedAt).toBeUndefined();
    // The job that runs is left to a task of its own.
    expect(await world.engine.table.get(erasureItem.key(id))).toMatchObject({ status: 'running' });
    expect((await world.engine.table.get(erasureItem.key(id)))?.takenAt).toBeUndefined();
  });
});
