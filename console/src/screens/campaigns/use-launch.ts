import { useQuery } from '@tanstack/react-query';
import { consoleRequest } from '../../api/client';
import type { Campaign } from '../../api/schemas';
import { useAccount } from '../../app/session';

interface Person {
  kind: 'apiKey' | 'user' | 'operator';
  id: string;
  name?: string;
}

interface Launch {
  /** True when the user may approve or reject the campaign now. */
  mayDecide: boolean;
  launchedBy?: Person;
  /** User who approved or rejected the campaign. */
  decidedBy?: Person;
}

/** Reads who launched a campaign, and who decided on it; again when its state changes. */
export function useLaunch({ id: campaignId, status, approval }: Campaign) {
  const { id } = useAccount();
  return useQuery({
    queryKey: [id, 'campaigns', campaignId, 'launch', status],
    queryFn: () => consoleRequest<Launch>(`campaigns/${campaignId}/launch`, { accountId: id }),
    enabled: status !== 'draft' || approval !== undefined,
  });
}

export function describePerson({ kind, id, name }: Person): string {
  switch (kind) {
    case 'user':
      return name ?? 'A user who was removed';
    case 'apiKey':
      return `API key ${id}`;
    case 'operator':
      return `${id}, by the operator CLI`;
  }
}
