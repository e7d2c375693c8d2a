import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import type { Campaign } from '../../api/schemas';
import { useAccount } from '../../app/session';

/** Reads who launched a campaign, and who decided on it; again when its state changes. */
export function useLaunch({ id: campaignId, status, approval }: Campaign) {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'campaigns', campaignId, 'launch', status],
    queryFn: () =>
      unwrap(api.GET('/console/api/campaigns/{id}/launch', { params: { path: { id: campaignId } } })),
    enabled: status !== 'draft' || approval !== undefined,
  });
}
