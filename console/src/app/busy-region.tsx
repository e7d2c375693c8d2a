import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** What a screen shows; assistive technology is told while some of it is still loading. */
export function BusyRegion({ children }: { children: ReactNode }) {
  const loading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' });
  return <div aria-busy={loading > 0}>{children}</div>;
}
