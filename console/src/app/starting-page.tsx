import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Spinner from '@cloudscape-design/components/spinner';
import { describeError } from '../api/request-error';

/** Page while the session is read, and when that fails. */
export function StartingPage({ error, onRetry }: { error: Error | undefined; onRetry: () => void }) {
  return (
    <main className="centred-page">
      {error === undefined ? (
        <Box textAlign="center">
          <Spinner size="large" />
        </Box>
      ) : (
        <Alert
          type="error"
          header="The console cannot start"
          action={<Button onClick={onRetry}>Try again</Button>}
        >
          {describeError(error)}
        </Alert>
      )}
    </main>
  );
}
