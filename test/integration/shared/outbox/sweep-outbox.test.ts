import { createAccount } from '../../../../shared/accounts/create-account';
import { optOutContact } from '../../../../shared/audience/consent/opt-out-contact';
import { createGroup } from '../../../../shared/audience/groups/create-group';
import { sweepOutbox } from '../../../../shared/outbox/sweep-outbox';
import { createIds } from '../../../../shared/platform/ids';
import type { BusEvent } from '../../../../shared/platform/queues/event-bus';
import { importRecords } from '../../../support/audience/import-records';
import { useEngine } from '../../../support/engines/engine';
import { readOutbox } from '../../../support/engines/outbox-items';
import { createQuietLog } from '../../../support/logs/quiet-log';
import { recordingMeter } from '../../../support/logs/recording-meter';

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

describe('two imports that nobody relayed, and a STOP after them', () => {
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
