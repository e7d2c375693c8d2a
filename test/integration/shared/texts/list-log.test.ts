import { type Message, newMessage } from '../../../../shared/messages/message';
import { insertMessage } from '../../../../shared/messages/message-writes';
import type { Clock } from '../../../../shared/platform/clock';
import { commit } from '../../../../shared/platform/store/commit';
import { listLog, type LogEntry, readLogFilter } from '../../../../shared/texts/list-log';
import { countUnits } from '../../../support/engines/capacity-meter';
import { useEngine } from '../../../support/engines/engine';
import { createJobsFixture } from '../../../support/sending/jobs-fixture';

const engine = useEngine();
const NOW = '2026-03-10T12:00:00.000Z';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a clock on which each look takes a while. */
function slowClock(everyMs = 0): Clock {
  let nowMs = Date.parse(NOW);
  return { now: () => new Date((nowMs += everyMs)) };
}

async function insert(accountId: string, index: number, fields: Partial<Message> = {}): Promise<string> {
  const message = newMessage({
    ...{ id: `msg_${accountId}_${String(index).padStart(6, '0')}`, accountId, body: 'Hello' },
    ...{ to: '+12125550123', from: '+12065550100' },
    createdAt: new Date(Date.parse(NOW) - index * DAY_MS).toISOString(),
    ...fields,
  });
  await commit(engine.table, [{ write: insertMessage(message) }]);
  return message.id;
}

const idsOf = (entries: LogEntry[]) =>
  entries.map((entry) =>
    'message' in entry ? entry.message.id : 'job' in entry ? entry.job.id : 'campaign',
  );

interface Asked {
  clock?: Clock;
  query?: Record<string, string>;
  place?: string | undefined;
  retentionDays?: number | 'none';
}
const list = ({ clock = slowClock(), query = {}, place, retentionDays = 'none' }: Asked, id: string) =>
  listLog(
    { table: engine.table, clock },
    { account: { id, retentionDays }, page: { limit: 10, place }, filter: readLogFilter(query) },
  );

describe('rules 3.7: the list of texts', () => {
  it('goes as far back as the account keeps texts', async () => {
    const accountId = 'acc_kept';
    const [today, before] = [await insert(accountId, 0), await insert(accountId, 6)];
    await insert(accountId, 8);
    const { entries } = await list({ retentionDays: 7 }, accountId);
    expect(idsOf(entries)).toEqual([today, before]);
    expect((await list({}, accountId)).entries).toHaveLength(3);
  });

  it('ends a page after two seconds, and has everything once', async () => {
    const accountId = 'acc_slow';
    for (let index = 0; index < 6; index++) await insert(accountId, index);
    const oldest = await insert(accountId, 6, { status: 'sent', phase: 'settled' });
    const found: string[] = [];
    let pages = 0;
    let place: string | undefined;
    do {
      const page = await list({ clock: slowClock(1_100), query: { state: 'sent' }, place }, accountId);
      found.push(...idsOf(page.entries));
      place = page.nextPlace;
      pages += 1;
    } while (place !== undefined);
    expect(found).toEqual([oldest]);
    expect(pages).toBeGreaterThan(2);
  });

  it('reads no later jobs where it begins with an earlier day', async () => {
    const fixture = await createJobsFixture(engine.table, { contacts: 10 });
    const recipients = fixture.phones.map((to) => ({ to, body: 'Hi' }));
    const early = await fixture.submit('batch', { recipients });
    const to = new Date(fixture.clock.now().getTime() + 60_000).toISOString();
    fixture.advance(DAY_MS);
    for (let count = 0; count < 30; count++) await fixture.submit('batch', { recipients });
    const { result, units } = await countUnits(engine.documents, () =>
      list({ clock: fixture.clock, query: { to } }, fixture.accountId),
    );
    expect(idsOf(result.entries)).toEqual([(early.body as { id: string }).id]);
    // One page of the list of jobs, one job, and eight shards of the list of messages.
    expect(units.read).toBeLessThan(10);
  });
});
