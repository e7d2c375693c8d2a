import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactNode } from 'react';
import type { AccountSender } from '../api/schemas';
import { EmptyList, LoadError } from '../lists/list-states';
import { SenderCard } from './sender-card';
import { useSendersOf } from './use-senders';

/** All senders of an account, oldest first. */
export function SenderList({
  accountId,
  empty,
  actionsOf,
}: {
  accountId: string;
  /** Text when there are none. */
  empty: ReactNode;
  actionsOf?: (sender: AccountSender) => ReactNode;
}) {
  const { data, error, refetch } = useSendersOf(accountId);
  if (data === undefined) {
    return error === null ? (
      <div data-loading>
        <StatusIndicator type="loading">Loading senders</StatusIndicator>
      </div>
    ) : (
      <LoadError error={error} onRetry={() => void refetch()} />
    );
  }
  if (data.results.length === 0) {
    return (
      <Container>
        <EmptyList title="No senders">{empty}</EmptyList>
      </Container>
    );
  }
  return (
    <SpaceBetween size="l">
      {data.results.map((sender) => (
        <SenderCard key={sender.id} sender={sender} actions={actionsOf?.(sender)} />
      ))}
    </SpaceBetween>
  );
}
