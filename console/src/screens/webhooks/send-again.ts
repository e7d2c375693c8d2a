import { type Api, unwrap } from '../../api/client';

/**
 * Sends deliveries of an endpoint again, part by part: the service returns its progress after a few seconds, and a long
 * list takes several requests.
 *
 * @returns their number
 */
export async function sendAgain(
  api: Api,
  id: string,
  body: { since?: string; includeDelivered?: boolean; onlyWaiting?: boolean },
): Promise<number> {
  let replayed = 0;
  let cursor: string | undefined;
  do {
    const params = { path: { id }, query: { ...(cursor !== undefined && { cursor }) } };
    const answer = await unwrap(api.POST('/console/api/webhooks/{id}/replay-since', { params, body }));
    replayed += answer.replayed;
    cursor = answer.nextCursor;
  } while (cursor !== undefined);
  return replayed;
}
