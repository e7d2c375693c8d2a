import { progressOf } from '../../../../../shared/audience/import/progress';

const RUNNING = {
  ...{ status: 'running' as const, rows: 250, totalRows: 1000 },
  pacedFrom: '2026-03-01T12:00:00.000Z',
};
const NOW = new Date('2026-03-01T12:00:10.000Z');

describe('rules E5: the progress of an import', () => {
  it('has the rows of the file, and the time that the rows left take at the pace so far', () => {
    expect(progressOf(RUNNING, NOW)).toEqual({ totalRows: 1000, secondsLeft: 30 });
    expect(progressOf({ ...RUNNING, rows: 999 }, NOW)).toEqual({ totalRows: 1000, secondsLeft: 1 });
    expect(progressOf({ ...RUNNING, rows: 1000 }, NOW)).toEqual({ totalRows: 1000, secondsLeft: 0 });
  });

  it('has no time before the first rows are done, and none at the end', () => {
    expect(progressOf({ ...RUNNING, rows: 0 }, NOW)).toEqual({ totalRows: 1000 });
    expect(progressOf({ ...RUNNING, pacedFrom: undefined }, NOW)).toEqual({ totalRows: 1000 });
    expect(progressOf({ ...RUNNING, status: 'completed' }, NOW)).toEqual({ totalRows: 1000 });
    expect(progressOf({ ...RUNNING, status: 'cancelled' }, NOW)).toEqual({ totalRows: 1000 });
  });

  it('is empty until the file was read', () => {
    expect(progressOf({ ...RUNNING, rows: 0, totalRows: undefined }, NOW)).toEqual({});
  });

  it('is never negative, whatever the clock says', () => {
    expect(progressOf(RUNNING, new Date('2026-03-01T11:00:00.000Z'))).toEqual({
      totalRows: 1000,
      secondsLeft: 0,
    });
  });
});
