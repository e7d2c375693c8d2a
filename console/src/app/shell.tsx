import Flashbar from '@cloudscape-design/components/flashbar';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { AreaNavigation, AreaTabs } from './area-navigation';
import { BusyRegion } from './busy-region';
import { useFlashes } from './flashes';
import { LoadingScreen } from './loading-screen';
import type { Area } from './navigation';
import { NewVersion } from './new-version';
import { ReceivedInvitations } from '../users/received-invitations';
import { TopBar } from './top-bar';
import { useTrail } from './trail';
import { type Badges, NO_BADGES } from './use-badges';

const CONTENT_ID = 'content';

/** Frame of every screen: top bar, navigation, flashes. */
export function Shell({
  areas,
  badges = NO_BADGES,
  banner,
  children,
}: {
  areas: readonly Area[];
  badges?: Badges;
  /** Notice above every screen. */
  banner?: ReactNode;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  useTrail();
  const { items: flashes, leaveScreen } = useFlashes();
  useEffect(() => {
    window.scrollTo(0, 0);
    leaveScreen();
  }, [pathname, leaveScreen]);
  return (
    <>
      <a
        className="skip-link"
        href={`#${CONTENT_ID}`}
        onClick={(event) => {
          // The router would take the fragment for an address.
          event.preventDefault();
          document.getElementById(CONTENT_ID)?.focus();
        }}
      >
        Skip to the content
      </a>
      <TopBar />
      <div className={areas.length === 0 ? 'frame frame-plain' : 'frame'}>
        <AreaNavigation areas={areas} badges={badges} />
        <main id={CONTENT_ID} tabIndex={-1}>
          <div className={flashes.length > 0 ? 'flashes flashes-shown' : 'flashes'}>
            <Flashbar items={flashes} />
          </div>
          <BusyRegion>
            <NewVersion />
            {banner}
            <ReceivedInvitations />
            <AreaTabs areas={areas} badges={badges} />
            <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
          </BusyRegion>
        </main>
      </div>
    </>
  );
}
