import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import type { Campaign } from '../../api/schemas';
import { useAccount } from '../../app/session';

/** Reads a preview of a campaign as if it began now. */
export function usePreview(campaign: Pick<Campaign, 'id' | 'updatedAt'> | undefined) {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'campaigns', campaign?.id, 'preview', campaign?.updatedAt],
    queryFn: () =>
      unwrap(api.POST('/api/v1/campaigns/{id}/preview', { params: { path: { id: campaign?.id ?? '' } } })),
    enabled: campaign !== undefined,
    staleTime: 0,
  });
}
