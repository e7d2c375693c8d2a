import { Navigate } from 'react-router';
import { useSession } from './session';
import { Shell } from './shell';
import Box from '@cloudscape-design/components/box';

/** `/console` leads to the overview of the first account. */
export function FirstScreen() {
  const { accounts } = useSession();
  const [first] = accounts;
  if (first !== undefined) return <Navigate to={`/${first.id}/overview`} replace />;
  return (
    <Shell items={[]}>
      <Box padding="xxl">You have no role in any account yet. Ask an administrator to invite you.</Box>
    </Shell>
  );
}
