import { unwrap } from '../../api/client';
import { useAccount } from '../../app/session';
import { usePages } from '../../lists/use-pages';
import { type InboxView, queryOf } from './inbox-view';

const REFRESH_MS = 15_000;

/** Reads the conversations with phones; likely opt-outs come first. */
export function useInbox(view: InboxView) {
  const { id, api } = useAccount();
  return usePages({
    queryKey: [id, 'inbox', { shown: view }],
    fetchPage: (page) =>
      unwrap(api.GET('/console/api/inbox', { params: { query: { ...page, ...queryOf(view) } } })),
    refetchIntervalMs: REFRESH_MS,
  });
}
