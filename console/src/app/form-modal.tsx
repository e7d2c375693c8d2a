import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import Modal from '@cloudscape-design/components/modal';
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
  error: Error | null;
  onSubmit: () => void;
  onCancel: () => void;
}

/** Dialog with a short form, which shows the errors of the service. */
export function FormModal({ title, action, children, isBusy, isDisabled, error, onSubmit, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useFirstField(form);
  return (
    <Modal
      visible
      header={title}
      onDismiss={onCancel}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onCancel}>
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
          if (isDisabled !== true && !isBusy) onSubmit();
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
