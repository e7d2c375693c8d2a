import { unwrap } from '../../api/client';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { sendNote, submit } from '../../plans/note';

export type Steering = 'start' | 'submit' | 'pause' | 'resume' | 'stop';

const DONE: Record<Steering, string> = {
  start: 'The automation is running.',
  submit: 'The automation is submitted. It waits for the approval of a user who may start it.',
  pause: 'The automation is paused. Texts that were being handed over still go out.',
  resume: 'The automation goes on.',
  stop: 'The automation is stopped.',
};

/** Starts, submits for approval, pauses, resumes or stops an automation. */
export function useSteering(automationId: string, onDone?: () => void) {
  const { id, api } = useAccount();
  const change = useChange({
    run: async ({ step, note = '' }: { step: Steering; note?: string | undefined }) => {
      const params = { params: { path: { id: automationId } } };
      if (step === 'submit') {
        await submit(api, { kind: 'automations', id: automationId }, note);
        return DONE.submit;
      }
      const { status } = await unwrap(api.POST(`/api/v1/automations/{id}/${step}`, params));
      return step === 'start' && status === 'awaitingApproval'
        ? sendNote(api, { kind: 'automations', id: automationId }, note)
        : DONE[step];
    },
    done: (said) => said,
    failed: 'That was not done',
    changes: [[id, 'automations']],
    onDone: () => onDone?.(),
  });
  return {
    steer: (step: Steering, note?: string) => change.mutate({ step, note }),
    isBusy: change.isPending,
  };
}
