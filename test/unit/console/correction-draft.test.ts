import {
  correctRow,
  NO_CORRECTION,
  rowsTried,
  tryOf,
  typeInto,
  withoutRows,
} from '../../../console/src/screens/imports/correction-draft';

const type = (draft: typeof NO_CORRECTION, row: number, column: number, value: string) =>
  typeInto(draft, { row, column, value, before: 'none' });
const TYPED = type(type(NO_CORRECTION, 7, 0, '+1'), 3, 1, 'Bo');

describe('a correction of rejected rows', () => {
  it('chooses a row that is changed, and no longer one whose value is that of the file again', () => {
    expect(TYPED).toEqual({
      ...NO_CORRECTION,
      values: { 3: { 1: 'Bo' }, 7: { 0: '+1' } },
      chosen: [3, 7],
    });
    expect(type(TYPED, 7, 0, 'none')).toEqual({ ...NO_CORRECTION, values: { 3: { 1: 'Bo' } }, chosen: [3] });
  });

  it('keeps an empty value, which clears the cell', () => {
    expect(correctRow(type(NO_CORRECTION, 7, 0, ''), { row: 7, cells: ['none', 'Zoë'] }).cells).toEqual([
      '',
      'Zoë',
    ]);
  });

  it('changes only what was typed', () => {
    expect(correctRow(TYPED, { row: 3, cells: ['a', 'b'] })).toEqual({ row: 3, cells: ['a', 'Bo'] });
    expect(correctRow(TYPED, { row: 4, cells: ['a', 'b'] })).toEqual({ row: 4, cells: ['a', 'b'] });
  });

  it('keeps its key for the same rows and values, and has a new one for others', () => {
    const first = tryOf(TYPED, { newKey: 'one', isTrial: false });
    const again = { newKey: 'two', isTrial: false };
    expect(first.key).toBe('one');
    expect(tryOf(first, again).key).toBe('one');
    expect(tryOf(type(first, 7, 0, '+12'), again).key).toBe('two');
    expect(tryOf({ ...first, chosen: [3] }, again).key).toBe('two');
    // A value of a row that is not chosen is no part of the try.
    expect(tryOf({ ...first, values: { ...first.values, 9: { 0: 'x' } } }, again).key).toBe('one');
    // The import of an earlier trial stays a trial.
    expect(tryOf(first, { newKey: 'two', isTrial: true }).key).toBe('two');
  });

  it('forgets rows whose import has begun, and keeps the others', () => {
    expect(withoutRows(tryOf(TYPED, { newKey: 'one', isTrial: false }), [3])).toEqual({
      ...NO_CORRECTION,
      values: { 7: { 0: '+1' } },
      chosen: [7],
    });
  });

  it('is over for rows of an import that runs or is completed, and open after one that failed', () => {
    const statuses = ['running', 'completed', 'failed', 'cancelled', 'awaitingUpload', undefined] as const;
    const corrections = statuses.map((status, index) => ({
      ...{ id: `imp_${index}`, key: 'k', rows: [index] },
      ...(status && { status }),
    }));
    expect([...rowsTried({ corrections, dryRun: false })].map(([row, { id }]) => [row, id])).toEqual([
      [0, 'imp_0'],
      [1, 'imp_1'],
    ]);
  });

  it('leaves rows of a trial open once the corrected import is no trial any more', () => {
    const trial = { id: 'imp_1', key: 'k', rows: [2], status: 'completed' as const, dryRun: true };
    const real = { id: 'imp_2', key: 'l', rows: [3], status: 'running' as const, dryRun: false };
    const corrections = [trial, real];
    expect([...rowsTried({ corrections, dryRun: true }).keys()]).toEqual([2, 3]);
    expect([...rowsTried({ corrections, dryRun: false }).keys()]).toEqual([3]);
  });
});
