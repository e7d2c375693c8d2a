import { Navigate } from 'react-router';
import { useSession } from './session';
import { Shell } from './shell';
import { operatorItems } from './navigation';
import Box from '@cloudscape-design/components/box';

/** `/console` leads to the overview of the first account. */
export function FirstScreen() {
  const { accounts, user } = useSession();
  const [first] = accounts;
  if (first !== undefined) return <Navigate to={`/${first.id}/overview`} replace />;
  if (user.isOperator) return <Navigate to="/operator/accounts" replace />;
  return (
    <Shell items={user.isOperator ? operatorItems() : []}>
      <Box padding="xxl">You have no role in any account yet. Ask an administrator to invite you.</Box>
    </Shell>
  );
}
