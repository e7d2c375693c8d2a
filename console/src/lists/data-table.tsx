import Table, { type TableProps } from '@cloudscape-design/components/table';
import { lazy, type ReactNode, Suspense } from 'react';
import { LoadingScreen } from '../app/loading-screen';
import { useIsPhone } from '../app/use-phone';

const DataCards = lazy(() => import('./data-cards').then(({ DataCards: Loaded }) => ({ default: Loaded })));

interface Card {
  title: ReactNode;
  content: ReactNode;
}

export interface DataTableProps<T> extends TableProps<T> {
  /** Content of the card of an item, where its columns one below the other are not what a phone needs. */
  card?: ((item: T) => Card) | undefined;
}

/** Table of items. On a phone each of them is a card, since a table would be wider than the screen. */
export function DataTable<T>({ card, ...props }: DataTableProps<T>) {
  if (!useIsPhone()) return <Table<T> {...props} />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <DataCards {...({ ...props, card } as DataTableProps<unknown>)} />
    </Suspense>
  );
}
