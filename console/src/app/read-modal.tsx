import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal, { type ModalProps } from '@cloudscape-design/components/modal';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  size?: ModalProps.Size;
  onClose: () => void;
  children: ReactNode;
}

/** Dialog that shows something, and asks for nothing. */
export const ReadModal = ({ title, size = 'medium', onClose, children }: Props) => (
  <Modal
    visible
    size={size}
    header={title}
    onDismiss={onClose}
    footer={
      <Box float="right">
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </Box>
    }
  >
    {children}
  </Modal>
);
