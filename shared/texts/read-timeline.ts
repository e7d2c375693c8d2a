import { type Message } from '../messages/message';
import { eventIdsOf } from '../messages/message-events';
import type { Table } from '../platform/store/table';
import { findClicks } from '../sending/links/find-clicks';
import type { Delivery } from '../webhooks/delivery';
import { findDeliveries } from '../webhooks/delivery-store';
import { findConfiguredEndpoints } from '../webhooks/endpoint-store';
import { type TimelineEntry, buildTimeline } from './internal/build-timeline';

/**
 * Reads everything that is known of a message in order of time, including its clicks and the deliveries of its events.
 */
export async function readTimeline(table: Table, message: Message): Promise<TimelineEntry[]> {
  const [clicks, deliveries] = await Promise.all([
    findClicks(table, message.id),
    deliveriesAbout(table, message),
  ]);
  return buildTimeline(message, { clicks, deliveries });
}

async function deliveriesAbout(table: Table, message: Message): Promise<Delivery[]> {
  const eventIds = eventIdsOf(message);
  const endpoints = await findConfiguredEndpoints(table, message.accountId);
  const found = await Promise.all(
    endpoints.map(({ id: endpointId }) => findDeliveries(table, { endpointId, eventIds })),
  );
  return found.flat().filter((delivery) => delivery !== undefined);
}
