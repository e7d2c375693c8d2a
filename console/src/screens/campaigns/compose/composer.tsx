import Alert from '@cloudscape-design/components/alert';
import Wizard from '@cloudscape-design/components/wizard';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { describeError } from '../../../api/request-error';
import type { Campaign } from '../../../api/schemas';
import { Screen } from '../../../app/screen';
import { useAccount } from '../../../app/session';
import { useSteering } from '../use-steering';
import { AudienceStep } from './audience-step';
import { CheckStep } from './check-step';
import { isSavable, type Draft } from './draft';
import { missingIn } from './missing';
import { TextStep } from './text-step';
import { TimeStep } from './time-step';
import { useSavedDraft } from './use-saved-draft';

interface Props {
  campaign: Campaign | undefined;
  initial: Draft;
}

/** Properties of every step. */
export interface StepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  saved: Campaign | undefined;
  save: (draft: Draft) => Promise<Campaign | undefined>;
  /** Set after the user has tried to continue, from when on missing fields are marked. */
  showsMissing: boolean;
  /** Error of the service at the last saving. */
  error: Error | null;
}

const STEP_TITLES = ['Who', 'Text', 'When', 'Check and launch'] as const;

/** Wizard that plans a campaign in four steps; from the second one on the draft is stored at the service. */
export function Composer({ campaign, initial }: Props) {
  const { can, path } = useAccount();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(initial);
  const [step, setStep] = useState(0);
  const [showsMissing, setShowsMissing] = useState(false);
  const { saved, save, isSaving, error } = useSavedDraft(campaign);
  const { steer, isBusy } = useSteering(saved?.id ?? '', () => void navigate(path(`campaigns/${saved?.id}`)));

  const stepProps: StepProps = {
    ...{ draft, saved, save, showsMissing, error },
    change: (part) => setDraft((current) => ({ ...current, ...part })),
  };
  const goTo = async (next: number) => {
    const missing = [0, 1, 2].filter((index) => index < next).find((index) => missingIn(draft, index));
    if (missing !== undefined) {
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
    void navigate(path(kept === undefined ? 'campaigns' : `campaigns/${kept.id}`));
  };
  const finish = async () => {
    const kept = await save(draft);
    if (kept === undefined) return;
    if (can('campaigns:launch')) steer('launch');
    else void navigate(path(`campaigns/${kept.id}`));
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
      {error !== null && (
        <Alert type="error" header="The draft could not be saved">
          {describeError(error)}
        </Alert>
      )}
      <Wizard
        activeStepIndex={step}
        onNavigate={({ detail }) => void goTo(detail.requestedStepIndex)}
        onCancel={() => void leave()}
        onSubmit={() => void finish()}
        isLoadingNextStep={isSaving || isBusy}
        submitButtonText={can('campaigns:launch') ? 'Launch campaign' : 'Save draft'}
        i18nStrings={{
          stepNumberLabel: (number) => `Step ${number}`,
          collapsedStepsLabel: (number, count) => `Step ${number} of ${count}`,
          navigationAriaLabel: 'Steps',
          cancelButton: 'Save and leave',
          previousButton: 'Back',
          nextButton: 'Next',
        }}
        steps={STEP_TITLES.map((title, index) => ({ title, content: contents[index] }))}
      />
    </Screen>
  );
}
