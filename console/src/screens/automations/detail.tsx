import Tabs from '@cloudscape-design/components/tabs';
import { useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useFlashes } from '../../app/flashes';
import { LoadingScreen } from '../../app/loading-screen';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { LoadError } from '../../lists/list-states';
import { AutomationActions } from './actions';
import { AutomationApproval } from './approval';
import { AutomationStatus } from './automation-status';
import { AutomationPeople } from './people';
import { AutomationPlan } from './plan';
import { AutomationPreviewTab } from './preview';
import { AutomationProgress } from './progress';
import { AutomationSteps } from './steps';
import { useAutomation } from './use-automation';

/** Age from which a message is about an earlier state: the new one is read within a few seconds of a click. */
const SAID_OF_STATE_MS = 8_000;

/** Screen of an automation: its steps with their numbers, its people, a preview, its plan and versions. */
export function Component() {
  const { automationId = '' } = useParams();
  const { path } = useAccount();
  const [params, setParams] = useSearchParams();
  const { data: automation, error, refetch } = useAutomation(automationId);
  const status = automation?.status;
  const { leaveScreen } = useFlashes();
  useEffect(() => leaveScreen(SAID_OF_STATE_MS), [status, leaveScreen]);
  const parent = { text: 'Automations', path: path('automations') };
  if (automation === undefined) {
    return error === null ? (
      <LoadingScreen />
    ) : (
      <Screen title="Automation" parent={parent}>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Screen>
    );
  }
  return (
    <Screen
      title={automation.name}
      parent={parent}
      description={<AutomationStatus automation={automation} />}
      actions={<AutomationActions automation={automation} />}
    >
      <AutomationApproval automation={automation} />
      <AutomationProgress automation={automation} />
      <Tabs
        activeTabId={params.get('tab') ?? 'steps'}
        onChange={({ detail }) => setParams({ tab: detail.activeTabId }, { replace: true })}
        tabs={[
          { id: 'steps', label: 'Steps', content: <AutomationSteps automation={automation} /> },
          {
            id: 'people',
            label: 'People',
            disabled: automation.status === 'draft',
            disabledReason: 'People enter once the automation is started.',
            content: <AutomationPeople automation={automation} />,
          },
          { id: 'preview', label: 'Preview', content: <AutomationPreviewTab automation={automation} /> },
          { id: 'plan', label: 'Plan and versions', content: <AutomationPlan automation={automation} /> },
        ]}
      />
    </Screen>
  );
}
