import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { FailedScreen } from '../../../app/failed-screen';
import { LoadingScreen } from '../../../app/loading-screen';
import { useAccount } from '../../../app/session';
import type { Automation } from '../../../api/schemas';
import { useAutomationToEdit } from '../use-automation';
import { Composer } from './composer';
import { draftOf } from './draft';

/** Screen that edits a draft, or makes a new version of an automation that was started. */
export function Component() {
  const { automationId = '' } = useParams();
  const { path } = useAccount();
  const { data, error, refetch } = useAutomationToEdit(automationId);
  if (data === undefined) {
    return error === null ? (
      <LoadingScreen />
    ) : (
      <FailedScreen
        title="Automation"
        parent={{ text: 'Automations', path: path('automations') }}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.status === 'stopped' || data.status === 'awaitingApproval')
    return <Navigate to={path(`automations/${automationId}`)} replace />;
  return <Stored key={automationId} automation={data} />;
}

/** Composer of an automation as it was when the screen was opened. */
function Stored({ automation }: { automation: Automation }) {
  const [opened] = useState(automation);
  const [initial] = useState(() => draftOf(automation));
  return <Composer automation={opened} initial={initial} keptAs={`automation ${automation.id}`} />;
}
