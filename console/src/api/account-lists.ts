import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../app/session';
import { unwrap, type Api } from './client';
import type { Group, SendingNumber } from './schemas';

const PAGE_SIZE = 100;
const STALE_MS = 60_000;

/** Returns all groups of the account, newest first. They are read once `enabled`. */
export function useGroups({ enabled = true } = {}) {
  const { id, api } = useAccount();
  return useQuery({ queryKey: [id, 'groups'], queryFn: () => readGroups(api), staleTime: STALE_MS, enabled });
}

async function readGroups(api: Api): Promise<Group[]> {
  const groups: Group[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, limit: PAGE_SIZE };
    const { results, totalCount } = await unwrap(api.GET('/api/v1/groups', { params: { query } }));
    groups.push(...results);
    if (results.length === 0 || groups.length >= totalCount) return groups;
  }
}

export function useCustomFields() {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'custom-field-schema'],
    queryFn: async () => (await unwrap(api.GET('/api/v1/contacts/custom-fields/schema'))).fields,
    staleTime: STALE_MS,
  });
}

export function useNumbers() {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'numbers'],
    queryFn: () => unwrap(api.GET('/console/api/numbers')),
    staleTime: STALE_MS,
  });
}

/** Returns the number that texts come from unless another one is chosen; empty for an account without numbers. */
export const defaultNumberOf = (numbers: readonly SendingNumber[]): string =>
  (numbers.find(({ isDefault }) => isDefault) ?? numbers[0])?.number ?? '';

export function useSegments() {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'segments', 'choice'],
    queryFn: async () =>
      (await unwrap(api.GET('/api/v1/segments', { params: { query: { limit: PAGE_SIZE } } }))).results,
  });
}

export function useCampaignChoice() {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'campaigns', 'choice'],
    queryFn: async () =>
      (await unwrap(api.GET('/api/v1/campaigns', { params: { query: { limit: PAGE_SIZE } } }))).results,
  });
}

export function useSettings() {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'settings'],
    queryFn: () => unwrap(api.GET('/console/api/settings')),
    staleTime: STALE_MS,
  });
}
