import type { Automation, AutomationVersion } from '../../../console/src/api/schemas';
import { automationOf } from '../../../console/src/messages/automation-of';
import { planViewsOf } from '../../../console/src/screens/automations/plan-views';

const version = (number: number, isActive: boolean) =>
  ({
    version: number,
    isActive,
    plan: { name: `Plan ${number}` },
    steps: [],
  }) as unknown as AutomationVersion;
const automation = (number: number, status: Automation['status']) =>
  ({ version: number, status, name: `Plan ${number}` }) as Automation;
const labels = (...of: Parameters<typeof planViewsOf>) => planViewsOf(...of).map(({ label }) => label);

describe('the plans of an automation', () => {
  it('of a draft are itself', () => {
    expect(labels(automation(1, 'draft'), [])).toEqual(['Draft']);
  });

  it('begin with the version that people enter', () => {
    expect(labels(automation(2, 'running'), [version(2, true), version(1, false)])).toEqual([
      'Version 2, which people enter',
      'Version 1',
    ]);
  });

  it('begin with the change that waits for an approval, which has no counts', () => {
    const views = planViewsOf(automation(3, 'awaitingApproval'), [version(2, true)]);
    expect(views.map(({ label, steps }) => [label, steps])).toEqual([
      ['Waiting for approval', undefined],
      ['Version 2, which people enter', []],
    ]);
  });
});

it('a text of an automation leads to the automation, others do not', () => {
  expect(automationOf('aut_01KJMNEX00E7Q8Y4R2M5T9B3CD.1.0')).toBe('aut_01KJMNEX00E7Q8Y4R2M5T9B3CD');
  expect([automationOf('cmp_1'), automationOf(undefined)]).toEqual([undefined, undefined]);
});
