import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Automation } from '../../api/schemas';
import { formatDateTime } from '../../format/dates';
import { AskedBy } from '../../plans/asked-by';
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
      <Container
        header={
          <Header
            variant="h2"
            description={isChange ? 'Until then people enter and go on as before the change.' : undefined}
            actions={start?.mayDecide === true && <AutomationDecision automation={automation} />}
          >
            Waiting for an approval
          </Header>
        }
      >
        <SpaceBetween size="l">
          <Box>
            {start?.mayDecide === true
              ? 'Look at the steps and the texts below, then approve it or send it back.'
              : 'A sender or administrator approves it or sends it back, and not the one who started or changed it.'}
          </Box>
          {start !== undefined && (
            <AskedBy
              by={start.startedBy}
              at={start.startedAt}
              note={start.note}
              {...(start.mayNote && { noteOn: { kind: 'automations', id: automation.id } as const })}
            />
          )}
        </SpaceBetween>
      </Container>
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
