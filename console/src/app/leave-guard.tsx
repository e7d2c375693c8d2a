import { useEffect, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { Confirm } from './confirm';

interface Props {
  /** True while there is something to lose. */
  isActive: boolean;
  title: string;
  action: string;
  children: ReactNode;
}

/** Asks before another screen is opened, or the tab closed, while a screen has something that cannot be kept. */
export function LeaveGuard({ isActive, title, action, children }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isActive && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isActive) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isActive]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Confirm
      title={title}
      action={action}
      dismiss="Stay"
      onCancel={() => blocker.reset()}
      onConfirm={() => blocker.proceed()}
    >
      {children}
    </Confirm>
  );
}
