import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  children: ReactNode;
  action: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  /** Button that closes the dialog; another one than “Cancel” where the action itself cancels something. */
  dismiss?: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Dialog that asks before an action that cannot be undone. */
export function Confirm({
  title,
  children,
  action,
  isBusy,
  isDisabled,
  dismiss = 'Cancel',
  onConfirm,
  onCancel,
}: Props) {
  return (
    <Modal
      visible
      header={title}
      onDismiss={onCancel}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onCancel}>
              {dismiss}
            </Button>
            <Button
              variant="primary"
              onClick={onConfirm}
              loading={isBusy === true}
              disabled={isDisabled === true}
            >
              {action}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      {children}
    </Modal>
  );
}
