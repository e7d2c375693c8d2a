import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Spinner from '@cloudscape-design/components/spinner';
import { describeError } from '../api/request-error';

/** Page while the session is read, and when that fails. */
export function StartingPage({ error }: { error: Error | undefined }) {
  return (
    <main className="centred-page">
      {error === undefined ? (
        <Box textAlign="center">
          <Spinner size="large" />
        </Box>
      ) : (
        <Alert type="error" header="The console cannot start">
          {describeError(error)}
        </Alert>
      )}
    </main>
  );
}
