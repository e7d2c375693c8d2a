import Alert from '@cloudscape-design/components/alert';
import Wizard from '@cloudscape-design/components/wizard';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ChangedElsewhere, describeError } from '../../../api/request-error';
import type { Campaign } from '../../../api/schemas';
import { useFlashes } from '../../../app/flashes';
import { Screen } from '../../../app/screen';
import { useAccount } from '../../../app/session';
import { useKept } from '../../../kept/use-kept';
import { ChangedElsewhereAlert } from '../../../plans/changed-elsewhere-alert';
import { isNoteTooLong } from '../../../plans/note';
import { CampaignSentBack } from '../approval';
import { useNeedsApproval } from '../use-needs-approval';
import { useSteering } from '../use-steering';
import { AudienceStep } from './audience-step';
import { CheckStep } from './check-step';
import { EMPTY_DRAFT, isSavable, type Draft } from './draft';
import { missingIn } from './missing';
import { TextStep } from './text-step';
import { TimeStep } from './time-step';
import { useSavedDraft } from './use-saved-draft';

interface Props {
  campaign: Campaign | undefined;
  initial: Draft;
  /** Name by which what is typed is kept in the tab. */
  keptAs: string;
}

/** Plan of a campaign as it is kept in the tab, so that a reload or an outage loses nothing. */
interface KeptPlan {
  draft: Draft;
  step: number;
  /** Empty until the draft is stored at the service. */
  savedId: string;
  /** `updatedAt` of the stored draft that this one changes. */
  basedOn: string;
}

export const NO_PLAN: KeptPlan = { draft: EMPTY_DRAFT, step: 0, savedId: '', basedOn: '' };

/** Properties of every step. */
export interface StepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  saved: Campaign | undefined;
  save: ReturnType<typeof useSavedDraft>['save'];
  /** Set after the user has tried to continue, from when on missing fields are marked. */
  showsMissing: boolean;
  /** Error of the service at the last saving. */
  error: Error | null;
  /** Note to who approves the launch. */
  note: string;
  setNote: (note: string) => void;
}

const STEP_TITLES = ['Who', 'Text', 'When'] as const;
const LAST_STEP = STEP_TITLES.length;

/** Texts of the button on the last step, by whether the launch needs an approval. */
const SUBMIT_TEXTS = {
  undefined: 'Counting the audience',
  true: 'Submit for approval',
  false: 'Launch campaign',
} as const;

/** Returns the first step that lacks something. */
const firstMissing = (draft: Draft): number | undefined => [0, 1, 2].find((index) => missingIn(draft, index));

/** Wizard that plans a campaign in four steps; from the second one on the draft is stored at the service. */
export function Composer({ campaign, initial, keptAs }: Props) {
  const { can, path } = useAccount();
  const mayLaunch = can('campaigns:launch');
  const navigate = useNavigate();
  // `?at=check` opens a complete draft with what is left to do.
  const [params] = useSearchParams();
  const {
    value: plan,
    setValue: setPlan,
    forget,
  } = useKept<KeptPlan>(
    keptAs,
    {
      ...NO_PLAN,
      ...{ draft: initial, savedId: campaign?.id ?? '', basedOn: campaign?.updatedAt ?? '' },
      ...(params.get('at') === 'check' && { step: firstMissing(initial) ?? LAST_STEP }),
    },
    NO_PLAN,
  );
  const { draft, step } = plan;
  const keep = (part: Partial<KeptPlan>) => setPlan((before) => ({ ...before, ...part }));
  const { leaveScreen } = useFlashes();
  const setStep = (next: number) => {
    leaveScreen();
    keep({ step: next });
  };
  const [showsMissing, setShowsMissing] = useState(false);
  const [note, setNote] = useState('');
  const { saved, save, isSaving, error } = useSavedDraft({
    campaign,
    basedOn: plan.basedOn || undefined,
    onSaved: ({ id: savedId, updatedAt }) => keep({ savedId, basedOn: updatedAt }),
  });
  const { steer, isBusy } = useSteering(saved?.id ?? '', () => {
    forget();
    void navigate(path(`campaigns/${saved?.id}`));
  });

  const stepProps: StepProps = {
    ...{ draft, saved, save, showsMissing, error, note, setNote },
    change: (part) => setPlan((before) => ({ ...before, draft: { ...before.draft, ...part } })),
  };
  const goTo = async (next: number) => {
    const missing = firstMissing(draft);
    if (missing !== undefined && missing < next) {
      setStep(missing);
      setShowsMissing(true);
      return;
    }
    setShowsMissing(false);
    if (isSavable(draft) && (await save(draft)) === undefined) return;
    setStep(next);
  };
  const leave = async () => {
    const kept = isSavable(draft) ? await save(draft) : saved;
    // Not saved: the error says why, and what was typed stays.
    if (isSavable(draft) && kept === undefined) return;
    forget();
    void navigate(path(kept === undefined ? 'campaigns' : `campaigns/${kept.id}`));
  };
  const needsApproval = useNeedsApproval(step === LAST_STEP ? saved : undefined);
  const finish = async () => {
    if (needsApproval === undefined || (needsApproval && isNoteTooLong(note))) return;
    const kept = await save(draft, { isLast: true });
    if (kept === undefined) return;
    steer(mayLaunch ? 'launch' : 'submit', note);
  };

  const contents = [
    <AudienceStep key="who" {...stepProps} />,
    <TextStep key="text" {...stepProps} />,
    <TimeStep key="when" {...stepProps} />,
    <CheckStep key="check" {...stepProps} />,
  ];
  return (
    <Screen
      title={campaign === undefined ? 'New campaign' : `Edit ${campaign.name}`}
      parent={{ text: 'Campaigns', path: path('campaigns') }}
    >
      {campaign !== undefined && <CampaignSentBack campaign={campaign} />}
      {error instanceof ChangedElsewhere && saved !== undefined && (
        <ChangedElsewhereAlert
          what="draft"
          onLoadTheirs={() => {
            forget();
            window.location.assign(`/console${path(`campaigns/${saved.id}/edit`)}`);
          }}
          onSaveMine={() => void save(draft, { isForced: true })}
        />
      )}
      {error !== null && !(error instanceof ChangedElsewhere) && (
        <Alert type="error" header="The draft could not be saved">
          {describeError(error)}
        </Alert>
      )}
      <Wizard
        activeStepIndex={step}
        onNavigate={({ detail }) => void goTo(detail.requestedStepIndex)}
        onCancel={() => void leave()}
        onSubmit={() => void finish()}
        isLoadingNextStep={isSaving || isBusy || (step === LAST_STEP && needsApproval === undefined)}
        submitButtonText={SUBMIT_TEXTS[`${needsApproval}`]}
        i18nStrings={{
          stepNumberLabel: (number) => `Step ${number}`,
          collapsedStepsLabel: (number, count) => `Step ${number} of ${count}`,
          navigationAriaLabel: 'Steps',
          cancelButton: 'Save and leave',
          previousButton: 'Back',
          nextButton: 'Next',
        }}
        steps={[...STEP_TITLES, mayLaunch ? 'Check and launch' : 'Check and submit'].map((title, index) => ({
          title,
          content: contents[index],
        }))}
      />
    </Screen>
  );
}
