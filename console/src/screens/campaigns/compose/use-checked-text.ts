import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../../api/client';
import { retryInLine } from '../../../api/query-client';
import type { Campaign } from '../../../api/schemas';
import { useAccount } from '../../../app/session';
import { useDebounced } from '../../../audience/use-debounced';
import { isSavable, requestOf, type Draft } from './draft';

const PAUSE_MS = 900;

interface Options {
  draft: Draft;
  saved: Campaign | undefined;
  save: (draft: Draft) => Promise<Campaign | undefined>;
}

/** Saves the draft when typing pauses, and reads from the service what it would send and what is wrong with it. */
export function useCheckedText({ draft, save }: Options) {
  const { id, api } = useAccount();
  const settled = useDebounced(draft, PAUSE_MS);
  const query = useQuery({
    queryKey: [id, 'checked-text', requestOf(settled)],
    queryFn: async () => {
      const campaign = await save(settled);
      if (campaign === undefined) return null;
      const params = { path: { id: campaign.id } };
      return unwrap(api.POST('/api/v1/campaigns/{id}/preview', { params }));
    },
    enabled: isSavable(settled),
    staleTime: 0,
    retry: retryInLine,
  });
  const isPending = isSavable(settled) && query.isFetching;
  return { data: query.data ?? undefined, error: query.error, isPending };
}
