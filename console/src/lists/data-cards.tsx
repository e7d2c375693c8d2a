import Cards from '@cloudscape-design/components/cards';
import type { TableProps } from '@cloudscape-design/components/table';
import './data-cards.css';
import type { DataTableProps } from './data-table';

type Column<T> = TableProps.ColumnDefinition<T>;

/** Cells of values that an item does not have. */
const NO_VALUES: ReadonlySet<unknown> = new Set(['–', '', false, null, undefined]);

/** Cards of items, with the columns of their table as lines. */
export function DataCards<T>({ card, ...props }: DataTableProps<T>) {
  const {
    items,
    columnDefinitions,
    ariaLabels,
    header,
    filter,
    empty,
    pagination,
    preferences,
    footer,
    trackBy,
  } = props;
  const title = columnDefinitions.find(({ isRowHeader }) => isRowHeader) ?? columnDefinitions[0];
  const others = columnDefinitions.filter((column) => column !== title);
  const { selectionType, selectedItems, onSelectionChange, isItemDisabled, loading, loadingText } = props;
  return (
    <div className={header === undefined ? 'data-cards' : 'data-cards data-cards-titled'}>
      <Cards<T>
        items={items}
        cardsPerRow={[{ cards: 1 }]}
        cardDefinition={{
          header: (item) => <div className="data-card-title">{card?.(item).title ?? title?.cell(item)}</div>,
          sections: [
            {
              id: 'values',
              content: (item) => card?.(item).content ?? <Values item={item} columns={others} />,
            },
          ],
        }}
        {...(trackBy !== undefined && { trackBy })}
        {...(loading !== undefined && { loading })}
        {...(loadingText !== undefined && { loadingText })}
        ariaLabels={{
          cardsLabel: ariaLabels?.tableLabel ?? '',
          selectionGroupLabel: ariaLabels?.selectionGroupLabel ?? '',
          itemSelectionLabel: (_data, item) =>
            ariaLabels?.itemSelectionLabel?.({ selectedItems: selectedItems ?? [] }, item) ?? '',
        }}
        {...{ header, filter, empty, pagination, preferences }}
        {...(selectionType !== undefined && {
          ...{ selectionType, selectedItems: selectedItems ?? [] },
          ...(isItemDisabled !== undefined && { isItemDisabled }),
          ...(onSelectionChange !== undefined && { onSelectionChange }),
        })}
      />
      {footer}
    </div>
  );
}

/** Values of an item, each beside the name of its column. */
function Values<T>({ item, columns }: { item: T; columns: readonly Column<T>[] }) {
  return (
    <dl className="data-card-values">
      {columns.map((column, index) => {
        const value = column.cell(item);
        if (NO_VALUES.has(value)) return null;
        return (
          <div key={column.id ?? index}>
            <dt>{column.header}</dt>
            <dd>{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
