import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { Copyable } from './copyable';

/** Dialog with a secret that is shown only this once. */
export function SecretShownOnce({
  title,
  secret,
  children,
  onClose,
}: {
  title: string;
  secret: string;
  /** Explanation of its use. */
  children?: ReactNode;
  onClose: () => void;
}) {
  return (
    <Modal
      visible
      header={title}
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Button variant="primary" onClick={onClose}>
            I have kept it
          </Button>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Alert type="warning">Copy it now. It is not shown again.</Alert>
        <Copyable text={secret} what="secret" />
        {children}
      </SpaceBetween>
    </Modal>
  );
}
