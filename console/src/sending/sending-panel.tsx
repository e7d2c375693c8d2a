import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import type { SendingHold } from '../api/schemas';
import { LoadError } from '../lists/list-states';
import { describeSince, nameHold } from './describe-hold';
import { isPaused, mayEnd, useHoldsQuery } from './holds';
import { PauseDialog } from './pause-dialog';
import { accountTarget, type PauseTarget } from './pause-target';
import { useResume } from './use-resume';

/** Shows whether the texts of an account go out, with the button that pauses or resumes them. */
export function AccountSending({ accountId, ...user }: User & { accountId: string }) {
  const { data, error, refetch } = useHoldsQuery(accountId);
  return (
    <SendingPanel
      title="Sending"
      scope="account"
      target={accountTarget(accountId)}
      holds={data}
      error={error}
      onRetry={() => void refetch()}
      {...user}
    />
  );
}

interface User {
  mayChange: boolean;
  isOperator: boolean;
}

interface Props extends User {
  title: string;
  scope: 'account' | 'service';
  target: PauseTarget;
  /** Absent until they are loaded. */
  holds: SendingHold[] | undefined;
  error: Error | null;
  onRetry: () => void;
}

export function SendingPanel(props: Props) {
  const { title, scope, target, holds, error, onRetry, mayChange, isOperator } = props;
  const [isAsking, setIsAsking] = useState(false);
  const { resume, isBusy } = useResume();
  if (holds === undefined) return error === null ? null : <LoadError error={error} onRetry={onRetry} />;
  const pause = holds.find((hold) => hold.scope === scope && isPaused(hold));
  return (
    <>
      <Container
        header={
          <Header
            variant="h2"
            actions={
              mayChange &&
              (pause === undefined ? (
                <Button onClick={() => setIsAsking(true)}>Pause sending</Button>
              ) : (
                mayEnd(pause, { isOperator }) && (
                  <Button variant="primary" loading={isBusy} onClick={() => resume(target)}>
                    Resume sending
                  </Button>
                )
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
