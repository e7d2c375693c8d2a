import { findDue, findDuePlaces } from '../../../../shared/outbox/find-due';
import { dueAttributes, messageKey } from '../../../../shared/platform/store/keys';
import { useEngine } from '../../../support/engines/engine';
import { createAccount } from '../../../../shared/accounts/create-account';
import { optOutContact } from '../../../../shared/audience/consent/opt-out-contact';
import { createGroup } from '../../../../shared/audience/groups/create-group';
import { sweepOutbox } from '../../../../shared/outbox/sweep-outbox';
import { createIds } from '../../../../shared/platform/ids';
import type { BusEvent } from '../../../../shared/platform/queues/event-bus';
import { importRecords } from '../../../support/audience/import-records';
import { readOutbox } from '../../../support/engines/outbox-items';
import { createQuietLog } from '../../../support/logs/quiet-log';
import { recordingMeter } from '../../../support/logs/recording-meter';

describe('the search for due items', () => {
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
});

describe('the sweep of the outbox', () => {
  const ROWS = 400;
  const phone = (index: number) => `+1212${5_550_000 + index}`;

  const engine = useEngine();
  let nowMs = Date.parse('2026-03-01T12:00:00.000Z');
  /** Types of the events of each portion that was put on the bus. */
  let portions: string[][] = [];

  const clock = { now: () => new Date(nowMs) };
  const platform = {
    get table() {
      return engine.table;
    },
    clock,
    ids: createIds(clock),
    log: createQuietLog(),
    metrics: recordingMeter(),
    eventBus: {
      publish: async (events: BusEvent[]) => {
        portions.push(events.map(({ detailType }) => detailType));
        return [] as number[];
      },
    },
    queues: { send: async () => [] as number[] },
  };

  /** Creates an account, and imports contacts into a group of it. */
  async function importInto(rows: number) {
    const { id: accountId } = await createAccount(platform, { name: 'Test', silentOptIn: true });
    const group = await createGroup(platform, { accountId, name: 'All', optInType: 'SINGLE' });
    const records = Array.from({ length: rows }, (_, index) => ({ phoneNumber: phone(index) }));
    await importRecords(platform, { accountId, records, group: group.id });
    return accountId;
  }

  describe('a STOP behind the unrelayed events of two imports', () => {
    it('lets the event of the STOP go out in the first portion, and all others after it', async () => {
      const accountId = await importInto(1);
      portions = [];
      await sweepAfter(2);
      for (const { pk, sk } of await readOutbox(engine.table)) await engine.table.delete({ Key: { pk, sk } });

      await importInto(ROWS);
      await importInto(ROWS);
      nowMs += 1_000;
      await optOutContact(platform, { accountId, phoneNumber: phone(0), source: 'stop' });
      portions = [];
      expect(await sweepAfter(2)).toBe(2 * ROWS + 1);
      expect(portions[0]).toEqual(['contacts.group.opted_out']);
      expect(portions.slice(1).flat()).toEqual(
        Array.from({ length: 2 * ROWS }, () => 'contacts.group.opted_in'),
      );
    });

    it('spreads the items of the imports over all shards of their kind', async () => {
      const shards = new Map<string, number>();
      for (const { gsi1pk } of await readOutbox(engine.table))
        shards.set(String(gsi1pk), (shards.get(String(gsi1pk)) ?? 0) + 1);
      expect([...shards.keys()].every((pk) => pk.startsWith('DUE#EVENT#'))).toBe(true);
      // 800 items in 32 shards, by random ids: 25 each on average.
      expect(shards.size).toBe(32);
      expect(Math.max(...shards.values())).toBeLessThan(75);
    });
  });

  async function sweepAfter(minutes: number): Promise<number> {
    nowMs += minutes * 60_000;
    return sweepOutbox(platform);
  }
});
