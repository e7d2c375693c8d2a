import type {
  Automation,
  AutomationRequest,
  Condition,
  CustomField,
  Group,
} from '../../../console/src/api/schemas';
import {
  type Draft,
  draftOf,
  EMPTY_DRAFT,
  newStep,
  patchOf,
  requestOf,
} from '../../../console/src/screens/automations/compose/draft';
import { isComplete, missingIn } from '../../../console/src/screens/automations/compose/missing';
import { inserted, isFull, moved } from '../../../console/src/screens/automations/compose/step-order';
import { draftFrom, TEMPLATES } from '../../../console/src/screens/automations/compose/templates';

const PLAN: AutomationRequest = {
  name: 'Welcome',
  from: '+12065550100',
  purpose: 'informational',
  trigger: { joined: 'grp_1' },
  entry: 'once',
  steps: [{ send: { body: 'Welcome!' } }],
};
const stored = (part: Partial<AutomationRequest>) => ({ ...PLAN, ...part }) as Automation;

/** Rule of the editor that has no value yet. */
const UNFINISHED = { field: 'firstName', op: 'equals', value: null } as unknown as Condition;

describe('the draft of an automation', () => {
  it.each<Partial<AutomationRequest>>([
    {},
    { trigger: { event: 'order.shipped' } },
    { trigger: { date: 'birthDate', offsetDays: 0, at: '10:00' } },
    { trigger: { date: 'customFields.Renewal', offsetDays: -3, at: '09:30' } },
    { trigger: { date: 'birthDate', offsetDays: 7, at: '10:00' } },
    { trigger: { every: 'day', at: '10:00', audience: { everyone: true } } },
    { trigger: { every: 'week', on: ['MON', 'FRI'], at: '10:00', audience: { groups: ['grp_1'] } } },
    { trigger: { every: 'month', on: 31, at: '10:00', audience: { everyone: true } } },
    { entry: 'always' },
    { entry: { onceInDays: 90 } },
    { audience: { filter: { field: 'firstName', op: 'equals', value: 'Ada' } } },
    { exit: { field: 'firstName', op: 'equals', value: 'Ada' } },
    { sendingHours: { from: '09:00', to: '20:00' } },
    { sendingHours: { from: '09:00', to: '20:00', days: ['MON'] } },
    {
      steps: [
        { wait: { minutes: 30 } },
        { wait: { hours: 2, at: '10:00' } },
        { wait: { days: 3, at: '10:00' } },
        { wait: { days: 0, at: '10:00' } },
        { send: { body: 'Hello', mediaUrl: 'https://example.com/a.png' } },
        { send: { mediaUrl: 'https://example.com/a.png' } },
        { stopUnless: { field: 'firstName', op: 'exists', value: true } },
        { join: 'grp_1' },
        { leave: 'grp_1' },
      ],
    },
  ])('gives back what is stored: %j', (part) => {
    expect(requestOf(draftOf(stored(part)))).toEqual({ ...PLAN, ...part });
  });

  it('takes out what was taken out, when a stored one is changed', () => {
    const draft = draftOf(
      stored({ audience: { everyone: true }, sendingHours: { from: '09:00', to: '20:00' } }),
    );
    expect(patchOf({ ...draft, hasAudience: false, hasHours: false })).toEqual({
      ...PLAN,
      audience: null,
      exit: null,
      sendingHours: null,
    });
  });

  it('says in a patch that the hours hold on every day, since days that it leaves out would stay', () => {
    const draft = draftOf(stored({ sendingHours: { from: '09:00', to: '20:00', days: ['MON'] } }));
    expect(patchOf(draft)).toMatchObject({ sendingHours: { from: '09:00', to: '20:00', days: ['MON'] } });
    expect(patchOf({ ...draft, hoursDays: [] })).toMatchObject({
      sendingHours: { from: '09:00', to: '20:00', days: null },
    });
  });

  it('moves a step to another place', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 1, 2)).toEqual(['a', 'c', 'b']);
  });

  it('leaves the first step first, and the last one last', () => {
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
    expect(moved(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c']);
  });

  it('takes another step at any place', () => {
    expect([0, 1, 2].map((at) => inserted(['a', 'b'], at, 'new'))).toEqual([
      ['new', 'a', 'b'],
      ['a', 'new', 'b'],
      ['a', 'b', 'new'],
    ]);
  });

  it('takes 20 steps and not a 21st', () => {
    const steps = Array.from({ length: 19 }, (_, index) => index);
    expect([isFull(steps), inserted(steps, 0, 99).length]).toEqual([false, 20]);
    const full = [...steps, 19];
    expect([isFull(full), inserted(full, 0, 99)]).toEqual([true, full]);
  });

  it('keeps what was typed in a step that is moved, and saves the steps in their new order', () => {
    const draft = draftOf(stored({ steps: [{ send: { body: 'Hello' } }, { wait: { days: 2 } }] }));
    const [first, second] = draft.steps;
    const steps = moved(inserted(draft.steps, 1, newStep('wait', { amount: '5', unit: 'hours' })), 0, 2);
    expect(steps.map(({ key }) => key)).toEqual([expect.any(String), second?.key, first?.key]);
    expect(requestOf({ ...draft, steps }).steps).toEqual([
      { wait: { hours: 5 } },
      { wait: { days: 2 } },
      { send: { body: 'Hello' } },
    ]);
  });
});

