import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { type ColumnChoice, isColumnShown, withColumn } from './column-choice';

export interface ColumnDialogProps {
  /** Name of the list: "Campaigns". */
  list: string;
  /** Columns that can be shown and hidden. */
  columns: readonly { id?: string; header?: ReactNode; isExtra?: boolean }[];
  choice: ColumnChoice;
  onChoose: (choice: ColumnChoice) => void;
  onClose: () => void;
}

/** Dialog that shows and hides columns of a list at once. */
export function ColumnDialog({ list, columns, choice, onChoose, onClose }: ColumnDialogProps) {
  return (
    <Modal
      visible
      header={`Columns of ${list.toLowerCase()}`}
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={() => onChoose({})}>
              Standard columns
            </Button>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="s">
        <div>What you choose is kept for you in this browser. On a phone, the cards show the same.</div>
        {columns.map((column) => (
          <Checkbox
            key={column.id}
            checked={isColumnShown(column, choice)}
            onChange={({ detail }) => onChoose(withColumn(choice, column, detail.checked))}
          >
            {column.header}
          </Checkbox>
        ))}
      </SpaceBetween>
    </Modal>
  );
}
