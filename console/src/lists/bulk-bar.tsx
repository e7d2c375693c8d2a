import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import { type ReactNode, Suspense, useState } from 'react';
import { formatCount } from '../format/numbers';

/** Action on several rows of a list. */
interface BulkAction<T> {
  id: string;
  text: string;
  /** Dialog that asks, and then does it. `onClose` gets the rows that stay chosen. */
  dialog: (items: T[], onClose: (left: T[]) => void) => ReactNode;
}

export interface Bulk<T> {
  actions: BulkAction<T>[];
  labelOf: (item: T) => string;
  /** Returns false for a row that none of the actions is for. */
  isFor?: (item: T) => boolean;
}

interface Props<T> {
  bulk: Bulk<T>;
  /** Rows that are shown and can be chosen. */
  items: T[];
  chosen: T[];
  onChoose: (items: T[]) => void;
}

const [ALL, NONE] = ['all', 'none'];

/** Menu of what can be done with the chosen rows of a list. */
export function BulkBar<T>({ bulk, items, chosen, onChoose }: Props<T>) {
  // A dialog keeps its rows, also when the list is read again below it.
  const [opened, setOpened] = useState<{ action: BulkAction<T>; items: T[] }>();
  const { actions } = bulk;
  return (
    <>
      <ButtonDropdown
        items={[
          { id: ALL, text: `Choose all ${formatCount(items.length)} shown`, disabled: items.length === 0 },
          { id: NONE, text: 'Choose none', disabled: chosen.length === 0 },
          {
            text: chosen.length === 0 ? 'Choose rows first' : 'With the chosen ones',
            items: actions.map(({ id, text }) => ({ id, text, disabled: chosen.length === 0 })),
          },
        ]}
        expandToViewport
        onItemClick={({ detail }) => {
          if (detail.id === ALL) onChoose(items);
          if (detail.id === NONE) onChoose([]);
          const action = actions.find(({ id }) => id === detail.id);
          if (action !== undefined) setOpened({ action, items: chosen });
        }}
      >
        {chosen.length === 0 ? 'Several at once' : `${formatCount(chosen.length)} chosen`}
      </ButtonDropdown>
      {opened !== undefined && (
        <Suspense>
          {opened.action.dialog(opened.items, (left) => {
            setOpened(undefined);
            onChoose(left);
          })}
        </Suspense>
      )}
    </>
  );
}
