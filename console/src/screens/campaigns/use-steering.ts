import { unwrap } from '../../api/client';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';

type Step = 'launch' | 'pause' | 'resume' | 'cancel';

const DONE: Record<Step, string> = {
  launch: 'The campaign is launched.',
  pause: 'The campaign is paused. Texts that were being handed over still go out.',
  resume: 'The campaign goes on.',
  cancel: 'The campaign is cancelled.',
};

/** Launches, pauses, resumes or cancels a campaign. */
export function useSteering(campaignId: string, onDone?: () => void) {
  const { id, api } = useAccount();
  const change = useChange({
    run: async (step: Step) => {
      const params = { params: { path: { id: campaignId } } };
      const { status } = await unwrap(api.POST(`/api/v1/campaigns/{id}/${step}`, params));
      return { step, status };
    },
    done: ({ step, status }) =>
      step === 'launch' && status === 'awaitingApproval'
        ? 'The campaign waits until a second person approves it.'
        : DONE[step],
    failed: 'That was not done',
    changes: [[id, 'campaigns']],
    onDone: () => onDone?.(),
  });
  return { steer: (step: Step) => change.mutate(step), isBusy: change.isPending };
}
