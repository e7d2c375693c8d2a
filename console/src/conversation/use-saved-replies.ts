import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { useAccount } from '../app/session';

const STALE_MS = 60_000;

/** Reads the saved replies of the account, by title. */
export function useSavedReplies() {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'saved-replies', 'choice'],
    queryFn: async () => (await unwrap(api.GET('/console/api/saved-replies'))).results,
    staleTime: STALE_MS,
  });
}
