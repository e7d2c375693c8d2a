import { choosableOf, isColumnShown, withColumn } from '../../../console/src/lists/column-choice';

const NAME = { id: 'name', isRowHeader: true };
const STATUS = { id: 'status' };
const CITY = { id: 'city', isExtra: true };
const ACTIONS = { id: 'actions' };

describe('the columns of a list', () => {
  it('can be chosen, but for the one that names the row and its actions', () => {
    expect(choosableOf([NAME, STATUS, { id: 'when' }, CITY, ACTIONS])).toEqual([
      STATUS,
      { id: 'when' },
      CITY,
    ]);
  });

  it('are not chosen where there are fewer than three', () => {
    expect(choosableOf([NAME, STATUS, CITY, ACTIONS])).toEqual([]);
  });

  it.each([
    ['a standard one', STATUS, {}, true],
    ['a further one', CITY, {}, false],
    ['a standard one that was hidden', STATUS, { status: false }, false],
    ['a further one that was chosen', CITY, { city: true }, true],
    ['the one that names the row, whatever is kept', NAME, { name: false }, true],
    ['the actions, whatever is kept', ACTIONS, { actions: false }, true],
  ])('show %s: %#', (_which, column, choice, isShown) => {
    expect(isColumnShown(column, choice)).toBe(isShown);
  });

  it('keep only what differs from the standard', () => {
    const hidden = withColumn({}, STATUS, false);
    expect(hidden).toEqual({ status: false });
    const both = withColumn(hidden, CITY, true);
    expect(both).toEqual({ status: false, city: true });
    expect(withColumn(both, STATUS, true)).toEqual({ city: true });
    expect(withColumn({ city: true }, CITY, false)).toEqual({});
  });
});
