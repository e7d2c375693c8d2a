import Alert from '@cloudscape-design/components/alert';
import { useEffect } from 'react';
import { RouteLink } from './route-link';
import { tellSignedIn } from './signed-in';

/** Page of the tab in which a user has signed in for another tab. */
export function SignedInPage() {
  useEffect(tellSignedIn, []);
  return (
    <main className="centred-page">
      <h1>You are signed in</h1>
      <Alert type="success">
        Close this tab and go on in the other one, or <RouteLink to="/">go on here</RouteLink>.
      </Alert>
    </main>
  );
}
