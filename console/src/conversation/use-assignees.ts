import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { useAccount } from '../app/session';

const STALE_MS = 60_000;

/** Reads the users of the account to whom a conversation can be assigned. */
export function useAssignees() {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'assignees'],
    queryFn: async () => (await unwrap(api.GET('/console/api/assignees'))).results,
    staleTime: STALE_MS,
  });
}
