import { findErasedPeople } from '../audience/contacts/erased-person';
import type { Platform } from '../platform/platform';
import type { PublishedEvent } from '../webhooks/fan-out-events';
import type { DirectEvent } from '../webhooks/publish-directly';
import { eraseEvent } from './internal/erase-event';

type Deps = Pick<Platform, 'table'>;

/**
 * Removes the person from events that were on their way during the erasure, which cannot reach into a bus or a queue.
 */
export async function eraseLateEvents(deps: Deps, events: PublishedEvent[]): Promise<PublishedEvent[]> {
  const details = await eraseLate(
    deps,
    events.map(({ accountId, payload }) => ({ accountId, detail: JSON.parse(payload) as object })),
  );
  return events.map((event, index) => {
    const erased = details[index];
    return erased ? { ...event, payload: JSON.stringify(erased) } : event;
  });
}

/** Removes the person from events of receipts whose worker read the message before the erasure. */
export async function eraseLateToldEvents(deps: Deps, told: DirectEvent[]): Promise<DirectEvent[]> {
  const details = await eraseLate(
    deps,
    told.map(({ event }) => ({ accountId: event.accountId, detail: event })),
  );
  return told.map((one, index) => {
    const erased = details[index];
    return erased ? { ...one, event: erased } : one;
  });
}

/** @returns in the order of the events; `undefined` for one that is not about an erased person */
async function eraseLate<Detail extends object>(
  { table }: Deps,
  events: Array<{ accountId: string; detail: Detail }>,
): Promise<Array<Detail | undefined>> {
  const addresses = events.flatMap(({ accountId, detail }) =>
    numbersIn(detail).map((phoneNumber) => ({ accountId, phoneNumber })),
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
  return events.map(({ detail }) => eraseEvent({ has }, detail));
}

interface PersonalDetail {
  contact?: { phoneNumber?: unknown };
  message?: { to?: unknown; from?: unknown; direction?: unknown };
}

function numbersIn({ contact, message }: PersonalDetail): string[] {
  const inMessage = message?.direction === 'inbound' ? message.from : message?.to;
  return [contact?.phoneNumber, inMessage].filter((value) => typeof value === 'string');
}
