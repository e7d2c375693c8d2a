import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { describeError, RequestError } from '../api/request-error';

/** Empty state of a list: its future content, and the next step. */
export function EmptyList({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Box textAlign="center" margin={{ vertical: 's' }} color="inherit">
      <SpaceBetween size="s">
        <Box variant="strong" color="inherit">
          {title}
        </Box>
        {children !== undefined && <Box color="inherit">{children}</Box>}
        {action}
      </SpaceBetween>
    </Box>
  );
}

interface LoadErrorProps {
  error: Error;
  /** Heading; needed where the screen has other data. */
  title?: string;
  onRetry?: (() => void) | undefined;
}

/** Message that a read failed, with the request id by which the operator finds it. */
export function LoadError({ error, title = 'This could not be loaded', onRetry }: LoadErrorProps) {
  const requestId = error instanceof RequestError ? error.requestId : undefined;
  return (
    <Alert type="error" header={title} action={onRetry && <Button onClick={onRetry}>Try again</Button>}>
      {describeError(error)}
      {requestId !== undefined && <div>Request id: {requestId}</div>}
    </Alert>
  );
}

/** Notice above what was loaded before, when it could not be loaded again. */
export function NotCurrent({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Alert
      type="warning"
      header="This is not up to date"
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {describeError(error)} What you see was loaded before.
    </Alert>
  );
}
