import {
  journeyWith,
  linesAbout,
  readDraft,
  smsThen,
} from '../../../../../support/pinpoint/pinpoint-documents';

const read = (more: object) => readDraft(journeyWith({ sms: smsThen() }, more));
const hoursOf = (more: object) => read(more).draft.sendingHours;
const quiet = (Start: string, End: string) => ({ QuietTime: { Start, End } });
const day = (...times: Array<[string, string]>) =>
  times.map(([StartTime, EndTime]) => ({ StartTime, EndTime }));
const open = (SMS: object) => ({ SendingSchedule: true, OpenHours: { SMS } });

describe('quiet time', () => {
  it.each([
    ['21:00', '09:00', { from: '09:00', to: '21:00' }],
    ['00:00', '08:00', { from: '08:00', to: '24:00' }],
    ['22:00', '00:00', { from: '00:00', to: '22:00' }],
    ['22:00', '23:59', { from: '00:00', to: '22:00' }],
  ])('from %s to %s leaves the hours between', (start, end, hours) => {
    expect(hoursOf(quiet(start, end))).toEqual(hours);
  });

  it.each([
    ['12:00', '14:00', 'cannot have a pause'],
    ['12:00', '12:00', 'cannot have a pause'],
    ['9 pm', '09:00', 'no pair of times'],
  ])('from %s to %s is told, and not taken over', (start, end, note) => {
    const draft = read(quiet(start, end));

    expect(draft.draft.sendingHours).toBeUndefined();
    expect(linesAbout(draft, '/QuietTime')).toEqual([expect.stringContaining(note)]);
  });
});

describe('open hours', () => {
  it('that are the same on some days are taken over with the days, in the order of the week', () => {
    const hours = open({ TUESDAY: day(['09:00', '18:00']), MONDAY: day(['09:00', '18:00']), SUNDAY: [] });

    expect(hoursOf(hours)).toEqual({ from: '09:00', to: '18:00', days: ['MON', 'TUE'] });
    expect(linesAbout(read(hours), '/OpenHours')).toEqual([
      'taken Texts are sent from 09:00 to 18:00 on MON, TUE.',
    ]);
  });

  it('that differ are narrowed to what the days have in common', () => {
    const hours = open({ MONDAY: day(['08:00', '18:00']), TUESDAY: day(['T10:00', 'T00:00']) });

    expect(hoursOf(hours)).toEqual({ from: '10:00', to: '18:00', days: ['MON', 'TUE'] });
    expect(linesAbout(read(hours), '/OpenHours')[0]).toMatch(/^changed .*in common\.$/);
  });

  it.each([
    ['without an hour in common', { MONDAY: day(['08:00', '10:00']), TUESDAY: day(['10:00', '12:00']) }],
    ['with two stretches in a day', { MONDAY: day(['08:00', '10:00'], ['12:00', '14:00']) }],
    ['of a day that there is not', { SOMEDAY: day(['08:00', '10:00']) }],
    ['that end before they begin', { MONDAY: day(['10:00', '08:00']) }],
  ])('%s are told, and not taken over', (_what, rules) => {
    const draft = read(open(rules));

    expect(draft.draft.sendingHours).toBeUndefined();
    expect(linesAbout(draft, '/OpenHours')[0]).toMatch(/^left /);
  });

  it('count together with quiet time', () => {
    const hours = { ...open({ MONDAY: day(['08:00', '22:00']) }), ...quiet('21:00', '09:30') };

    expect(hoursOf(hours)).toEqual({ from: '09:30', to: '21:00', days: ['MON'] });
  });

  it('give way to quiet time that leaves none of them', () => {
    const draft = read({ ...open({ MONDAY: day(['08:00', '09:00']) }), ...quiet('21:00', '09:30') });

    expect(draft.draft.sendingHours).toEqual({ from: '09:30', to: '21:00' });
    expect(linesAbout(draft, '/OpenHours')).toContain(
      'left Open hours and quiet time leave no time of day: the hours are those outside quiet time.',
    );
  });

  it('were not in force without SendingSchedule', () => {
    const draft = read({ ...open({ MONDAY: day(['08:00', '10:00']) }), SendingSchedule: false });

    expect(draft.draft.sendingHours).toBeUndefined();
    expect(linesAbout(draft, '/OpenHours')).toEqual([
      'left They were not in force: SendingSchedule is not true.',
    ]);
  });
});
