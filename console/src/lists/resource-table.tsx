import Pagination from '@cloudscape-design/components/pagination';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState, type ReactNode } from 'react';
import { useIsPhone } from '../app/use-phone';
import { type Bulk, BulkBar } from './bulk-bar';
import { ChooseColumns } from './choose-columns';
import { choosableOf, isColumnShown } from './column-choice';
import { DataTable, type DataTableProps } from './data-table';
import { describeShown } from './describe-shown';
import { LoadError } from './list-states';
import './list-tools.css';
import { sortItems } from './sort-items';
import { useColumnChoice } from './use-column-choice';
import type { Pages } from './use-pages';

/** Column of a list. */
export type ListColumn<T> = Omit<TableProps.ColumnDefinition<T>, 'sortingField' | 'sortingComparator'> & {
  /** Set for a column that is shown only once a user has chosen it. */
  isExtra?: boolean;
  /** Value by which a complete list is sorted: text, or a number. A column without it is not sorted by. */
  sortBy?: (item: T) => string | number;
};

interface Props<T> {
  pages: Pages<T>;
  columns: ListColumn<T>[];
  /** Name of the rows for screen readers, and of the list for the kept choice of its columns: "Campaigns". */
  label: string;
  header?: ReactNode;
  filter?: ReactNode;
  empty: ReactNode;
  trackBy: (item: T) => string;
  variant?: TableProps.Variant;
  card?: DataTableProps<T>['card'];
  /** Actions on several rows; absent where there are none, or the role may not. */
  bulk?: Bulk<T> | undefined;
  /** Returns sums of the shown rows, in words: "1,234 recipients". */
  totals?: (items: T[]) => string[];
}

/** Number of rows from which on a list says how many it shows. */
const MANY_ROWS = 10;

/** Least width of a column: a table in a narrow window scrolls, so that no column is as narrow as a word. */
const COLUMN_MIN_WIDTH_PX = 130;

/** Table of a paged list, with its loading, empty and error states, the choice of its columns, and what it adds up to. */
export function ResourceTable<T>(props: Props<T>) {
  const { pages, columns, label, header, filter, empty, trackBy, variant, bulk, totals, card } = props;
  const [sorting, setSorting] = useState<{ id: string; isDescending: boolean }>();
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(new Set());
  const { choice, choose } = useColumnChoice(label);
  const isPhone = useIsPhone();
  const hasPages = pages.pagesCount > 1 || pages.hasMore;
  const failure =
    pages.error !== undefined && pages.items.length === 0 ? (
      <LoadError error={pages.error} onRetry={pages.reload} />
    ) : undefined;
  // A filter stays on the screen: it can be what the service refuses.
  if (failure !== undefined && filter === undefined) return failure;
  const shown = columns.filter((column) => isColumnShown(column, choice));
  const choosable = isPhone && card !== undefined ? [] : choosableOf(columns);
  // Of a list in pages, one page would be sorted.
  const isSortable = !hasPages && shown.some(({ sortBy }) => sortBy !== undefined);
  const sortedBy = isSortable ? shown.find(({ id }) => id === sorting?.id)?.sortBy : undefined;
  const forBulk = bulk?.isFor ?? (() => true);
  // Rows that are no longer shown are not chosen: an action changes only rows that the user sees.
  const chosen = pages.items.filter((item) => forBulk(item) && chosenKeys.has(trackBy(item)));
  const onChoose = (items: T[]) => setChosenKeys(new Set(items.map(trackBy)));
  const sums = totals?.(pages.items) ?? [];
  return (
    <DataTable<T>
      items={
        sortedBy === undefined
          ? pages.items
          : sortItems(pages.items, { by: sortedBy, isDescending: sorting?.isDescending === true })
      }
      columnDefinitions={shown.map(({ sortBy, isExtra: _isExtra, ...column }) => ({
        minWidth: COLUMN_MIN_WIDTH_PX,
        ...column,
        ...(isSortable && sortBy !== undefined && { sortingField: column.id ?? '' }),
      }))}
      {...(isSortable && {
        ...(sorting !== undefined &&
          sortedBy !== undefined && {
            sortingColumn: { sortingField: sorting.id },
            sortingDescending: sorting.isDescending,
          }),
        onSortingChange: ({ detail }) =>
          setSorting({
            id: detail.sortingColumn.sortingField ?? '',
            isDescending: detail.isDescending === true,
          }),
      })}
      trackBy={trackBy}
      loading={pages.isLoading && pages.items.length === 0}
      loadingText={`Loading ${label.toLowerCase()}`}
      ariaLabels={{
        tableLabel: label,
        selectionGroupLabel: `Choose from ${label.toLowerCase()}`,
        allItemsSelectionLabel: () => 'Choose all',
        itemSelectionLabel: (_data, item) => `Choose ${bulk?.labelOf(item) ?? ''}`,
      }}
      variant={variant ?? 'container'}
      card={card}
      wrapLines
      empty={failure ?? empty}
      {...(header !== undefined && { header })}
      {...(filter !== undefined && bulk === undefined && { filter })}
      {...(bulk !== undefined && {
        filter: (
          <div className="list-tools">
            {filter !== undefined && <div>{filter}</div>}
            <BulkBar bulk={bulk} items={pages.items.filter(forBulk)} chosen={chosen} onChoose={onChoose} />
          </div>
        ),
      })}
      {...(bulk !== undefined && {
        selectionType: 'multi' as const,
        selectedItems: chosen,
        isItemDisabled: (item: T) => !forBulk(item),
        onSelectionChange: ({ detail }) => onChoose(detail.selectedItems),
      })}
      {...(choosable.length > 0 && {
        preferences: <ChooseColumns list={label} columns={choosable} choice={choice} onChoose={choose} />,
      })}
      {...(pages.items.length > 0 &&
        (hasPages || sums.length > 0 || pages.items.length >= MANY_ROWS) && {
          footer: (
            <div className="list-shown">
              {describeShown({ ...pages, count: pages.items.length, totals: sums })}
            </div>
          ),
        })}
      pagination={
        hasPages && (
          <Pagination
            currentPageIndex={pages.page}
            pagesCount={pages.pagesCount}
            openEnd={pages.hasMore}
            onChange={({ detail }) => pages.goTo(detail.currentPageIndex)}
            ariaLabels={{
              nextPageLabel: 'Next page',
              previousPageLabel: 'Previous page',
              pageLabel: (number) => `Page ${number}`,
            }}
          />
        )
      }
    />
  );
}
