import { unwrap } from '../../api/client';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { sendNote, submit } from '../../plans/note';

type Step = 'launch' | 'submit' | 'pause' | 'resume' | 'cancel';

const DONE: Record<Step, string> = {
  launch: 'The campaign is launched.',
  submit: 'The campaign is submitted. It waits for the approval of a user who may launch it.',
  pause: 'The campaign is paused. Texts that were being handed over still go out.',
  resume: 'The campaign goes on.',
  cancel: 'The campaign is cancelled.',
};

/** Launches or submits (with a note to who approves it, if it must be approved), pauses, resumes or cancels a campaign. */
export function useSteering(campaignId: string, onDone?: () => void) {
  const { id, api } = useAccount();
  const change = useChange({
    run: async ({ step, note = '' }: { step: Step; note?: string | undefined }) => {
      const params = { params: { path: { id: campaignId } } };
      if (step === 'submit') {
        await submit(api, { kind: 'campaigns', id: campaignId }, note);
        return DONE.submit;
      }
      const { status } = await unwrap(api.POST(`/api/v1/campaigns/{id}/${step}`, params));
      return step === 'launch' && status === 'awaitingApproval'
        ? sendNote(api, { kind: 'campaigns', id: campaignId }, note)
        : DONE[step];
    },
    done: (said) => said,
    failed: 'That was not done',
    changes: [[id, 'campaigns']],
    onDone: () => onDone?.(),
  });
  return { steer: (step: Step, note?: string) => change.mutate({ step, note }), isBusy: change.isPending };
}
