import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import type { SendingHold } from '../api/schemas';
import { LoadError } from '../lists/list-states';
import { describeSince, nameHold } from './describe-hold';
import { isPaused, useHoldsQuery } from './holds';
import { PauseDialog } from './pause-dialog';
import { accountTarget, type PauseTarget } from './pause-target';
import { useResume } from './use-resume';

/** Whether the texts of an account go out, with the button that pauses or resumes them. */
export function AccountSending({ accountId, mayChange }: { accountId: string; mayChange: boolean }) {
  const { data, error, refetch } = useHoldsQuery(accountId);
  return (
    <SendingPanel
      title="Sending"
      scope="account"
      target={accountTarget(accountId)}
      holds={data}
      error={error}
      onRetry={() => void refetch()}
      mayChange={mayChange}
    />
  );
}

interface Props {
  title: string;
  scope: 'account' | 'service';
  target: PauseTarget;
  /** Absent until they are loaded. */
  holds: SendingHold[] | undefined;
  error: Error | null;
  onRetry: () => void;
  mayChange: boolean;
}

export function SendingPanel({ title, scope, target, holds, error, onRetry, mayChange }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const { resume, isBusy } = useResume();
  if (holds === undefined) return error === null ? null : <LoadError error={error} onRetry={onRetry} />;
  const isPausedHere = holds.some((hold) => hold.scope === scope && isPaused(hold));
  return (
    <>
      <Container
        header={
          <Header
            variant="h2"
            actions={
              mayChange &&
              (isPausedHere ? (
                <Button variant="primary" loading={isBusy} onClick={() => resume(target)}>
                  Resume sending
                </Button>
              ) : (
                <Button onClick={() => setIsAsking(true)}>Pause sending</Button>
              ))
            }
          >
            {title}
          </Header>
        }
      >
        <SpaceBetween size="xs">
          {holds.length === 0 && <StatusIndicator type="success">Texts go out.</StatusIndicator>}
          {holds.map((hold) => (
            <StatusIndicator key={`${nameHold(hold)} ${hold.reason}`} type="warning">
              <span className="wrap-anywhere">
                {nameHold(hold)} {describeSince(hold)}
              </span>
            </StatusIndicator>
          ))}
        </SpaceBetween>
      </Container>
      {isAsking && <PauseDialog target={target} onClose={() => setIsAsking(false)} />}
    </>
  );
}
