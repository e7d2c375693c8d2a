import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ChangedElsewhere, describeError } from '../../../api/request-error';
import type { Automation } from '../../../api/schemas';
import { fieldError } from '../../../app/field-error';
import { Screen } from '../../../app/screen';
import { useAccount } from '../../../app/session';
import { useFocusLater } from '../../../app/use-focus-later';
import { useKept } from '../../../kept/use-kept';
import { ChangedElsewhereAlert } from '../../../plans/changed-elsewhere-alert';
import { HoursFields } from '../../../plans/hours-fields';
import { PurposeField } from '../../../plans/purpose-field';
import { SenderField } from '../../../plans/sender-field';
import { StepLine } from '../../../plans/step-line';
import { loadTextEditor } from '../../../texts/late-text-editor';
import { describeHours } from '../../campaigns/describe-schedule';
import { AutomationSentBack } from '../approval';
import { describeEntry, describeExit } from '../describe-automation';
import { useNames } from '../use-names';
import { EMPTY_DRAFT, type Draft, requestOf } from './draft';
import { EntryFields, ExitFields } from './entry-fields';
import { isComplete, type Missing, missingIn } from './missing';
import { FoldedPart, Part } from './part';
import { StepList } from './step-list';
import { TriggerFields } from './trigger-fields';
import { useSave } from './use-save';

interface Props {
  automation: Automation | undefined;
  initial: Draft;
  /** Name by which what is typed is kept in the tab. */
  keptAs: string;
}

/** Properties of every part of the composer. */
export interface PartProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  /** Fields that are not filled in; empty until the user has tried to save. */
  missing: Missing;
  /** Error of the service at the last saving. */
  error: Error | null;
  /** Keys of the steps as they were saved last: errors count them by their place then. */
  savedSteps: readonly string[];
}

const NOTHING_MISSING: Missing = { ofSteps: new Map() };
const WRONG_FIELD = '.step-line [aria-invalid=true]';

/** Form of an automation: a line from what begins it to its end, as it is kept in the tab until it is saved. */
export function Composer({ automation, initial, keptAs }: Props) {
  // Before a step with a text is added, which gets the focus.
  useEffect(() => void loadTextEditor(), []);
  const { path } = useAccount();
  const navigate = useNavigate();
  const first = { draft: initial, basedOn: automation?.updatedAt ?? '' };
  const {
    value: { draft, basedOn },
    setValue,
    forget,
  } = useKept(keptAs, first, { draft: EMPTY_DRAFT, basedOn: '' });
  const [showsMissing, setShowsMissing] = useState(false);
  const [savedSteps, setSavedSteps] = useState<readonly string[]>([]);
  const { save, isSaving, error } = useSave({
    ...{ automation, basedOn },
    onSaved: ({ id, status }) => {
      forget();
      void navigate(path(`automations/${id}${status === 'draft' ? '?tab=preview' : ''}`));
    },
  });
  const names = useNames();
  const focusLater = useFocusLater();
  const missing = missingIn(draft);
  const parts: PartProps = {
    ...{ draft, error, savedSteps },
    missing: showsMissing ? missing : NOTHING_MISSING,
    change: (part) => setValue((before) => ({ ...before, draft: { ...before.draft, ...part } })),
  };
  const trySave = (options = {}) => {
    setShowsMissing(true);
    if (!isComplete(missing)) {
      focusLater([WRONG_FIELD]);
      return;
    }
    setSavedSteps(draft.steps.map(({ key }) => key));
    save(draft, options);
  };
  const leave = () => {
    forget();
    void navigate(path(automation === undefined ? 'automations' : `automations/${automation.id}`));
  };
  const plan = requestOf(draft);
  const hasProblem = (pointer: string, field?: keyof Draft) =>
    fieldError(error, pointer) !== undefined || (field !== undefined && parts.missing[field] !== undefined);
  const isStarted = automation !== undefined && automation.status !== 'draft';

  return (
    <Screen
      title={automation === undefined ? 'New automation' : `Edit ${automation.name}`}
      parent={{ text: 'Automations', path: path('automations') }}
    >
      {automation !== undefined && <AutomationSentBack automation={automation} />}
      {isStarted && (
        <Alert type="info">
          Saving makes a new version. Who is on the way already ends on the version that they entered.
        </Alert>
      )}
      <StepLine label="Automation">
        <Part icon="edit" title="Automation">
          <NameAndSender {...parts} />
        </Part>
        <Part icon="caret-right-filled" title="Begins">
          <TriggerFields {...parts} />
        </Part>
        <FoldedPart
          icon="user-profile"
          title="Who may enter"
          summary={`${draft.hasAudience ? 'Only some people' : 'Everyone who is opted in'}. ${describeEntry(plan.entry)}.`}
          hasProblem={hasProblem('/audience', 'audience') || hasProblem('/entry', 'entryDays')}
        >
          <EntryFields {...parts} />
        </FoldedPart>
        <StepList {...parts} />
        <FoldedPart
          icon="close"
          title="Leaving early"
          summary={`${describeExit(plan.exit, plan.trigger, names)}.`}
          hasProblem={hasProblem('/exit', 'exit')}
        >
          <ExitFields {...parts} />
        </FoldedPart>
        <FoldedPart
          icon="calendar"
          title="Hours"
          summary={`${describeHours(plan)}.`}
          hasProblem={hasProblem('/sendingHours')}
        >
          <HoursFields
            hours={draft}
            purpose={draft.purpose}
            onChange={parts.change}
            error={fieldError(error, '/sendingHours')}
          />
        </FoldedPart>
      </StepLine>
      {showsMissing && !isComplete(missing) && (
        <Alert type="error">Something is missing above. The fields say what.</Alert>
      )}
      {error instanceof ChangedElsewhere && automation !== undefined && (
        <ChangedElsewhereAlert
          what="automation"
          onLoadTheirs={() => {
            forget();
            window.location.reload();
          }}
          onSaveMine={() => trySave({ isForced: true })}
        />
      )}
      {error !== null && !(error instanceof ChangedElsewhere) && (
        <Alert type="error" header="The automation was not saved">
          {describeError(error)}
        </Alert>
      )}
      <SpaceBetween direction="horizontal" size="xs">
        <Button variant="primary" loading={isSaving} onClick={() => trySave()}>
          {isStarted ? 'Save as a new version' : 'Save and preview'}
        </Button>
        <Button variant="link" onClick={leave}>
          Leave without saving
        </Button>
      </SpaceBetween>
    </Screen>
  );
}

function NameAndSender({ draft, change, missing, error }: PartProps) {
  return (
    <SpaceBetween size="l">
      <FormField
        label="Name"
        description="Only you see it."
        errorText={missing.name ?? fieldError(error, '/name')}
      >
        <Input value={draft.name} onChange={({ detail }) => change({ name: detail.value })} />
      </FormField>
      <PurposeField purpose={draft.purpose} onChange={(purpose) => change({ purpose })} />
      <SenderField
        from={draft.from}
        onChange={(from) => change({ from })}
        error={missing.from ?? fieldError(error, '/from')}
      />
    </SpaceBetween>
  );
}
