import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** Content of a screen, marked as busy for assistive technology while a part of it is loading. */
export function BusyRegion({ children }: { children: ReactNode }) {
  const loading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' });
  return <div aria-busy={loading > 0}>{children}</div>;
}
