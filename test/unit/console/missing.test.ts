import { EMPTY_DRAFT, isSavable, type Draft } from '../../../console/src/screens/campaigns/compose/draft';
import { missingIn } from '../../../console/src/screens/campaigns/compose/missing';

const WHOLE: Draft = {
  ...EMPTY_DRAFT,
  name: 'Sale',
  from: '+12065550100',
  body: 'Hi',
  audience: { everyone: true },
  timing: 'at',
  date: '2026-12-01',
  time: '10:00',
  hasEnd: true,
  endDate: '2026-12-02',
  endTime: '20:00',
};
const STEPS = [0, 1, 2, 3];
const incompleteSteps = (part: Partial<Draft>) =>
  STEPS.filter((step) => missingIn({ ...WHOLE, ...part }, step));

describe('a step of the wizard', () => {
  it('is complete when everything is filled in', () => {
    expect(incompleteSteps({})).toEqual([]);
  });

  it.each<[string, Partial<Draft>, number]>([
    ['a name', { name: '' }, 0],
    ['a name other than spaces', { name: ' ' }, 0],
    ['a sender', { from: '' }, 0],
    ['an audience', { audience: {} }, 0],
    ['an audience with parts', { audience: { groups: [] } }, 0],
    ['a text', { body: '' }, 1],
    ['a text other than spaces', { body: ' \n' }, 1],
    ['a day', { date: '' }, 2],
    ['a whole time', { time: '10:' }, 2],
    ['a day of the end', { endDate: '' }, 2],
    ['a whole time of the end', { endTime: '' }, 2],
  ])('needs %s', (_what, part, step) => {
    expect(incompleteSteps(part)).toEqual([step]);
  });

  it.each<[string, Partial<Draft>]>([
    ['a text when there is a picture', { body: '', mediaUrl: 'https://example.com/a.png' }],
    ['a day and a time when it goes out at once', { timing: 'now', date: '', time: '' }],
    ['a day of the end when there is no end', { hasEnd: false, endDate: '', endTime: '' }],
  ])('does not need %s', (_what, part) => {
    expect(incompleteSteps(part)).toEqual([]);
  });

  it.each(['at', 'recipient', 'zone'] as const)('needs a day for the timing %s', (timing) => {
    expect(incompleteSteps({ timing, date: '' })).toEqual([2]);
  });
});

describe('a draft', () => {
  it.each<[string, Partial<Draft>]>([
    ['is complete', {}],
    ['has a picture and no text', { body: '', mediaUrl: 'https://example.com/a.png' }],
    ['has no day yet', { date: '', time: '', endDate: '', endTime: '' }],
  ])('is saved when it %s', (_what, part) => {
    expect(isSavable({ ...WHOLE, ...part })).toBe(true);
  });

  it.each<[string, Partial<Draft>]>([
    ['name', { name: ' ' }],
    ['sender', { from: '' }],
    ['text or picture', { body: ' ' }],
    ['audience', { audience: {} }],
  ])('is not saved without a %s', (_what, part) => {
    expect(isSavable({ ...WHOLE, ...part })).toBe(false);
  });
});
