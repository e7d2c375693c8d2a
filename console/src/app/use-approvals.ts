import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { useAccount } from './session';

const REFRESH_MS = 60_000;

/** Reads how many decisions of the user are awaited; again every minute while the page is visible. */
export function useApprovals() {
  const { id, api, can } = useAccount();
  const { data } = useQuery({
    queryKey: [id, 'approvals'],
    queryFn: () => unwrap(api.GET('/console/api/approvals')),
    enabled: can('campaigns:launch'),
    refetchInterval: REFRESH_MS,
  });
  return data;
}
