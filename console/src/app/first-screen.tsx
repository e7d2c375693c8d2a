import { Navigate } from 'react-router';
import { useSession } from './session';
import { Screen } from './screen';
import { Shell } from './shell';

/** Redirects `/console` to the overview of the first account, or an operator without one to that of all accounts. */
export function FirstScreen() {
  const { accounts, invitations, user } = useSession();
  const [first] = accounts;
  if (first !== undefined) return <Navigate to={`/${first.id}/overview`} replace />;
  if (user.isOperator && invitations.length === 0) return <Navigate to="/operator" replace />;
  return (
    <Shell areas={[]}>
      <Screen title="Welcome">
        {invitations.length > 0
          ? 'Accept an invitation to see the account.'
          : 'You have no role in any account yet. Ask an administrator to invite you.'}
      </Screen>
    </Shell>
  );
}
