import { type Api, unwrap } from '../../api/client';

/** Cancels a broadcast or batch. */
export async function cancelJob(
  api: Api,
  { id, kind }: { id: string; kind: string | undefined },
): Promise<void> {
  const params = { params: { path: { id } } };
  if (kind === 'batch') await unwrap(api.POST('/api/v1/messaging/batch/{id}/cancel', params));
  else await unwrap(api.POST('/api/v1/messaging/broadcast/{id}/cancel', params));
}
