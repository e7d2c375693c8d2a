import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useRouteError } from 'react-router';
import { describeError } from '../api/request-error';

/** What a screen shows that could not be drawn, such as after a deployment whose files have other names. */
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
