import type { ReactNode } from 'react';
import type { Bulk } from './bulk-bar';
import { ACTIONS } from './column-choice';
import type { DataTableProps } from './data-table';
import { RowActions, type RowAction } from './row-actions';
import { ResourceTable } from './resource-table';
import type { Pages } from './use-pages';

export interface SimpleColumn<T> {
  header: string;
  cell: (item: T) => ReactNode;
  /** Value by which a complete list is sorted: text, or a number. A column without it is not sorted by. */
  sortBy?: (item: T) => string | number;
  /** Least width in pixels, where it is not that of every column. */
  minWidth?: number;
  /** Set for a column that is shown only once a user has chosen it. */
  isExtra?: boolean;
}

interface Props<T> {
  pages: Pages<T>;
  label: string;
  trackBy: (item: T) => string;
  empty: ReactNode;
  header?: ReactNode;
  filter?: ReactNode;
  /** Columns; the first one names the row. */
  columns: SimpleColumn<T>[];
  actions?: ((item: T) => RowAction[]) | undefined;
  card?: DataTableProps<T>['card'];
  bulk?: Bulk<T> | undefined;
  totals?: (items: T[]) => string[];
}

/** Table of resources of the account with actions for each row. */
export function SimpleTable<T>({ columns, actions, ...rest }: Props<T>) {
  return (
    <ResourceTable
      {...rest}
      columns={[
        ...columns.map(({ header, cell, sortBy, minWidth, isExtra }, index) => ({
          id: header,
          header,
          cell,
          isRowHeader: index === 0,
          ...(minWidth !== undefined && { minWidth }),
          ...(isExtra !== undefined && { isExtra }),
          ...(sortBy !== undefined && { sortBy }),
        })),
        ...(actions === undefined
          ? []
          : [{ id: ACTIONS, header: 'Actions', cell: (item: T) => <RowActions actions={actions(item)} /> }]),
      ]}
    />
  );
}
