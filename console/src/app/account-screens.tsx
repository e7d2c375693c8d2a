import { Outlet, useMatches, useParams } from 'react-router';
import type { Scope } from '../api/schemas';
import { showZone } from '../format/reader-clock';
import { AccountBanner, ServiceBanner } from '../sending/hold-banner';
import { navigationOf, operatorAreas } from './navigation';
import { NotFoundScreen } from './not-found-screen';
import { useAccount, useSession } from './session';
import { Shell } from './shell';
import { useBadges } from './use-badges';

/** Frame of an account's screens. An account in which the user has no role is shown like one that does not exist. */
export function AccountScreens() {
  const { accountId } = useParams();
  const { accounts } = useSession();
  if (!accounts.some(({ id }) => id === accountId)) {
    return (
      <Shell areas={[]}>
        <NotFoundScreen />
      </Shell>
    );
  }
  return <KnownAccount key={accountId} />;
}

function KnownAccount() {
  const account = useAccount();
  const badges = useBadges();
  showZone(account.timeZone);
  const needed = useMatches().map(({ handle }) => (handle as { needs: Scope } | undefined)?.needs);
  const isOpen = needed.every((scope) => scope === undefined || account.can(scope));
  return (
    <Shell areas={navigationOf(account, useSession())} badges={badges} banner={<AccountBanner />}>
      {isOpen ? <Outlet /> : <NotFoundScreen />}
    </Shell>
  );
}

/** Frame of the operators' screens, which do not exist for other users. */
export function OperatorScreens() {
  const { user } = useSession();
  showZone(undefined);
  return (
    <Shell areas={user.isOperator ? operatorAreas() : []} banner={user.isOperator && <ServiceBanner />}>
      {user.isOperator ? <Outlet /> : <NotFoundScreen />}
    </Shell>
  );
}
