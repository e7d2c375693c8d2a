import { useQuery } from '@tanstack/react-query';
import { useCampaignChoice, useGroups, useSegments } from '../../api/account-lists';
import { consoleRequest } from '../../api/client';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';

export interface AuditTarget {
  type: string;
  id: string;
}

interface Named {
  id: string;
  name?: string;
}

/** Kinds of things that changes are made to, and the screen of each that has one. */
const KINDS: Record<string, { word: string; screen?: (id: string) => string }> = {
  account: { word: 'Account', screen: () => 'settings' },
  apiKey: { word: 'API key', screen: () => 'keys' },
  campaign: { word: 'Campaign', screen: (id) => `campaigns/${id}` },
  contact: { word: 'Contact' },
  customField: { word: 'Custom field', screen: () => 'custom-fields' },
  erasure: { word: 'Erasure' },
  export: { word: 'Export' },
  group: { word: 'Group', screen: () => 'groups' },
  import: { word: 'Import', screen: (id) => `imports/${id}` },
  invitation: { word: 'Invitation', screen: () => 'users' },
  job: { word: 'Broadcast' },
  message: { word: 'Text', screen: (id) => `messages/${id}` },
  number: { word: 'Number', screen: () => 'numbers' },
  segment: { word: 'Segment', screen: (id) => `segments/${id}` },
  user: { word: 'User', screen: () => 'users' },
  webhook: { word: 'Webhook', screen: (id) => `webhooks/${id}` },
};

/** The names that people gave to what they change, and to their API keys. */
export function useNames(): ReadonlyMap<string, string> {
  const { id } = useAccount();
  const { data: keys } = useQuery({
    queryKey: [id, 'keys', 'names'],
    queryFn: () => consoleRequest<{ results: Named[] }>('keys', { accountId: id }),
  });
  const { data: groups = [] } = useGroups();
  const { data: segments = [] } = useSegments();
  const { data: campaigns = [] } = useCampaignChoice();
  const all: Named[] = [...(keys?.results ?? []), ...groups, ...segments, ...campaigns];
  return new Map(all.flatMap(({ id: key, name }) => (name === undefined ? [] : [[key, name] as const])));
}

/** What a change was made to: its kind and name, and the way to it. */
export function ChangeTarget({ target, names }: { target: AuditTarget; names: ReadonlyMap<string, string> }) {
  const { path } = useAccount();
  const { type, id } = target;
  const { word, screen } = KINDS[type] ?? { word: type };
  const name = names.get(id);
  const text = name === undefined ? `${word} ${id}` : `${word} “${name}”`;
  return screen === undefined ? <>{text}</> : <RouteLink to={path(screen(id))}>{text}</RouteLink>;
}
