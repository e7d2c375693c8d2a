import { useQuery } from '@tanstack/react-query';
import { useCampaignChoice, useGroups, useSegments } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import { useAccount } from '../../app/session';
import { useSendersOf } from '../../senders/use-senders';
import { useForms } from '../forms/opt-in-forms';
import { useEndpoints } from '../webhooks/endpoint';
import { AuditLog } from './audit-log';

interface Named {
  id: string;
  name?: string;
}

/** Screens of an account by the kind of target that they show. */
const SCREENS: Record<string, (id: string) => string> = {
  account: () => 'settings',
  apiKey: () => 'keys',
  automation: (id) => `automations/${id}`,
  campaign: (id) => `campaigns/${id}`,
  customField: () => 'custom-fields',
  form: (id) => `forms/${id}`,
  group: () => 'groups',
  import: (id) => `imports/${id}`,
  invitation: () => 'users',
  keyword: () => 'settings',
  link: () => 'links',
  linkDomain: () => 'links',
  message: (id) => `messages/${id}`,
  number: () => 'numbers',
  sender: () => 'senders',
  segment: (id) => `segments/${id}`,
  user: () => 'users',
  webhook: (id) => `webhooks/${id}`,
};

/** Returns people and keys that change things, and the names of keys, people and resources that users can name. */
function useNames() {
  const { id, api, name: accountName } = useAccount();
  const { data: keys } = useQuery({
    queryKey: [id, 'keys', 'names'],
    queryFn: () => unwrap(api.GET('/console/api/keys')),
  });
  const { data: users } = useQuery({
    queryKey: [id, 'users', 'names'],
    queryFn: () => unwrap(api.GET('/console/api/users')),
  });
  const { data: webhooks } = useEndpoints();
  const { data: groups = [] } = useGroups();
  const { data: segments = [] } = useSegments();
  const { data: campaigns = [] } = useCampaignChoice();
  const { data: automations } = useQuery({
    queryKey: [id, 'automations', 'choice'],
    queryFn: () => unwrap(api.GET('/api/v1/automations', { params: { query: { limit: 100 } } })),
  });
  const { data: forms } = useForms();
  const { data: senders } = useSendersOf(id);
  const all: Named[] = [
    { id, name: accountName },
    ...(keys?.results ?? []),
    ...(users?.results ?? []).map((user) => ({ id: user.id, name: user.email })),
    ...(webhooks?.results ?? []).map(({ id: key, url, description }) => ({
      id: key,
      name: description ?? url,
    })),
    ...(senders?.results ?? []),
    ...(automations?.results ?? []),
    ...(forms?.results ?? []).map((form) => ({ id: form.id, name: form.brand })),
    ...groups,
    ...segments,
    ...campaigns,
  ];
  const actors = [
    ...(users?.results ?? []).map(({ id: value, email }) => ({ value, label: email })),
    ...(keys?.results ?? []).map(({ id: value, name = `…${value.slice(-6)}` }) => ({
      ...{ value, label: `API key “${name}”` },
    })),
    { value: 'operator', label: 'Operators, by commands' },
    { value: 'service', label: 'The service itself' },
  ];
  const names = new Map(
    all.flatMap(({ id: key, name }) => (name === undefined ? [] : [[key, name] as const])),
  );
  return { actors, names };
}

/** Screen of the account's audit log. */
export function Component() {
  const { id, api, path } = useAccount();
  const { actors, names } = useNames();
  const screenOf = (target: { type: string; id: string }) => {
    const screen = SCREENS[target.type]?.(target.id);
    return screen === undefined ? undefined : path(screen);
  };
  return (
    <AuditLog
      title="Audit log"
      description="Every change, who made it, and whether in the console, by the API or by a command. Texts that were sent are in Messages."
      queryKey={[id, 'audit']}
      read={(query) => unwrap(api.GET('/console/api/audit', { params: { query } }))}
      readFile={(query) => unwrap(api.GET('/console/api/audit/export', { params: { query } }))}
      file="audit-export.csv"
      actors={actors}
      names={names}
      screenOf={screenOf}
    />
  );
}
