import Badge from '@cloudscape-design/components/badge';
import type { SideNavigationProps } from '@cloudscape-design/components/side-navigation';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { countOf } from '../format/numbers';
import { useAccount } from './session';

type Item = SideNavigationProps.Item;

const REFRESH_MS = 60_000;

/**
 * Returns a function that adds to the links of a navigation how many decisions of the user are awaited there, and how many
 * conversations are unread. The numbers are read again every minute while the page is visible.
 */
export function useBadges(): (items: readonly Item[]) => Item[] {
  const { id, api, can, path } = useAccount();
  const { data } = useQuery({
    queryKey: [id, 'awaiting'],
    queryFn: () => unwrap(api.GET('/console/api/awaiting')),
    enabled: can('contacts:write'),
    refetchInterval: REFRESH_MS,
  });
  const { campaigns = 0, automations = 0, conversations = 0 } = data ?? {};
  const awaited = new Map<string, { count: number; label: string }>([
    badge(path('campaigns'), campaigns, `${countOf(campaigns, 'approval')} to decide`),
    badge(path('automations'), automations, `${countOf(automations, 'approval')} to decide`),
    badge(path('inbox'), conversations, `${countOf(conversations, 'conversation')} unread`),
  ]);
  return (items) =>
    items.map((item) => {
      const found = item.type === 'link' ? awaited.get(item.href) : undefined;
      return found && found.count > 0 ? { ...item, info: <CountBadge {...found} /> } : item;
    });
}

const badge = (screen: string, count: number, label: string) =>
  [`/console${screen}`, { count, label }] as const;

function CountBadge({ count, label }: { count: number; label: string }) {
  return (
    <Badge color="blue">
      <span role="img" aria-label={label} title={label}>
        {count}
      </span>
    </Badge>
  );
}
