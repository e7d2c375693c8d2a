import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { retryInLine } from '../../api/query-client';
import type { Automation } from '../../api/schemas';
import { useAccount } from '../../app/session';

const LIVE_MS = 3_000;
const IDLE_MS = 30_000;

/** Reads an automation, again and again while people can move. */
export function useAutomation(automationId: string) {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'automations', automationId],
    queryFn: () => unwrap(api.GET('/api/v1/automations/{id}', { params: { path: { id: automationId } } })),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.status === 'draft' ? false : data.status === 'running' ? LIVE_MS : IDLE_MS,
  });
}

/** Reads the versions that people entered, with the counts of their steps; again when the counts have changed. */
export function useVersions({ id: automationId, updatedAt, counts }: Automation) {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'automations', automationId, 'versions', updatedAt, counts],
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/console/api/automations/{id}/versions', { params: { path: { id: automationId } } }),
        )
      ).results,
    placeholderData: (previous) => previous,
  });
}

/** Reads who started an automation, and who decided on it; again when its state changes. */
export function useStart({ id: automationId, status, updatedAt, approval }: Automation) {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'automations', automationId, 'start', status, updatedAt],
    queryFn: () =>
      unwrap(api.GET('/console/api/automations/{id}/start', { params: { path: { id: automationId } } })),
    enabled: status !== 'draft' || approval !== undefined,
  });
}

/** Reads a preview: who would enter now, and the texts of some of them. */
export function useAutomationPreview({ id: automationId, updatedAt }: Automation) {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'automations', automationId, 'preview', updatedAt],
    queryFn: () =>
      unwrap(api.POST('/api/v1/automations/{id}/preview', { params: { path: { id: automationId } } })),
    staleTime: 0,
    retry: retryInLine,
  });
}
