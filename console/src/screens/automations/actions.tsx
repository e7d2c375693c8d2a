import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSettings } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import type { Automation } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { RouteButton } from '../../app/route-button';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { isNoteTooLong, NoteField } from '../../plans/note';
import { describeSteering } from './describe-steering';
import { useNames } from './use-names';
import { type Steering, useSteering } from './use-steering';

const SUBMITTED = { title: 'Submit for approval?', action: 'Submit automation' };
const ASKED: Record<Steering, { title: string; action: string }> = {
  start: { title: 'Start this automation?', action: 'Start automation' },
  submit: SUBMITTED,
  pause: { title: 'Pause this automation?', action: 'Pause automation' },
  resume: { title: 'Resume this automation?', action: 'Resume automation' },
  stop: { title: 'Stop this automation for good?', action: 'Stop automation' },
};

/** Actions for an automation in its state, which this role may take. */
export function AutomationActions({ automation }: { automation: Automation }) {
  const { can, path } = useAccount();
  const { id, status, startedAt } = automation;
  const mayLaunch = can('campaigns:launch');
  const isChangeable = ['draft', 'running', 'paused'].includes(status);
  return (
    <SpaceBetween direction="horizontal" size="xs">
      {status === 'draft' && startedAt === undefined && can('campaigns:write') && (
        <DeleteButton automation={automation} />
      )}
      {isChangeable && can('campaigns:write') && (
        <RouteButton to={path(`automations/${id}/edit`)}>Edit</RouteButton>
      )}
      {mayLaunch && ['running', 'paused', 'awaitingApproval'].includes(status) && (
        <SteerButton step="stop" automation={automation} label="Stop" />
      )}
      {mayLaunch && status === 'running' && (
        <SteerButton step="pause" automation={automation} label="Pause" />
      )}
      {mayLaunch && status === 'paused' && (
        <SteerButton step="resume" automation={automation} label="Resume" isPrimary />
      )}
      {status === 'draft' &&
        (mayLaunch ? (
          <StartButton automation={automation} />
        ) : (
          can('campaigns:write') && (
            <SteerButton
              step="submit"
              automation={automation}
              label="Submit for approval"
              isPrimary
              approval="A sender or administrator has to approve it first, or sends it back with a reason. People enter after the approval."
            />
          )
        ))}
    </SpaceBetween>
  );
}

/** Button that starts, or where the account wants approvals asks for one. */
function StartButton({ automation }: { automation: Automation }) {
  const { data: settings, error } = useSettings();
  if (settings === undefined && error === null) return <Button loading>Start</Button>;
  const needsApproval = settings?.approvalAbove !== undefined && settings.approvalAbove !== null;
  return (
    <SteerButton
      step="start"
      automation={automation}
      label={needsApproval ? 'Submit for approval' : 'Start'}
      isPrimary
      {...(needsApproval && {
        approval: 'A second person has to approve it first. People enter after the approval.',
      })}
    />
  );
}

interface SteerProps {
  step: Steering;
  automation: Automation;
  label: string;
  isPrimary?: boolean;
  /** Sentence about the approval that comes first. */
  approval?: string;
}

function SteerButton({ step, automation, label, isPrimary = false, approval }: SteerProps) {
  const names = useNames();
  const [isAsking, setIsAsking] = useState(false);
  const [note, setNote] = useState('');
  const { steer, isBusy } = useSteering(automation.id, () => setIsAsking(false));
  const { title, action } = approval === undefined ? ASKED[step] : SUBMITTED;
  const sentences = [
    ...(approval === undefined ? [] : [approval]),
    ...describeSteering(step === 'submit' ? 'start' : step, automation, names),
  ];
  return (
    <>
      <Button {...(isPrimary && { variant: 'primary' })} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Confirm
          title={title}
          action={action}
          isBusy={isBusy}
          isDisabled={isNoteTooLong(note)}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => steer(step, note)}
        >
          {sentences.map((sentence) => (
            <Box key={sentence} padding={{ bottom: 'xs' }}>
              {sentence}
            </Box>
          ))}
          {approval !== undefined && (
            <NoteField label="Note to who approves (optional)" note={note} onChange={setNote} />
          )}
        </Confirm>
      )}
    </>
  );
}

function DeleteButton({ automation }: { automation: Automation }) {
  const { id, api, path } = useAccount();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useChange({
    run: () => unwrap(api.DELETE('/api/v1/automations/{id}', { params: { path: { id: automation.id } } })),
    done: 'The draft is deleted.',
    failed: 'The draft was not deleted',
    changes: [[id, 'automations', 'list']],
    onDone: () => void navigate(path('automations')),
  });
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Delete</Button>
      {isAsking && (
        <Confirm
          title="Delete this draft?"
          action="Delete"
          isBusy={remove.isPending}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => remove.mutate(undefined)}
        >
          “{automation.name}” is gone for good.
        </Confirm>
      )}
    </>
  );
}
