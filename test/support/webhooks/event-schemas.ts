import { Ajv2020 } from 'ajv/dist/2020';
import { type EventType, eventSchema } from '../../../shared/events/event-types';
import type { OutboxEntry } from '../../../shared/outbox/outbox';
import type { BusEvent } from '../../../shared/platform/queues/event-bus';
import type { TransactItem } from '../../../shared/platform/store/table';

const ajv = new Ajv2020({ strict: true, strictRequired: false });

/** Validates an event by the schema of its type. @returns the errors; `null` for none */
export function validateEvent(event: object): unknown {
  const validate = ajv.compile(eventSchema((event as { type: EventType }).type));
  validate(event);
  return validate.errors ?? null;
}

/** Returns the event that a write puts into the outbox. */
export function eventOf(write: TransactItem | undefined): BusEvent {
  if (!write || !('Put' in write)) throw new Error('An event is put into the outbox');
  const entry = write.Put.Item.entry as OutboxEntry;
  if (entry.kind !== 'event') throw new Error('An event is no other work');
  return entry.event;
}
