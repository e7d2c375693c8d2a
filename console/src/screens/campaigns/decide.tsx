import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Campaign } from '../../api/schemas';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { formatCount } from '../../format/numbers';
import { usePreview } from './use-preview';

type Decision = 'approve' | 'reject';

/** Buttons that approve or reject the launch of a campaign, after a dialog. */
export function DecisionButtons({ campaign }: { campaign: Campaign }) {
  const [decision, setDecision] = useState<Decision>();
  const close = () => setDecision(undefined);
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button variant="primary" onClick={() => setDecision('approve')}>
        Approve
      </Button>
      <Button onClick={() => setDecision('reject')}>Reject</Button>
      {decision === 'approve' && <Approve campaign={campaign} onClose={close} />}
      {decision === 'reject' && <Reject campaign={campaign} onClose={close} />}
    </SpaceBetween>
  );
}

interface DialogProps {
  campaign: Campaign;
  onClose: () => void;
}

function Approve({ campaign, onClose }: DialogProps) {
  const { id, api } = useAccount();
  const [comment, setComment] = useState('');
  const { data: preview } = usePreview(campaign);
  const approve = useChange({
    run: () =>
      unwrap(
        api.POST('/api/v1/campaigns/{id}/approve', {
          params: { path: { id: campaign.id } },
          body: comment.trim() === '' ? {} : { comment: comment.trim() },
        }),
      ),
    ...{ done: 'The campaign is approved.', failed: 'The campaign was not approved', isQuiet: true },
    changes: [[id, 'campaigns']],
    onDone: onClose,
  });
  return (
    <FormModal
      title="Approve this campaign?"
      action="Approve campaign"
      isBusy={approve.isPending}
      isDisabled={preview === undefined}
      error={approve.error}
      onCancel={onClose}
      onSubmit={() => approve.mutate(undefined)}
    >
      {preview === undefined ? (
        <StatusIndicator type="loading">Counting the audience</StatusIndicator>
      ) : (
        <div>
          {preview.audience.isComplete ? '' : 'At least '}
          {formatCount(preview.audience.sendable)} people get “{campaign.name}”. The approval is for its text,
          times and audience as they are now, and for up to 10 % more people. With more, it waits for another
          approval when it begins.
        </div>
      )}
      <FormField label="Comment (optional)" errorText={fieldError(approve.error, '/comment')}>
        <Textarea value={comment} onChange={({ detail }) => setComment(detail.value)} />
      </FormField>
    </FormModal>
  );
}

function Reject({ campaign, onClose }: DialogProps) {
  const { id, api } = useAccount();
  const [reason, setReason] = useState('');
  const reject = useChange({
    run: () =>
      unwrap(
        api.POST('/api/v1/campaigns/{id}/reject', {
          params: { path: { id: campaign.id } },
          body: { reason: reason.trim() },
        }),
      ),
    done: 'The campaign is rejected; it is a draft again.',
    ...{ failed: 'The campaign was not rejected', isQuiet: true },
    changes: [[id, 'campaigns']],
    onDone: onClose,
  });
  return (
    <FormModal
      title="Reject this campaign?"
      action="Reject campaign"
      isBusy={reject.isPending}
      isDisabled={reason.trim() === ''}
      error={reject.error}
      onCancel={onClose}
      onSubmit={() => reject.mutate(undefined)}
    >
      <FormField
        label="Reason"
        description="What has to be changed. Everyone who sees the campaign sees it."
        errorText={fieldError(reject.error, '/reason')}
      >
        <Textarea value={reason} onChange={({ detail }) => setReason(detail.value)} />
      </FormField>
    </FormModal>
  );
}
