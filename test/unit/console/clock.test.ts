import fc from 'fast-check';
import { isTime } from '../../../console/src/screens/campaigns/compose/clock';
import { loadAsReader } from '../../support/console/load-as-reader';

const load = loadAsReader(() => import('../../../console/src/screens/campaigns/compose/clock'));

describe('a field for a time', () => {
  it.each(['00:00', '09:30', '23:59'])('is filled in with %s', (text) => {
    expect(isTime(text)).toBe(true);
  });

  it.each(['', '9', '9:30', '09:3', '09:', '09:30:00', ' 09:30'])('is not filled in with %j', (text) => {
    expect(isTime(text)).toBe(false);
  });
});

describe('the fields for a day and a time', () => {
  it.each([
    ['2026-07-01T15:30:00.000Z', { date: '2026-07-01', time: '09:30' }],
    ['2026-12-01T15:30:00.000Z', { date: '2026-12-01', time: '08:30' }],
    ['2026-12-01T06:59:59.999Z', { date: '2026-11-30', time: '23:59' }],
  ])('show %s on the clock of the reader, as %j', async (instant, clock) => {
    const { clockOf } = await load();
    expect(clockOf(instant)).toEqual(clock);
  });

  it.each([
    ['2026-12-01T06:59:59.999Z', '2026-12-01'],
    ['2026-12-01T07:00:00.000Z', '2026-12-02'],
    ['2027-01-01T05:00:00.000Z', '2027-01-01'],
  ])('begin at %s with the next day of the reader, %s', async (now, day) => {
    const { tomorrow } = await load();
    expect(tomorrow(new Date(now))).toBe(day);
  });

  it('are an instant on the clock of the reader', async () => {
    const { instantOf } = await load();
    expect(instantOf({ date: '2026-07-01', time: '09:30' }, undefined)).toBe('2026-07-01T15:30:00.000Z');
  });

  it('keep the seconds of the stored instant while they are unchanged', async () => {
    const { instantOf } = await load();
    const stored = '2026-07-01T15:30:59.123Z';
    expect(instantOf({ date: '2026-07-01', time: '09:30' }, stored)).toBe(stored);
    expect(instantOf({ date: '2026-07-01', time: '09:31' }, stored)).toBe('2026-07-01T15:31:00.000Z');
    expect(instantOf({ date: '2026-07-02', time: '09:30' }, stored)).toBe('2026-07-02T15:30:00.000Z');
  });

  it('keep the second of the two hours at the end of summer time', async () => {
    const { clockOf, instantOf } = await load();
    const first = '2026-11-01T07:30:00.000Z';
    const second = '2026-11-01T08:30:00.000Z';
    const clock = { date: '2026-11-01', time: '01:30' };
    expect([clockOf(first), clockOf(second)]).toEqual([clock, clock]);
    expect([instantOf(clock, first), instantOf(clock, second)]).toEqual([first, second]);
  });

  it('never move an instant that they were filled from', async () => {
    const { clockOf, instantOf } = await load();
    const min = new Date('2026-10-25');
    const instant = fc.date({ min, max: new Date('2035-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, (date) => {
        const iso = date.toISOString();
        expect(instantOf(clockOf(iso), iso)).toBe(iso);
      }),
    );
  });
});
