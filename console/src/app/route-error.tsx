import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { newVersionQuery } from './console-version';
import { Screen } from './screen';
import { SCREEN_FAULTS, screenFaultOf } from './screen-fault';

/** Screen in place of one that failed. */
export function RouteError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const openAgain = () => void navigate(pathname + search, { replace: true });
  return <ScreenFault error={error} onRetry={openAgain} />;
}

/**
 * Content of a screen that could not be loaded or shown, below the navigation, which stays usable: while the service is
 * down, after an upgrade that has renamed the files, or after a fault of the screen.
 */
export function ScreenFault({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { data: isNew, isError, refetch } = useQuery({ ...newVersionQuery, retry: false });
  useEffect(() => void refetch(), [error, refetch]);
  const fault = screenFaultOf(error, { isNewVersion: isNew === true, isUnreachable: isError });
  const { header, text, action } = SCREEN_FAULTS[fault];
  return (
    <Screen title="This screen cannot be shown">
      <Alert
        type={fault === 'newVersion' ? 'info' : 'error'}
        header={header}
        action={
          <Button onClick={fault === 'newVersion' ? () => window.location.reload() : onRetry}>
            {action}
          </Button>
        }
      >
        {text}
        {fault === 'broken' && error instanceof Error && <div>{error.message}</div>}
      </Alert>
    </Screen>
  );
}
