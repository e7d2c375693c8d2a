import type { Automation } from '../../../../shared/automations/record/automation';
import { requeueDueAutomations } from '../../../../shared/automations/run/requeue-due-automations';
import { readOutboxItem } from '../../../../shared/outbox/outbox';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { readOutbox } from '../../../support/engines/outbox-items';
import { type AutomationFixture, createAutomationFixture } from '../../../support/sending/automation-fixture';
import { REFUSED, UNAVAILABLE } from '../../../support/sending/scripted-provider';

let engine: TestEngine;
let fixture: AutomationFixture;
let phone: string;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(async () => engine.stop());
beforeEach(async () => {
  fixture = await createAutomationFixture(engine.table, { contacts: 1 });
  phone = fixture.phones[0] ?? '';
});

const endsOf = async (automation: Automation) =>
  (await fixture.runToEndOf(automation, phone)).map(({ entry, status, step, reason }) => ({
    ...{ entry, status, step, reason },
  }));
/** Works until the ways of the phone have the ends that are expected. */
const untilEnds = (automation: Automation, isOver: (ends: string[]) => boolean) =>
  fixture.runUntil(async () => isOver((await fixture.ways(automation, phone)).map(({ status }) => status)));

describe('rules E10.3: a text that fails', () => {
  it('ends each way of a person whose texts were in one job', async () => {
    const automation = await fixture.start({ steps: [{ send: { body: 'A' } }] });
    fixture.answer.current = () => REFUSED;
    await fixture.enter(automation, phone, 'evt_1');
    await fixture.enter(automation, phone, 'evt_2');
    await untilEnds(automation, (ends) => ends.every((end) => end === 'failed'));
    expect(await endsOf(automation)).toMatchObject([
      { entry: 'evt_1', status: 'failed', step: 0 },
      { entry: 'evt_2', status: 'failed', step: 0 },
    ]);
    expect(await fixture.counts(automation)).toMatchObject({
      entered: 2,
      waiting: 0,
      completed: 0,
      failed: 2,
    });
  });

  it('ends a way that has gone on meanwhile', async () => {
    const automation = await fixture.start({
      steps: [{ send: { body: 'A' } }, { wait: { minutes: 1 } }],
    });
    fixture.answer.current = () => UNAVAILABLE;
    await fixture.enter(automation, phone, 'evt_1');
    await fixture.runToEndOf(automation, phone);
    expect(await fixture.ways(automation, phone)).toMatchObject([{ status: 'completed', step: 2 }]);
    fixture.answer.current = () => REFUSED;
    await untilEnds(automation, ([end]) => end === 'failed');
    expect(await endsOf(automation)).toMatchObject([{ status: 'failed', step: 0 }]);
    expect(await fixture.counts(automation)).toMatchObject({
      ...{ entered: 1, waiting: 0, completed: 0, failed: 1 },
    });
  });

  it('holds up the text after it, which is not sent when it has failed', async () => {
    const automation = await fixture.start({
      steps: [{ send: { body: 'A' } }, { wait: { minutes: 1 } }, { send: { body: 'B' } }],
    });
    fixture.answer.current = () => UNAVAILABLE;
    await fixture.enter(automation, phone, 'evt_1');
    await fixture.runUntil(async () => {
      await requeueDueAutomations(fixture.deps);
      return (await fixture.ways(automation, phone)).every(({ step }) => step === 2);
    });
    fixture.answer.current = () => REFUSED;
    expect(await endsOf(automation)).toMatchObject([{ status: 'failed', step: 0 }]);
    expect(fixture.taken).toEqual([]);
  });

  it('is looked at again when the message about its job was lost', async () => {
    const automation = await fixture.start({ steps: [{ send: { body: 'A' } }] });
    fixture.answer.current = () => REFUSED;
    let lost = 0;
    fixture.work.current = async (task) => {
      if (task.jobId !== undefined && (lost += 1) === 1) return;
      await fixture.workTask(task);
    };
    await fixture.enter(automation, phone, 'evt_1');
    await untilEnds(automation, ([end]) => end === 'failed');
    expect(lost).toBe(2);
    const left = (await readOutbox(engine.table))
      .map(readOutboxItem)
      .filter(({ entry }) => entry.kind === 'campaign' && entry.jobId !== undefined);
    expect(left).toEqual([]);
  });
});
