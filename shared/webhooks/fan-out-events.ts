import { acknowledgedKeys } from '../outbox/outbox';
import type { Platform } from '../platform/platform';
import type { Table } from '../platform/store/table';
import type { Endpoint } from './endpoint';
import { findEndpoints } from './endpoint-store';
import { type SentEvent, writeDeliveries } from './internal/write-deliveries';

/** Event of the service as the bus delivers it to a queue. */
export interface PublishedEvent extends SentEvent {
  /** Outbox id for its acknowledgement; absent for an event that the outbox did not publish. */
  outboxId: string | undefined;
}

/** Ids that are valid in a header and in a key. */
const EVENT_ID = /^[A-Za-z0-9._-]{1,100}$/;

/** Reads EventBridge's envelope; `undefined` for an event of another source. */
export function readPublishedEvent(envelope: unknown): PublishedEvent | undefined {
  if (typeof envelope !== 'object' || envelope === null) return undefined;
  const { detail, resources } = envelope as { detail?: unknown; resources?: unknown };
  if (typeof detail !== 'object' || detail === null) return undefined;
  const { id, type, version, time, accountId, ...rest } = detail as Record<string, unknown>;
  if (typeof id !== 'string' || !EVENT_ID.test(id)) return undefined;
  if (typeof type !== 'string' || typeof accountId !== 'string') return undefined;
  if (typeof time !== 'string' || Number.isNaN(Date.parse(time))) return undefined;
  const [outboxId] = Array.isArray(resources) ? (resources as unknown[]) : [];
  return {
    id,
    type,
    time: new Date(time).toISOString(),
    accountId,
    // Common fields come first, for readers; the table does not keep the order of attributes.
    payload: JSON.stringify({ id, type, version, time, accountId, ...rest }),
    outboxId: typeof outboxId === 'string' ? outboxId : undefined,
  };
}

/**
 * Writes the deliveries of events that are in the outbox, and then removes the events from it; until then they are
 * published again.
 */
export async function fanOutEvents(
  deps: Pick<Platform, 'table' | 'clock' | 'queues'>,
  events: PublishedEvent[],
): Promise<void> {
  const endpointsByAccount = await findEndpointsByAccount(deps.table, events);
  await writeDeliveries(deps, { events, endpointsByAccount });
  const acknowledged = events.flatMap(({ type, outboxId }) =>
    outboxId === undefined ? [] : acknowledgedKeys({ type, outboxId }),
  );
  await deps.table.batchDelete(acknowledged);
}

async function findEndpointsByAccount(
  table: Table,
  events: PublishedEvent[],
): Promise<Map<string, Endpoint[]>> {
  const accountIds = [...new Set(events.map(({ accountId }) => accountId))];
  return new Map(
    await Promise.all(
      accountIds.map(async (accountId) => {
        const found = await findEndpoints(table, accountId);
        return [accountId, found.map(({ endpoint }) => endpoint)] as const;
      }),
    ),
  );
}
