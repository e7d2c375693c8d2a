import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { countOf } from '../format/numbers';
import { useAccount } from './session';
import type { Area, ScreenLink } from './navigation';

const REFRESH_MS = 60_000;

/** Number beside a link of the navigation, with words that say of what. */
interface Badge {
  count: number;
  label: string;
}

/** Badges by the path of their screen. */
export type Badges = ReadonlyMap<string, Badge>;

export const NO_BADGES: Badges = new Map();

/**
 * Returns how many decisions of the user are awaited on a screen, and how many conversations are unread. The numbers are
 * read again every minute while the page is visible.
 */
export function useBadges(): Badges {
  const { id, api, can, path } = useAccount();
  const { data } = useQuery({
    queryKey: [id, 'awaiting'],
    queryFn: () => unwrap(api.GET('/console/api/awaiting')),
    enabled: can('contacts:write'),
    refetchInterval: REFRESH_MS,
  });
  const { campaigns = 0, automations = 0, conversations = 0 } = data ?? {};
  return new Map([
    [path('campaigns'), { count: campaigns, label: `${countOf(campaigns, 'approval')} to decide` }],
    [path('automations'), { count: automations, label: `${countOf(automations, 'approval')} to decide` }],
    [path('inbox'), { count: conversations, label: `${countOf(conversations, 'conversation')} unread` }],
  ]);
}

/** Returns the badge of a screen, if there is anything to count. */
export function badgeOf(badges: Badges, { to }: ScreenLink): Badge | undefined {
  const badge = badges.get(to);
  return badge !== undefined && badge.count > 0 ? badge : undefined;
}

/** Returns the badge of an area: what is counted on its screens, together. */
export function badgeOfArea(badges: Badges, { screens }: Area): Badge | undefined {
  const found = screens.flatMap((screen) => badgeOf(badges, screen) ?? []);
  const [first] = found;
  if (first === undefined || found.length === 1) return first;
  const count = found.reduce((sum, badge) => sum + badge.count, 0);
  return { count, label: `${countOf(count, 'approval')} to decide` };
}

export const CountBadge = ({ count, label }: Badge) => (
  <span className="count-badge" role="img" aria-label={label} title={label}>
    {count}
  </span>
);
