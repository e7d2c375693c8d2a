import Alert from '@cloudscape-design/components/alert';
import type { Automation } from '../../api/schemas';
import { formatDateTime } from '../../format/dates';
import { describePerson } from '../../plans/describe-person';
import { useStart } from './use-automation';

/** Message that an automation waits for an approval, or that its last start or change was rejected. */
export function AutomationApproval({ automation }: { automation: Automation }) {
  const { data: start } = useStart(automation);
  const { status, approval, counts, version } = automation;
  if (status === 'awaitingApproval') {
    const isChange = counts.entered > 0 || version > 1;
    return (
      <Alert type="info" header="Waiting for an approval">
        {isChange ? 'Until then people enter and go on as before the change. ' : ''}
        {start?.mayDecide === true
          ? 'Look at the steps and the texts, then approve or reject it above.'
          : 'A sender or administrator approves or rejects it, and not the one who started or changed it.'}
      </Alert>
    );
  }
  if (approval?.status !== 'rejected') return null;
  return (
    <Alert type="warning" header={status === 'draft' ? 'Rejected' : 'The last change was rejected'}>
      {approval.reason} – {start?.decidedBy ? `${describePerson(start.decidedBy)}, ` : ''}
      {formatDateTime(approval.at)}
    </Alert>
  );
}