describe('what an automation lacks', () => {
  const draft: Draft = { ...draftOf(stored({})) };
  const lacks = (part: Partial<Draft>) => {
    const { ofSteps, ...fields } = missingIn({ ...draft, ...part });
    return [...Object.keys(fields), ...ofSteps.values()];
  };

  it('is nothing, when it is filled in', () => {
    expect(isComplete(missingIn(draft))).toBe(true);
    expect(isComplete(missingIn(EMPTY_DRAFT))).toBe(false);
  });

  it.each<[Partial<Draft>, string[]]>([
    [{ name: ' ' }, ['name']],
    [{ from: '' }, ['from']],
    [{ groupId: '' }, ['groupId']],
    [{ begins: 'event', event: 'with space' }, ['event']],
    [{ begins: 'event', event: 'order.shipped' }, []],
    [{ begins: 'date', dateField: '' }, ['dateField']],
    [{ begins: 'date', side: 'before', days: '0' }, ['days']],
    [{ begins: 'date', side: 'before', days: '365' }, []],
    [{ begins: 'date', side: 'after', days: '366' }, ['days']],
    [{ begins: 'date', at: '' }, ['at']],
    [{ begins: 'every' }, ['runAudience']],
    [{ begins: 'every', weekdays: [], runAudience: { everyone: true } }, ['weekdays']],
    [{ begins: 'every', every: 'month', monthDay: '32', runAudience: { everyone: true } }, ['monthDay']],
    [{ hasAudience: true }, ['audience']],
    [{ entry: 'onceInDays', entryDays: '' }, ['entryDays']],
    [{ hasExit: true }, ['exit']],
    [{ hasExit: true, exit: UNFINISHED }, ['exit']],
    [{ steps: [] }, ['steps']],
    [{ steps: [newStep('wait')] }, ['steps']],
    [{ steps: [newStep('send')] }, ['Write the text, or give the address of a picture.']],
    [{ steps: [newStep('send', { mediaUrl: 'https://example.com/a.png' })] }, []],
    [{ steps: [...draft.steps, newStep('wait', { amount: '366' })] }, ['Say how long, a year at most.']],
    [{ steps: [...draft.steps, newStep('wait', { unit: 'time', at: '' })] }, ['Choose the time.']],
    [{ steps: [...draft.steps, newStep('stopUnless')] }, ['Say who goes on.']],
    [{ steps: [...draft.steps, newStep('stopUnless', { condition: UNFINISHED })] }, ['Say who goes on.']],
    [{ steps: [newStep('leave')] }, ['Choose the group.']],
  ])('%j', (part, missing) => {
    expect(lacks(part)).toEqual(missing);
  });
});

describe('the templates', () => {
  const group = { id: 'grp_1', name: 'Members' } as Group;
  const world = { accountName: 'Acme', from: '+12065550100', groups: [group], customFields: [] };
  const visit = { label: 'Last visit', type: 'DATE' } as unknown as CustomField;
  const missingOf = (id: string, customFields: CustomField[] = []) => {
    const template = TEMPLATES.find((one) => one.id === id);
    if (!template) throw new Error(`There is no template ${id}`);
    const { ofSteps, ...fields } = missingIn(draftFrom(template, { ...world, customFields }));
    return [...Object.keys(fields), ...ofSteps.values()];
  };

  it('are five and a blank one', () => {
    expect(TEMPLATES.map(({ id }) => id)).toEqual([
      ...['welcome', 'birthday', 'reminder', 'win-back', 'weekly', 'blank'],
    ]);
  });

  it.each(['welcome', 'birthday', 'win-back', 'weekly'])('%s can be saved as it is', (id) => {
    expect(missingOf(id)).toEqual([]);
  });

  it('reminder asks for the date, unless the account has one', () => {
    expect(missingOf('reminder')).toEqual(['dateField']);
    expect(missingOf('reminder', [visit])).toEqual([]);
  });

  it('with several groups, none by default, ask for the group', () => {
    const template = TEMPLATES[0];
    const groups = [group, { ...group, id: 'grp_2' }];
    expect(template && missingIn(draftFrom(template, { ...world, groups })).groupId).toBe(
      'Choose the group.',
    );
    const byDefault = [group, { ...group, id: 'grp_2', isDefault: true }];
    expect(template && draftFrom(template, { ...world, groups: byDefault }).groupId).toBe('grp_2');
  });

  it('win-back takes the first date of the account, else when a contact was added', () => {
    const template = TEMPLATES.find(({ id }) => id === 'win-back');
    const filterWith = (customFields: CustomField[]) =>
      template && draftFrom(template, { ...world, customFields }).runAudience.filter;
    expect(filterWith([])).toEqual({ not: { field: 'createdAt', op: 'withinLastDays', value: 60 } });
    expect(filterWith([visit])).toEqual({
      all: [
        { field: 'customFields.Last visit', op: 'exists', value: true },
        { not: { field: 'customFields.Last visit', op: 'withinLastDays', value: 60 } },
      ],
    });
  });
});
