import type { EnterByEvents } from '../../../../shared/automations/enter-by-event';
import { acceptEvents } from '../../../../shared/custom-events/accept-events';
import { enterEvents } from '../../../../shared/custom-events/enter-events';
import { type OutboxItem, readOutboxItem } from '../../../../shared/outbox/outbox';
import { relayOutbox } from '../../../../shared/outbox/relay-outbox';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import type { QueueMessage } from '../../../../shared/platform/queues/queues';
import { useEngine } from '../../../support/engines/engine';
import { createQuietLog } from '../../../support/logs/quiet-log';

const engine = useEngine();

const deps = () => ({
  ...{ table: engine.table, clock: systemClock, ids: createIds(systemClock), log: createQuietLog() },
});
const ANN = '+12125550101';
const BEN = '+12125550102';

async function accept(...names: string[]): Promise<OutboxItem> {
  const events = names.map((name) => ({ name, to: name.startsWith('ann') ? ANN : BEN, data: { n: 1 } }));
  await acceptEvents(deps(), { accountId: 'acc_1', body: { events } });
  const { items } = await engine.table.scanPage({});
  const item = items.find(({ pk }) => pk.startsWith('OUTBOX#'));
  if (!item) throw new Error('Nothing in the outbox');
  return readOutboxItem(item);
}

/** Lets the events of some names fail, and tells which were asked to enter. */
function watchEntering(fails: (name: string) => boolean = () => false) {
  const asked: string[] = [];
  const enterByEvents: EnterByEvents = async (_platform, { events }) => {
    asked.push(...events.map(({ name }) => name));
    return events.flatMap((event) => (fails(event.name) ? [{ event, error: new Error('No') }] : []));
  };
  return { asked, entering: { ...deps(), enterByEvents } };
}
const isThere = async ({ key }: OutboxItem) => (await engine.table.get(key)) !== undefined;

describe('rules E10.6: accepted events', () => {
  it('stay in the outbox while their hint is on its way, and leave it once they have entered', async () => {
    const { asked, entering } = watchEntering();
    const item = await accept('ann.1', 'ben.1', 'ann.2');
    const sent: QueueMessage[] = [];
    const send = async (_queue: string, messages: QueueMessage[]) => {
      sent.push(...messages);
      return [];
    };
    await relayOutbox({ ...deps(), queues: { send }, eventBus: { publish: async () => [] } }, [item]);
    const task = { accountId: 'acc_1', outboxId: item.id };
    expect(sent).toEqual([expect.objectContaining({ body: task, groupId: 'acc_1' })]);
    expect(await isThere(item)).toBe(true);

    await enterEvents(entering, task);
    expect([...asked].sort()).toEqual(['ann.1', 'ann.2', 'ben.1']);
    expect(asked.indexOf('ann.1')).toBeLessThan(asked.indexOf('ann.2'));
    expect(await isThere(item)).toBe(false);

    // The queue can deliver a hint twice.
    await enterEvents(entering, task);
    expect(asked).toHaveLength(3);
  });

  it('stay alone when they fail, until they have entered', async () => {
    let isBroken = true;
    const { asked, entering } = watchEntering((name) => isBroken && name === 'ann.1');
    const item = await accept('ann.1', 'ben.1');
    const task = { accountId: 'acc_1', outboxId: item.id };
    await expect(enterEvents(entering, task)).rejects.toThrow('1 events are left');
    expect([...asked].sort()).toEqual(['ann.1', 'ben.1']);
    isBroken = false;
    await enterEvents(entering, task);
    expect(asked.slice(2)).toEqual(['ann.1']);
    expect(await isThere(item)).toBe(false);
  });
});
