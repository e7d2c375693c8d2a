import Badge from '@cloudscape-design/components/badge';
import type { SideNavigationProps } from '@cloudscape-design/components/side-navigation';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { countOf } from '../format/numbers';
import { useAccount } from './session';

type Item = SideNavigationProps.Item;

const REFRESH_MS = 60_000;

/**
 * Returns a function that adds to the links of a navigation how many decisions of the user are awaited there. The numbers
 * are read again every minute while the page is visible.
 */
export function useApprovalBadges(): (items: readonly Item[]) => Item[] {
  const { id, api, can, path } = useAccount();
  const { data } = useQuery({
    queryKey: [id, 'approvals'],
    queryFn: () => unwrap(api.GET('/console/api/approvals')),
    enabled: can('campaigns:launch'),
    refetchInterval: REFRESH_MS,
  });
  const awaited = new Map([
    [`/console${path('campaigns')}`, data?.campaigns ?? 0],
    [`/console${path('automations')}`, data?.automations ?? 0],
  ]);
  return (items) =>
    items.map((item) => {
      const count = item.type === 'link' ? (awaited.get(item.href) ?? 0) : 0;
      return item.type === 'link' && count > 0 ? { ...item, info: <ApprovalBadge count={count} /> } : item;
    });
}

function ApprovalBadge({ count }: { count: number }) {
  const label = `${countOf(count, 'approval')} to decide`;
  return (
    <Badge color="blue">
      <span role="img" aria-label={label} title={label}>
        {count}
      </span>
    </Badge>
  );
}
