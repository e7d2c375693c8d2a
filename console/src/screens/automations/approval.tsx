import type { Automation } from '../../api/schemas';
import { ApprovalPanel } from '../../plans/approval-panel';
import { SentBackAlert } from '../../plans/sent-back-alert';
import { AutomationDecision } from './decide';
import { useStart } from './use-automation';

/** Message that an automation waits for an approval, or that its last start or change was rejected. */
export function AutomationApproval({ automation }: { automation: Automation }) {
  const { data: start } = useStart(automation);
  const { status, counts, version } = automation;
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
  return <AutomationSentBack automation={automation} />;
}

/** Reason for which the last start or change was sent back. */
export function AutomationSentBack({ automation }: { automation: Automation }) {
  const { data: start } = useStart(automation);
  return (
    <SentBackAlert
      header={automation.status === 'draft' ? 'Sent back' : 'The last change was sent back'}
      approval={automation.approval}
      decidedBy={start?.decidedBy}
    />
  );
}
