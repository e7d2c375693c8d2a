import { Outlet, useMatches, useParams } from 'react-router';
import { navigationOf, operatorItems } from './navigation';
import { NotFoundScreen } from './not-found-screen';
import { useAccount, useSession } from './session';
import { Shell } from './shell';

/** The frame of an account's screens; an account that the reader has no role in is answered like one that is not there. */
export function AccountScreens() {
  const { accountId } = useParams();
  const { accounts } = useSession();
  if (!accounts.some(({ id }) => id === accountId)) {
    return (
      <Shell items={[]}>
        <NotFoundScreen />
      </Shell>
    );
  }
  return <KnownAccount key={accountId} />;
}

function KnownAccount() {
  const account = useAccount();
  const needed = useMatches().map(({ handle }) => (handle as { needs: string } | undefined)?.needs);
  const isOpen = needed.every((scope) => scope === undefined || account.can(scope));
  return (
    <Shell items={navigationOf(account, useSession())}>{isOpen ? <Outlet /> : <NotFoundScreen />}</Shell>
  );
}

/** The frame of the operators' screens; for all others they are not there. */
export function OperatorScreens() {
  const { user } = useSession();
  return (
    <Shell items={user.isOperator ? operatorItems() : []}>
      {user.isOperator ? <Outlet /> : <NotFoundScreen />}
    </Shell>
  );
}
