import { unwrap } from '../../api/client';
import type { Automation } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { DecisionButtons } from '../../plans/decision-buttons';
import { describeSteering } from './describe-steering';
import { useNames } from './use-names';

/** Buttons that approve or send back what a user wants to start or has changed, after a dialog. */
export function AutomationDecision({
  automation,
  askedAt,
}: {
  automation: Automation;
  askedAt: string | undefined;
}) {
  const { id, api } = useAccount();
  const params = { path: { id: automation.id } };
  return (
    <DecisionButtons
      what="automation"
      askedAt={askedAt}
      approve={(body) => unwrap(api.POST('/api/v1/automations/{id}/approve', { params, body }))}
      reject={(reason) => unwrap(api.POST('/api/v1/automations/{id}/reject', { params, body: { reason } }))}
      rejected="The automation is sent back."
      changes={[
        [id, 'automations'],
        [id, 'awaiting'],
      ]}
      useCover={() => useCover(automation)}
    />
  );
}

function useCover(automation: Automation) {
  const names = useNames();
  const text = (
    <div>
      {describeSteering('start', automation, names).join(' ')} The approval is for its texts, times and
      conditions as they are now, and for any number of people. A change of it needs another approval.
    </div>
  );
  return { text, isReady: true };
}
