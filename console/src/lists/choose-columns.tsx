import Button from '@cloudscape-design/components/button';
import { lazy, Suspense, useState } from 'react';
import type { ColumnDialogProps } from './column-dialog';

const ColumnDialog = lazy(() =>
  import('./column-dialog').then(({ ColumnDialog: Loaded }) => ({ default: Loaded })),
);

/** Button beside the pages of a list that opens the choice of its columns. */
export function ChooseColumns({ list, ...props }: Omit<ColumnDialogProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="icon"
        iconName="settings"
        ariaLabel={`Choose columns of ${list.toLowerCase()}`}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ColumnDialog list={list} {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
