import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useRouteError } from 'react-router';
import { describeError } from '../api/request-error';

/** Page for a screen that could not be rendered, for example after a deployment that has renamed its files. */
export function RouteError() {
  const error = useRouteError();
  return (
    <main className="centred-page">
      <Alert
        type="error"
        header="This screen cannot be shown"
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      >
        {describeError(error)}
      </Alert>
    </main>
  );
}
