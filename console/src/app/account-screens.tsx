import { Outlet, useParams } from 'react-router';
import { navigationOf } from './navigation';
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
  return (
    <Shell items={navigationOf(useAccount())}>
      <Outlet />
    </Shell>
  );
}
