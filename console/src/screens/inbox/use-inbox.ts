import { unwrap } from '../../api/client';
import { useAccount } from '../../app/session';
import { usePages } from '../../lists/use-pages';

const REFRESH_MS = 15_000;

/** Reads the conversations with phones; likely opt-outs come first. */
export function useInbox(shown: 'all' | 'unread') {
  const { id, api } = useAccount();
  return usePages({
    queryKey: [id, 'inbox', { shown }],
    fetchPage: (page) => {
      const query = shown === 'unread' ? ({ ...page, unread: 'true' } as const) : page;
      return unwrap(api.GET('/console/api/inbox', { params: { query } }));
    },
    refetchIntervalMs: REFRESH_MS,
  });
}
