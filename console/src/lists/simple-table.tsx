import type { ReactNode } from 'react';
import { RowActions, type RowAction } from './row-actions';
import { ResourceTable } from './resource-table';
import type { Pages } from './use-pages';

export interface SimpleColumn<T> {
  header: string;
  cell: (item: T) => ReactNode;
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
}

/** Table of resources of the account with actions for each row. */
export function SimpleTable<T>({ columns, actions, ...rest }: Props<T>) {
  return (
    <ResourceTable
      {...rest}
      columns={[
        ...columns.map(({ header, cell }, index) => ({
          id: header,
          header,
          cell,
          isRowHeader: index === 0,
        })),
        ...(actions === undefined
          ? []
          : [
              { id: 'actions', header: 'Actions', cell: (item: T) => <RowActions actions={actions(item)} /> },
            ]),
      ]}
    />
  );
}
