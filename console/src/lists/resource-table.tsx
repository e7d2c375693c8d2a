import Pagination from '@cloudscape-design/components/pagination';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState, type ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table';
import { LoadError } from './list-states';
import type { Pages } from './use-pages';

interface Props<T> {
  pages: Pages<T>;
  columns: TableProps.ColumnDefinition<T>[];
  /** Name of the rows for screen readers: "Campaigns". */
  label: string;
  header?: ReactNode;
  filter?: ReactNode;
  empty: ReactNode;
  trackBy: (item: T) => string;
  variant?: TableProps.Variant;
  card?: DataTableProps<T>['card'];
  selection?: { selected: T[]; onSelect: (items: T[]) => void; labelOf: (item: T) => string };
}

/** Least width of a column: a table in a narrow window scrolls, so that no column is as narrow as a word. */
const COLUMN_MIN_WIDTH_PX = 130;

/** Table of a paged list, with its loading, empty and error states. */
export function ResourceTable<T>(props: Props<T>) {
  const { pages, columns, label, header, filter, empty, trackBy, variant, selection } = props;
  const [sorting, setSorting] = useState<TableProps.SortingState<T>>();
  const hasPages = pages.pagesCount > 1 || pages.hasMore;
  const failure =
    pages.error !== undefined && pages.items.length === 0 ? (
      <LoadError error={pages.error} onRetry={pages.reload} />
    ) : undefined;
  // A filter stays on the screen: it can be what the service refuses.
  if (failure !== undefined && filter === undefined) return failure;
  // Of a list in pages, one page would be sorted.
  const isSortable = !hasPages && columns.some(({ sortingComparator }) => sortingComparator !== undefined);
  return (
    <DataTable<T>
      items={isSortable ? inOrder(pages.items, sorting) : pages.items}
      columnDefinitions={columns.map(({ sortingField, sortingComparator, ...column }) => ({
        minWidth: COLUMN_MIN_WIDTH_PX,
        ...column,
        ...(isSortable &&
          sortingComparator !== undefined && {
            sortingComparator,
            ...(sortingField !== undefined && { sortingField }),
          }),
      }))}
      {...(isSortable && {
        ...(sorting !== undefined && {
          sortingColumn: sorting.sortingColumn,
          sortingDescending: sorting.isDescending === true,
        }),
        onSortingChange: ({ detail }) => setSorting(detail),
      })}
      trackBy={trackBy}
      loading={pages.isLoading && pages.items.length === 0}
      loadingText={`Loading ${label.toLowerCase()}`}
      ariaLabels={{
        tableLabel: label,
        selectionGroupLabel: `Choose from ${label.toLowerCase()}`,
        allItemsSelectionLabel: () => 'Choose all',
        itemSelectionLabel: (_data, item) => selection?.labelOf(item) ?? '',
      }}
      variant={variant ?? 'container'}
      card={props.card}
      wrapLines
      empty={failure ?? empty}
      {...(header !== undefined && { header })}
      {...(filter !== undefined && { filter })}
      {...(selection !== undefined && {
        selectionType: 'multi' as const,
        selectedItems: selection.selected,
        onSelectionChange: ({ detail }) => selection.onSelect(detail.selectedItems),
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

function inOrder<T>(items: T[], sorting: TableProps.SortingState<T> | undefined): T[] {
  const compare = sorting?.sortingColumn.sortingComparator;
  if (compare === undefined) return items;
  const sorted = items.toSorted(compare);
  return sorting?.isDescending === true ? sorted.toReversed() : sorted;
}
