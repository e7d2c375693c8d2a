import { enterByEvents } from '../../../../shared/automations/enter-by-event';
import type { Automation } from '../../../../shared/automations/record/automation';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { useEngine } from '../../../support/engines/engine';
import { type AutomationFixture, createAutomationFixture } from '../../../support/sending/automation-fixture';

const PEOPLE = 60;
const SEND = { send: { body: 'A' } };

describe('people who enter an automation many at a time', () => {
  const engine = useEngine();
  let fixture: AutomationFixture;
  beforeEach(async () => {
    fixture = await createAutomationFixture(engine.table, { contacts: PEOPLE });
  });

  /** Reports that an order was placed, once for each phone. */
  const report = (phones: string[]) =>
    enterByEvents(fixture.deps, {
      accountId: fixture.accountId,
      events: phones.map((to, index) => ({
        ...{ id: `evt_first_${index}`, name: 'order', to: to as E164 },
        at: fixture.deps.clock.now().toISOString(),
      })),
    });
  const waysOf = async (automation: Automation, phone = '') =>
    (await fixture.ways(automation, phone)).map(({ entry }) => entry);

  it('enter although some of them have entered before, and once when it is repeated', async () => {
    const automation = await fixture.start({ entry: 'once', steps: [SEND] });
    const { phones } = fixture;
    const [first = '', second = ''] = phones;
    await fixture.enter(automation, second, 'evt_before');
    expect(await report(phones)).toEqual([]);
    expect(await report(phones)).toEqual([]);
    expect(await waysOf(automation, first)).toEqual(['evt_first_0']);
    expect(await waysOf(automation, second)).toEqual(['evt_before']);
    expect(await fixture.counts(automation)).toMatchObject({ entered: PEOPLE, waiting: PEOPLE });
  });

  it('enter once for each of several events', async () => {
    const automation = await fixture.start({ steps: [SEND] });
    const [first = '', second = ''] = fixture.phones;
    await report([first, second, first, first]);
    expect((await waysOf(automation, first)).sort()).toEqual(['evt_first_0', 'evt_first_2', 'evt_first_3']);
    expect(await waysOf(automation, second)).toEqual(['evt_first_1']);
    expect(await fixture.counts(automation)).toMatchObject({ entered: 4 });
  });

  it('enter all automations that their event begins', async () => {
    const automations = [
      await fixture.start({ steps: [SEND] }),
      await fixture.start({ entry: 'once', steps: [SEND] }),
    ];
    await report(fixture.phones.slice(0, 3));
    for (const automation of automations)
      expect(await fixture.counts(automation)).toMatchObject({ entered: 3 });
  });

  it('begin the wait that comes first when they enter, before a worker looks', async () => {
    const automation = await fixture.start({ steps: [{ wait: { hours: 2 } }, SEND] });
    const [phone = ''] = fixture.phones;
    const enteredMs = fixture.deps.clock.now().getTime();
    await report([phone]);
    const [way] = await fixture.ways(automation, phone);
    expect(way).toMatchObject({ step: 1, status: 'waiting' });
    expect(Date.parse(way?.dueAt ?? '') - enteredMs).toBe(2 * 3_600_000);
    const [ended] = await fixture.runToEndOf(automation, phone);
    expect(ended?.status).toBe('completed');
    expect(await fixture.counts(automation)).toMatchObject({ entered: 1, completed: 1 });
  });
});
