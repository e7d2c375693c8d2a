import type { AutomationStep, AutomationTrigger } from '../../../console/src/api/schemas';
import { filterFieldsOf } from '../../../console/src/audience/filter-fields';
import {
  describeEntry,
  describeExit,
  describeStep,
  describeTrigger,
  nameOfStep,
  withStepNumbers,
} from '../../../console/src/screens/automations/describe-automation';

const names = {
  groupName: (id: string) => (id === 'grp_1' ? '“Members”' : 'a group that was deleted'),
  fields: filterFieldsOf([]),
};
const audience = { everyone: true };

describe('what begins an automation', () => {
  it.each<[AutomationTrigger, string]>([
    [{ joined: 'grp_1' }, 'Someone joins “Members”'],
    [{ joined: 'grp_2' }, 'Someone joins a group that was deleted'],
    [{ event: 'order.shipped' }, 'The event “order.shipped” is reported'],
    [
      { date: 'birthDate', offsetDays: 0, at: '10:00' },
      'On the day of “Date of birth”, every year, at 10:00',
    ],
    [
      { date: 'customFields.Renewal', offsetDays: -1, at: '09:30' },
      '1 day before “Renewal”, every year, at 09:30',
    ],
    [{ date: 'birthDate', offsetDays: 3, at: '10:00' }, '3 days after “Date of birth”, every year, at 10:00'],
    [{ every: 'day', at: '10:00', audience }, 'Every day, at 10:00'],
    [{ every: 'week', at: '10:00', audience }, 'Every Monday, at 10:00'],
    [
      { every: 'week', on: ['MON', 'WED', 'FRI'], at: '10:00', audience },
      'Every Monday, Wednesday and Friday, at 10:00',
    ],
    [{ every: 'month', at: '10:00', audience }, 'On day 1 of every month, at 10:00'],
    [{ every: 'month', on: 31, at: '10:00', audience }, 'On day 31 of every month, at 10:00'],
  ])('%j', (trigger, words) => {
    expect(describeTrigger(trigger, names)).toBe(words);
  });
});

describe('a step', () => {
  it.each<[AutomationStep, string]>([
    [{ wait: { minutes: 1 } }, 'Wait 1 minute'],
    [{ wait: { hours: 2, at: '10:00' } }, 'Wait 2 hours, until 10:00'],
    [{ wait: { days: 3 } }, 'Wait 3 days'],
    [{ wait: { days: 0, at: '10:00' } }, 'Wait until 10:00'],
    [{ send: { body: 'Hello {{contact_first_name}}{{x}}' } }, 'Send “Hello [First name]{{x}}”'],
    [{ send: { mediaUrl: 'https://example.com/a.png' } }, 'Send a picture or file'],
    [
      { stopUnless: { field: 'firstName', op: 'exists', value: true } },
      'Go on only if First name is filled in',
    ],
    [{ join: 'grp_1' }, 'Join “Members”'],
    [{ leave: 'grp_1' }, 'Leave “Members”'],
  ])('%j', (step, words) => {
    expect(describeStep(step, names)).toBe(words);
  });

  it('is named by its number, counted from 1, and its first words', () => {
    const steps = [{ send: { body: 'x'.repeat(100) } }, { wait: { days: 1 } }];
    expect(nameOfStep(0, steps, names)).toBe(`1. Send “${'x'.repeat(33)}…`);
    expect(nameOfStep(1, steps, names)).toBe('2. Wait 1 day');
    expect(nameOfStep(2, steps, names)).toBe('End');
  });

  it('in a sentence of the service is counted from 1, too', () => {
    expect(withStepNumbers('Step 0: The text takes 2 segments.')).toBe('Step 1: The text takes 2 segments.');
    expect(withStepNumbers('It needs an approval.')).toBe('It needs an approval.');
  });
});

it('says how often people enter, and when they leave early', () => {
  expect([describeEntry('once'), describeEntry('always'), describeEntry({ onceInDays: 30 })]).toEqual([
    'Once in their life',
    'Each time',
    'At most once in 30 days',
  ]);
  const [event, joined] = [{ event: 'order.shipped' }, { joined: 'grp_1' }];
  const isAda = { field: 'firstName', op: 'equals', value: 'Ada' } as const;
  expect(describeExit(undefined, event, names)).toBe('Only who opts out');
  expect(describeExit(undefined, joined, names)).toBe('Only who opts out, or leaves the group');
  expect(describeExit(isAda, event, names)).toBe('Who opts out, or if First name is “Ada”');
});
