import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { useAccount } from '../../app/session';

/** Reads the endpoints of the account, and the events that they can subscribe to. */
export function useEndpoints() {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'webhooks'],
    queryFn: () => unwrap(api.GET('/console/api/webhooks')),
  });
}
