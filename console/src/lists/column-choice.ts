/** Part of a column that a choice of columns needs. */
interface Choosable {
  id?: string | undefined;
  isRowHeader?: boolean | undefined;
  /** Set for a column that is shown only once a user has chosen it. */
  isExtra?: boolean | undefined;
}

/** Columns that a user has shown or hidden, by their ids. Others are as the list has them. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

/** Column of the actions of each row, which is always shown. */
export const ACTIONS = 'actions';

/** Least number of columns to choose from: a list with fewer is shown as it is. */
const MIN_CHOOSABLE = 3;

/** Returns true for a column that can be hidden: all but the one that names the row, and its actions. */
const isChoosable = ({ id, isRowHeader }: Choosable): boolean =>
  id !== undefined && id !== ACTIONS && isRowHeader !== true;

/** Returns the columns that can be shown and hidden; none when there are too few of them. */
export function choosableOf<C extends Choosable>(columns: readonly C[]): C[] {
  const choosable = columns.filter(isChoosable);
  return choosable.length < MIN_CHOOSABLE ? [] : choosable;
}

/** Returns true for a column that is shown. */
export const isColumnShown = (column: Choosable, choice: ColumnChoice): boolean =>
  !isChoosable(column) || (choice[column.id ?? ''] ?? column.isExtra !== true);

/** Returns the choice with a column shown or hidden. What the list does by itself is not kept. */
export function withColumn(choice: ColumnChoice, column: Choosable, isShown: boolean): ColumnChoice {
  const { [column.id ?? '']: _former, ...others } = choice;
  return isShown === (column.isExtra !== true) ? others : { ...others, [column.id ?? '']: isShown };
}
