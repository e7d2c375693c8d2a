import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import Modal, { type ModalProps } from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRef, type ReactNode } from 'react';
import { describeError } from '../api/request-error';
import { useFirstField } from './use-first-field';

interface Props {
  title: string;
  action: string;
  children: ReactNode;
  isBusy: boolean;
  isDisabled?: boolean;
  /** Absent: medium. */
  size?: ModalProps.Size;
  /** Set for an action that cannot be undone: Enter does not take it, and "Cancel" has the focus first. */
  isFinal?: boolean;
  error: Error | null;
  onSubmit: () => void;
  onCancel: () => void;
}

/** Dialog with a short form, which shows the errors of the service. */
export function FormModal(props: Props) {
  const { title, action, children, isBusy, isDisabled, isFinal = false, error, onSubmit, onCancel } = props;
  const form = useRef<HTMLFormElement>(null);
  const cancel = useRef<ButtonProps.Ref>(null);
  useFirstField(form, isFinal ? cancel : undefined);
  return (
    <Modal
      visible
      size={props.size ?? 'medium'}
      header={title}
      onDismiss={onCancel}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button ref={cancel} variant="link" onClick={onCancel}>
              Cancel
            </Button>
            <Button variant="primary" loading={isBusy} disabled={isDisabled === true} onClick={onSubmit}>
              {action}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          // A form around the dialog is not submitted.
          event.stopPropagation();
          if (isDisabled !== true && !isBusy && !isFinal) onSubmit();
        }}
      >
        <Form>
          <SpaceBetween size="l">
            {error !== null && <Alert type="error">{describeError(error)}</Alert>}
            {children}
          </SpaceBetween>
        </Form>
      </form>
    </Modal>
  );
}
