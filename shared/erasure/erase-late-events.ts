import { findErasedPeople } from '../audience/contacts/erased-person';
import type { Platform } from '../platform/platform';
import type { PublishedEvent } from '../webhooks/fan-out-events';
import { eraseEvent } from './erase-event';

/**
 * Events that were on their way while the person was erased, without the person. An erasure cannot reach into a bus or
 * a queue.
 */
export async function eraseLateEvents(
  { table }: Pick<Platform, 'table'>,
  events: PublishedEvent[],
): Promise<PublishedEvent[]> {
  const details = events.map(({ payload }) => JSON.parse(payload) as Detail);
  const addresses = events.flatMap(({ accountId }, index) =>
    numbersIn(details[index] ?? {}).map((phoneNumber) => ({ accountId, phoneNumber })),
  );
  const people = await findErasedPeople(table, addresses);
  const erasedAt = new Map(
    addresses.map(({ accountId, phoneNumber }, index) => [
      `${accountId} ${phoneNumber}`,
      people[index]?.erasedAt,
    ]),
  );
  const has = (about: { accountId: string; phoneNumber: string; at: string }) =>
    about.at <= (erasedAt.get(`${about.accountId} ${about.phoneNumber}`) ?? '');
  return events.map((event, index) => {
    const erased = eraseEvent({ has }, details[index] ?? {});
    return erased ? { ...event, payload: JSON.stringify(erased) } : event;
  });
}

interface Detail {
  contact?: { phoneNumber?: unknown };
  message?: { to?: unknown; from?: unknown; direction?: unknown };
}

function numbersIn({ contact, message }: Detail): string[] {
  const inMessage = message?.direction === 'inbound' ? message.from : message?.to;
  return [contact?.phoneNumber, inMessage].filter((value) => typeof value === 'string');
}
