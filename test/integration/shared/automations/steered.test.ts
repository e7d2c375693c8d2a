import { campaignItem } from '../../../../shared/campaigns/record/campaign';
import { type Automation, automationItem } from '../../../../shared/automations/record/automation';
import { sendIdOf } from '../../../../shared/automations/record/send-id';
import { updateExpression } from '../../../../shared/platform/store/expressions';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { type AutomationFixture, createAutomationFixture } from '../../../support/sending/automation-fixture';

let engine: TestEngine;
let fixture: AutomationFixture;
let phone: string;
let automation: Automation;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(async () => engine.stop());
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

  it('reach nobody who enters while it is stopped: they leave', async () => {
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
    expect(await fixture.runToEndOf(automation, phone)).toMatchObject([{ status: 'completed', version: 1 }]);
    await fixture.runUntil(() => fixture.taken.length > 0);
    expect(fixture.taken.map(({ body }) => body)).toEqual(['A']);
  });
});
