import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';
import { DataTable } from '../../lists/data-table';
import type { Usage } from '../../api/schemas';
import { formatCount, formatDollars } from '../../format/numbers';

type Figures = Usage['total'];

interface Props<T> {
  /** Name of the rows for screen readers. */
  label: string;
  /** Header of the first column, which names the row. */
  header: string;
  rows: readonly (T & Figures)[];
  keyOf: (row: T) => string;
  cell: (row: T) => ReactNode;
}

const FIGURE_WIDTH_PX = 110;

/** Table of what texts came to, a row for each day, campaign, number or country. */
export function UsageTable<T>({ label, header, rows, keyOf, cell }: Props<T>) {
  const figure = (name: string, read: (row: Figures) => string) => ({
    ...{ id: name, header: name, minWidth: FIGURE_WIDTH_PX },
    cell: (row: T & Figures) => read(row),
  });
  const hasMms = rows.some(({ credits }) => credits.mms !== 0);
  return (
    <DataTable
      variant="borderless"
      items={rows}
      trackBy={keyOf}
      wrapLines
      ariaLabels={{ tableLabel: label, itemSelectionLabel: () => '', selectionGroupLabel: label }}
      empty={<Box textAlign="center">No texts in this month.</Box>}
      columnDefinitions={[
        { id: 'name', header, minWidth: 180, isRowHeader: true, cell },
        figure('Price', ({ price }) => formatDollars(price)),
        figure('Texts', ({ texts }) => formatCount(texts)),
        figure('Parts', ({ parts }) => formatCount(parts)),
        figure('SMS credits', ({ credits }) => formatCount(credits.sms)),
        ...(hasMms ? [figure('MMS credits', ({ credits }) => formatCount(credits.mms))] : []),
      ]}
    />
  );
}
