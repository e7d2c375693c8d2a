import { campaignItem } from '../../../../shared/campaigns/record/campaign';
import { type Automation, automationItem } from '../../../../shared/automations/record/automation';
import { sendIdOf } from '../../../../shared/automations/record/send-id';
import { updateExpression } from '../../../../shared/platform/store/expressions';
import { useEngine } from '../../../support/engines/engine';
import { type AutomationFixture, createAutomationFixture } from '../../../support/sending/automation-fixture';
import { requeueDueAutomations } from '../../../../shared/automations/run/requeue-due-automations';
import { readOutboxItem } from '../../../../shared/outbox/outbox';
import { readOutbox } from '../../../support/engines/outbox-items';
import { REFUSED, UNAVAILABLE } from '../../../support/sending/scripted-provider';

describe('the texts of an automation that is paused, resumed or stopped', () => {
  const engine = useEngine();
  let fixture: AutomationFixture;
  let phone: string;
  let automation: Automation;
  beforeEach(async () => {
    fixture = await createAutomationFixture(engine.table, { contacts: 1 });
    phone = fixture.phones[0] ?? '';
    automation = await fixture.start({ steps: [{ send: { body: 'A' } }] });
  });

  const keyOfText = (version: number) => {
    const { accountId } = fixture;
    return campaignItem.key({ accountId, id: sendIdOf({ automationId: automation.id, version, step: 0 }) });
  };
  const statusOfText = async (version = 1) =>
    campaignItem.readIfAny(await engine.table.get(keyOfText(version)))?.status;
  const work = () => fixture.workTask({ accountId: fixture.accountId, campaignId: automation.id });

  describe('rules E10.4: the texts of an automation', () => {
    it('rest in a version that is made during a pause, until it ends', async () => {
      await fixture.steer(automation, 'pause');
      await fixture.update(automation, { steps: [{ send: { body: 'B' } }] });
      expect([await statusOfText(1), await statusOfText(2)]).toEqual(['paused', 'paused']);
      await fixture.steer(automation, 'resume');
      expect([await statusOfText(1), await statusOfText(2)]).toEqual(['sending', 'sending']);
    });

    it('go on after a resumption that died before it told them', async () => {
      const pauseText = () =>
        engine.table.update({ Key: keyOfText(1), ...updateExpression({ set: { status: 'paused' } }) });
      await pauseText();
      await work();
      expect(await statusOfText()).toBe('sending');

      await fixture.steer(automation, 'stop');
      await pauseText();
      await work();
      expect(await statusOfText()).toBe('cancelled');
    });

    it('are not sent to people who enter while it is stopped: they leave', async () => {
      await fixture.steer(automation, 'stop');
      // Its worker looks for the last time.
      await fixture.runUntil(
        async () => (await engine.table.get(automationItem.key(automation)))?.gsi1sk === undefined,
      );
      // As read before the stop.
      await fixture.enter(automation, phone, 'evt_1');
      expect(await fixture.runToEndOf(automation, phone)).toMatchObject([
        { status: 'exited', reason: 'stopped', step: 0 },
      ]);
      expect(fixture.taken).toEqual([]);
    });
  });

  describe('rules E10: a change during a pause, in an account with approvals', () => {
    it('takes effect with its approval, which the resumption asks for', async () => {
      await fixture.setAccount({ approvalAbove: 10 });
      await fixture.steer(automation, 'pause');
      expect(await fixture.update(automation, { steps: [{ send: { body: 'B' } }] })).toMatchObject({
        ...{ status: 'paused', version: 2, activeVersion: 1 },
      });
      for (const time of ['first', 'again'])
        expect({ time, ...(await fixture.steer(automation, 'resume')) }).toMatchObject({
          ...{ time, status: 'awaitingApproval', version: 2, activeVersion: 1 },
        });
      await fixture.enter(await fixture.read(automation), phone, 'evt_1');
      expect(await fixture.runToEndOf(automation, phone)).toMatchObject([
        { status: 'completed', version: 1 },
      ]);
      await fixture.runUntil(() => fixture.taken.length > 0);
      expect(fixture.taken.map(({ body }) => body)).toEqual(['A']);
    });
  });
});

describe('texts of an automation that fail', () => {
  const engine = useEngine();
  let fixture: AutomationFixture;
  let phone: string;
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
});
