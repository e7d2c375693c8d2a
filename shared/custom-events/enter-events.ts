import type { EnterByEvents } from '../automations/enter-by-event';
import { keepCustomEvents, readOutboxItem } from '../outbox/outbox';
import type { CustomEventTask } from '../outbox/relay-outbox';
import type { Platform } from '../platform/platform';
import { outboxKey } from '../platform/store/keys';

/** Thrown when events are left, so that their queue delivers them again. */
class EventsLeftError extends Error {
  override readonly name = 'EventsLeftError';

  constructor(count: number) {
    super(`${count} events are left`);
  }
}

/**
 * Enters the people of accepted events into automations, and takes the events out of the outbox. Those of one person
 * come one after another, in their order. What fails stays, alone.
 *
 * **Source:** rules E10.6.
 */
export async function enterEvents(
  platform: Pick<Platform, 'table' | 'clock' | 'ids' | 'log'> & { enterByEvents: EnterByEvents },
  { accountId, outboxId }: CustomEventTask,
): Promise<void> {
  const { table } = platform;
  const key = outboxKey(outboxId);
  const item = await table.get(key);
  // A hint can come twice.
  if (!item) return;
  const { entry } = readOutboxItem(item);
  if (entry.kind !== 'customEvents' || entry.accountId !== accountId) return;
  const failed = await platform.enterByEvents(platform, { accountId, events: entry.events });
  for (const { event, error } of failed)
    platform.log.error('An event entered nobody yet', error, { eventId: event.id });
  const left = new Set(failed.map(({ event }) => event));
  if (left.size === 0) {
    await table.delete({ Key: key });
    return;
  }
  const events = entry.events.filter((event) => left.has(event));
  if (events.length < entry.events.length) await table.update(keepCustomEvents({ key, entry, events }));
  throw new EventsLeftError(events.length);
}
