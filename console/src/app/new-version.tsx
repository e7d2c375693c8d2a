import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useNewVersion } from './console-version';

/** Notice above every screen that this tab has an older version of the console than the service. */
export function NewVersion() {
  if (!useNewVersion()) return null;
  return (
    <Alert
      type="info"
      header="There is a new version of the console"
      action={<Button onClick={() => window.location.reload()}>Load the new version</Button>}
    >
      This tab has an older one. Load the new one when it suits you: what you have typed is kept.
    </Alert>
  );
}
