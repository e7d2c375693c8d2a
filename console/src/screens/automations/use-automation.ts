import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { retryInLine } from '../../api/query-client';
import type { Automation } from '../../api/schemas';
import { useAccount } from '../../app/session';

const LIVE_MS = 3_000;
const IDLE_MS = 30_000;

function useAutomationQuery(automationId: string) {
  const { id, api } = useAccount();
  return {
    queryKey: [id, 'automations', automationId],
    queryFn: () => unwrap(api.GET('/api/v1/automations/{id}', { params: { path: { id: automationId } } })),
  };
}

/** Reads an automation, again and again while people can move. */
export function useAutomation(automationId: string) {
  return useQuery({
    ...useAutomationQuery(automationId),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.status === 'draft' ? false : isMoving(data) ? LIVE_MS : IDLE_MS,
  });
}

/** Whether people can move: in a running automation, and in a stopped one until the last has left. */
const isMoving = ({ status, counts }: Automation): boolean =>
  status === 'running' || (status === 'stopped' && counts.waiting > 0);

/**
 * Reads an automation to change it. What another screen has read is not enough: who pauses and edits at once would
 * begin with the state before.
 */
export function useAutomationToEdit(automationId: string) {
  const { data, isFetchedAfterMount, ...rest } = useQuery({
    ...useAutomationQuery(automationId),
    staleTime: 0,
  });
  return { ...rest, data: isFetchedAfterMount ? data : undefined };
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
