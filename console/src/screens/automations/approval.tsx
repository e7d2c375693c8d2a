import Alert from '@cloudscape-design/components/alert';
import type { Automation } from '../../api/schemas';
import { formatDateTime } from '../../format/dates';
import { ApprovalPanel } from '../../plans/approval-panel';
import { describePerson } from '../../plans/describe-person';
import { AutomationDecision } from './decide';
import { useStart } from './use-automation';

/** Message that an automation waits for an approval, or that its last start or change was rejected. */
export function AutomationApproval({ automation }: { automation: Automation }) {
  const { data: start } = useStart(automation);
  const { status, approval, counts, version } = automation;
  if (status === 'awaitingApproval') {
    const isChange = counts.entered > 0 || version > 1;
    return (
      <ApprovalPanel
        description={isChange ? 'Until then people enter and go on as before the change.' : undefined}
        decision={
          start?.mayDecide === true && (
            <AutomationDecision automation={automation} askedAt={start.startedAt} />
          )
        }
        lookAt="the steps and the texts below"
        notBy="the one who started or changed it"
        asked={start && { ...start, by: start.startedBy, at: start.startedAt, note: start.note }}
        on={{ kind: 'automations', id: automation.id }}
      />
    );
  }
  if (approval?.status !== 'rejected') return null;
  return (
    <Alert type="warning" header={status === 'draft' ? 'Sent back' : 'The last change was sent back'}>
      {approval.reason} – {start?.decidedBy ? `${describePerson(start.decidedBy)}, ` : ''}
      {formatDateTime(approval.at)}
    </Alert>
  );
}
