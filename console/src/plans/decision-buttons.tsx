import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { type ReactNode, useState } from 'react';
import { fieldError } from '../app/field-error';
import { FormModal } from '../app/form-modal';
import { useChange } from '../app/use-change';

interface Props {
  /** Thing that is approved or rejected: “campaign” or “automation”. */
  what: string;
  /**
   * Element that says what the approval is for, and words of the button that approves; `isReady` is false while that is
   * not known yet.
   */
  useCover: () => { text: ReactNode; action?: string; isReady: boolean };
  /** Time at which it was asked for, as the screen shows it. */
  askedAt: string | undefined;
  approve: (approval: { comment?: string; askedAt?: string }) => Promise<unknown>;
  reject: (reason: string) => Promise<unknown>;
  /** Message after a rejection. */
  rejected: string;
  /** Beginnings of the keys of queries that the decision affects. */
  changes: readonly (readonly unknown[])[];
}

/** Buttons that approve or reject what a user wants to begin, after a dialog. */
export function DecisionButtons(props: Props) {
  const [decision, setDecision] = useState<'approve' | 'reject'>();
  const close = () => setDecision(undefined);
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button variant="primary" onClick={() => setDecision('approve')}>
        Approve
      </Button>
      <Button onClick={() => setDecision('reject')}>Send back</Button>
      {decision === 'approve' && <Approve {...props} onClose={close} />}
      {decision === 'reject' && <Reject {...props} onClose={close} />}
    </SpaceBetween>
  );
}

function Approve({ what, useCover, approve, changes, onClose, ...shown }: Props & { onClose: () => void }) {
  const [comment, setComment] = useState('');
  // The request that the user looked at when they opened the dialog; another may come while it is open.
  const [askedAt] = useState(shown.askedAt);
  const { text, action, isReady } = useCover();
  const change = useChange({
    run: () =>
      approve({
        ...(comment.trim() !== '' && { comment: comment.trim() }),
        ...(askedAt !== undefined && { askedAt }),
      }),
    ...{ done: `The ${what} is approved.`, failed: `The ${what} was not approved`, isQuiet: true },
    changes,
    onDone: onClose,
  });
  return (
    <FormModal
      title={`Approve this ${what}?`}
      action={action ?? `Approve ${what}`}
      isBusy={change.isPending}
      isDisabled={!isReady}
      error={change.error}
      onCancel={onClose}
      onSubmit={() => change.mutate(undefined)}
    >
      {text}
      <FormField label="Comment (optional)" errorText={fieldError(change.error, '/comment')}>
        <Textarea value={comment} onChange={({ detail }) => setComment(detail.value)} />
      </FormField>
    </FormModal>
  );
}

function Reject({ what, reject, rejected, changes, onClose }: Props & { onClose: () => void }) {
  const [reason, setReason] = useState('');
  const change = useChange({
    run: () => reject(reason.trim()),
    ...{ done: rejected, failed: `The ${what} was not sent back`, isQuiet: true },
    changes,
    onDone: onClose,
  });
  return (
    <FormModal
      title={`Send back this ${what}?`}
      action="Send back with this reason"
      isBusy={change.isPending}
      isDisabled={reason.trim() === ''}
      error={change.error}
      onCancel={onClose}
      onSubmit={() => change.mutate(undefined)}
    >
      <FormField
        label="Reason"
        description={`What has to be changed. Everyone who sees the ${what} sees it.`}
        errorText={fieldError(change.error, '/reason')}
      >
        <Textarea value={reason} onChange={({ detail }) => setReason(detail.value)} />
      </FormField>
    </FormModal>
  );
}
