import type { Automation } from '../../../../shared/automations/record/automation';
import type { Item } from '../../../../shared/platform/store/item';
import { readJob } from '../../../../shared/sending/jobs/job';
import { useEngine } from '../../../support/engines/engine';
import { type AutomationFixture, createAutomationFixture } from '../../../support/sending/automation-fixture';

describe('people of an automation who are due at once', () => {
  const engine = useEngine();

  async function seed(people: number) {
    const fixture = await createAutomationFixture(engine.table, { contacts: people });
    const automation = await fixture.start({ steps: [{ send: { body: 'A' } }] });
    for (const phone of fixture.phones) await fixture.enter(automation, phone, 'evt_1');
    await fixture.workTask({ accountId: fixture.accountId, campaignId: automation.id });
    return { fixture, automation };
  }

  async function recipientsOfJobs({ accountId }: AutomationFixture): Promise<number[]> {
    const items: Item[] = [];
    for await (const item of engine.table.scan({})) items.push(item as Item);
    return items
      .filter(({ pk, sk }) => pk.startsWith('JOB#') && sk === 'JOB')
      .map(readJob)
      .filter((job) => job.accountId === accountId)
      .map(({ totalRecipients }) => totalRecipients);
  }

  const expectAllMoved = async (fixture: AutomationFixture, automation: Automation) => {
    const statuses = await Promise.all(
      fixture.phones.map(async (phone) => (await fixture.ways(automation, phone)).map(({ step }) => step)),
    );
    expect(new Set(statuses.flat())).toEqual(new Set([1]));
    const people = fixture.phones.length;
    expect(await fixture.counts(automation)).toMatchObject({ entered: people, completed: people });
  };

  it('share one job when they are few, in whichever shards they are', async () => {
    const { fixture, automation } = await seed(12);
    expect(await recipientsOfJobs(fixture)).toEqual([12]);
    await expectAllMoved(fixture, automation);
  });

  it('go by shards when they are many, and each has one text', async () => {
    const { fixture, automation } = await seed(150);
    const recipients = await recipientsOfJobs(fixture);
    expect(recipients.length).toBeGreaterThan(2);
    expect(recipients.reduce((sum, count) => sum + count, 0)).toBe(150);
    await expectAllMoved(fixture, automation);
  });
});
