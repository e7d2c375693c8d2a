import AppLayout from '@cloudscape-design/components/app-layout';
import Flashbar from '@cloudscape-design/components/flashbar';
import SideNavigation, { type SideNavigationProps } from '@cloudscape-design/components/side-navigation';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { BusyRegion } from './busy-region';
import { useFlashes } from './flashes';
import { NewVersion } from './new-version';
import { LoadingScreen } from './loading-screen';
import { ReceivedInvitations } from '../users/received-invitations';
import { TopBar } from './top-bar';

const WIDE = '(min-width: 689px)';

/** Frame of every screen: top bar, navigation, flashes. */
export function Shell({
  items,
  banner,
  children,
}: {
  items: SideNavigationProps.Item[];
  /** Notice above every screen. */
  banner?: ReactNode;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { items: flashes, leaveScreen } = useFlashes();
  const [isOpen, setIsOpen] = useState(() => window.matchMedia(WIDE).matches);

  const screen = pathname.split('/').slice(0, 3).join('/');
  useEffect(() => {
    window.scrollTo(0, 0);
    leaveScreen();
  }, [pathname, leaveScreen]);

  return (
    <>
      <div id="top-bar">
        <TopBar />
      </div>
      <AppLayout
        headerSelector="#top-bar"
        navigationOpen={isOpen}
        onNavigationChange={({ detail }) => setIsOpen(detail.open)}
        toolsHide
        notifications={<Flashbar items={flashes} />}
        stickyNotifications
        navigation={
          <SideNavigation
            activeHref={`/console${screen}`}
            items={items}
            onFollow={(event) => {
              if (event.detail.external) return;
              event.preventDefault();
              if (!window.matchMedia(WIDE).matches) setIsOpen(false);
              void navigate(event.detail.href.replace(/^\/console/, ''));
            }}
          />
        }
        content={
          <BusyRegion>
            <NewVersion />
            {banner}
            <ReceivedInvitations />
            <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
          </BusyRegion>
        }
      />
    </>
  );
}
