import { installMovableClock, type MovableClock } from '../../../../lib/local/clock';

const SystemDate = globalThis.Date;
const HOUR_MS = 3_600_000;

describe('installMovableClock', () => {
  let clock: MovableClock;

  beforeEach(() => {
    jest.spyOn(SystemDate, 'now').mockReturnValue(SystemDate.UTC(2026, 10, 20, 12));
    clock = installMovableClock(HOUR_MS);
  });

  afterEach(() => {
    clock.uninstall();
    jest.restoreAllMocks();
  });

  it('begins at the offset that it is given', () => {
    expect({
      now: clock.now().toISOString(),
      offsetMs: clock.offsetMs,
      dateNow: Date.now(),
      newDate: new Date().toISOString(),
    }).toEqual({
      now: '2026-11-20T13:00:00.000Z',
      offsetMs: 3_600_000,
      dateNow: 1_795_179_600_000,
      newDate: '2026-11-20T13:00:00.000Z',
    });
  });

  it('moves every way to ask for the time', () => {
    clock.advance(90_000);
    expect([clock.now().toISOString(), new Date().toISOString(), Date.now(), clock.offsetMs]).toEqual([
      '2026-11-20T13:01:30.000Z',
      '2026-11-20T13:01:30.000Z',
      1_795_179_690_000,
      3_690_000,
    ]);
    expect(Date()).toContain('2026');
  });

  it('leaves dates alone that are given', () => {
    expect([
      new Date('2020-02-29T00:00:00.000Z').toISOString(),
      new Date(0).toISOString(),
      new Date(Date.UTC(2021, 0, 2)).toISOString(),
      Date.parse('1970-01-01T00:00:01.000Z'),
    ]).toEqual(['2020-02-29T00:00:00.000Z', '1970-01-01T00:00:00.000Z', '2021-01-02T00:00:00.000Z', 1000]);
  });

  it('keeps older dates, and dates of subclasses, instances of Date', () => {
    class Deadline extends Date {}
    expect([
      new SystemDate() instanceof Date,
      new Deadline() instanceof Deadline,
      new Deadline().toISOString(),
    ]).toEqual([true, true, '2026-11-20T13:00:00.000Z']);
  });

  it('calls listeners with the new time in place, until they leave', () => {
    const seen: string[] = [];
    const leave = clock.onAdvance(() => seen.push(new Date().toISOString()));
    clock.advance(1);
    leave();
    clock.advance(1);
    expect(seen).toEqual(['2026-11-20T13:00:00.001Z']);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('does not move by %d ms', (ms) => {
    expect(() => clock.advance(ms)).toThrow(RangeError);
    expect(clock.offsetMs).toBe(3_600_000);
  });

  it('moves up to the last millisecond of the year 9999 and no further', () => {
    clock.advance(Date.UTC(9999, 11, 31, 23, 59, 59, 999) - Date.now());
    expect(new Date().toISOString()).toBe('9999-12-31T23:59:59.999Z');
    expect(() => clock.advance(1)).toThrow(RangeError);
  });

  it('is installed once at a time', () => {
    expect(() => installMovableClock(0)).toThrow('movable already');
  });

  it('gives the own Date of the process back', () => {
    clock.uninstall();
    expect(globalThis.Date).toBe(SystemDate);
  });
});
