import { outboxItem } from '../outbox/outbox';
import type { Platform } from '../platform/platform';
import type { EventsBody } from './custom-events.schema';
import { readEvents } from './internal/read-events';

/** Event of a request, as it is answered. */
interface AcceptedEvent {
  index: number;
  id: string;
  status: 'accepted';
}

/**
 * Accepts events about people. They are stored together when it returns, and their worker enters the people into
 * automations.
 *
 * @throws ServiceError InvalidRequest, InvalidPhoneNumber
 *
 * **Source:** rules E10.6.
 */
export async function acceptEvents(
  { table, ids, clock }: Pick<Platform, 'table' | 'ids' | 'clock'>,
  { accountId, body }: { accountId: string; body: EventsBody },
): Promise<AcceptedEvent[]> {
  const now = clock.now();
  const events = readEvents(body.events, { now, nextId: () => ids.next('evt') });
  const entry = { kind: 'customEvents', accountId, events } as const;
  await table.put({ Item: outboxItem({ id: ids.next('out'), entry, now }) });
  return events.map(({ id }, index) => ({ index, id, status: 'accepted' }));
}
