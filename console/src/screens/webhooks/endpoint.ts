import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';

/** Reads the endpoints of the account, and the events that they can subscribe to. */
export function useEndpoints() {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'webhooks'],
    queryFn: () => unwrap(api.GET('/console/api/webhooks')),
  });
}

/** Change that turns an endpoint on or off. */
export function useTurn() {
  return useAccountChange({
    run: (api, { id, verb }: { id: string; verb: 'enable' | 'disable' }) =>
      unwrap(api.POST(`/console/api/webhooks/{id}/${verb}`, { params: { path: { id } } })),
    done: ({ status }) => (status === 'enabled' ? 'The endpoint is on.' : 'The endpoint is off.'),
    failed: 'The endpoint was not turned on or off',
    changes: ['webhooks'],
  });
}
