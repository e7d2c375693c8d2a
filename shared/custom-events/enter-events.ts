import type { EnterByEvent } from '../automations/enter-by-event';
import { type CustomEvent, keepCustomEvents, readOutboxItem } from '../outbox/outbox';
import type { CustomEventTask } from '../outbox/relay-outbox';
import { forEachAtOnce } from '../platform/at-once';
import type { Platform } from '../platform/platform';
import { outboxKey } from '../platform/store/keys';

const PEOPLE_AT_ONCE = 16;

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
  platform: Pick<Platform, 'table' | 'clock' | 'ids' | 'log'> & { enterByEvent: EnterByEvent },
  { accountId, outboxId }: CustomEventTask,
): Promise<void> {
  const { table } = platform;
  const key = outboxKey(outboxId);
  const item = await table.get(key);
  // A hint can come twice.
  if (!item) return;
  const { entry } = readOutboxItem(item);
  if (entry.kind !== 'customEvents' || entry.accountId !== accountId) return;
  const left = new Set<CustomEvent>();
  await forEachAtOnce(byPerson(entry.events), PEOPLE_AT_ONCE, async (events) => {
    for (const event of events) {
      try {
        await platform.enterByEvent(platform, { accountId, event });
      } catch (error) {
        platform.log.error('An event entered nobody yet', error, { eventId: event.id });
        left.add(event);
      }
    }
  });
  if (left.size === 0) {
    await table.delete({ Key: key });
    return;
  }
  const events = entry.events.filter((event) => left.has(event));
  if (events.length < entry.events.length) await table.update(keepCustomEvents({ key, entry, events }));
  throw new EventsLeftError(events.length);
}

function byPerson(events: CustomEvent[]): CustomEvent[][] {
  const people = new Map<string, CustomEvent[]>();
  for (const event of events) people.set(event.to, [...(people.get(event.to) ?? []), event]);
  return [...people.values()];
}
