import type { Automation } from '../../../console/src/api/schemas';
import { filterFieldsOf } from '../../../console/src/audience/filter-fields';
import { describeSteering } from '../../../console/src/screens/automations/describe-steering';

const names = { groupName: () => '“Members”', fields: filterFieldsOf([]) };
const automation = (waiting: number, trigger: Automation['trigger'] = { joined: 'grp_1' }) => ({
  counts: { waiting } as Automation['counts'],
  trigger,
});
const saysOf = (...of: Parameters<typeof describeSteering>) => describeSteering(...of).join(' ');

describe('what is said before an automation is', () => {
  it('paused: people are held, and what becomes of them after a resume', () => {
    expect(describeSteering('pause', automation(1), names)).toEqual([
      '1 person is on the way now. Everyone is held where they are, and no text goes out but those that are being handed over.',
      'Who enters meanwhile is held as well.',
      'After a resume, those who were due within the last 24 hours go on at once, within the sending hours; the others leave, with the reason “Was due more than a day before”.',
    ]);
  });

  it('resumed: who goes on, and who leaves', () => {
    expect(saysOf('resume', automation(2), names)).toMatch(
      /^2 people are on the way now\. Of them, those who were due within the last 24 hours go on at once/,
    );
  });

  it('stopped: it is for good', () => {
    expect(saysOf('stop', automation(2), names)).toContain('They leave, and no new people enter.');
    expect(saysOf('stop', automation(0), names)).toContain('There are no people on the way now.');
    expect(saysOf('stop', automation(0), names)).toContain('cannot be started again');
  });

  it.each<[Automation['trigger'], string]>([
    [
      { joined: 'grp_1' },
      'From now on, everyone who joins “Members” enters. Those who are members already do not.',
    ],
    [{ event: 'order.shipped' }, 'From now on, the person of each event “order.shipped” enters'],
    [
      { date: 'birthDate', offsetDays: 0, at: '10:00' },
      'From now on, people enter: on the day of “Date of birth”, every year, at 10:00, by their own clocks.',
    ],
  ])('started by %j', (trigger, sentence) => {
    expect(saysOf('start', automation(0, trigger), names)).toContain(sentence);
  });
});
