import type { Account } from '../accounts/account';
import type { Contact } from '../audience/contacts/contact';
import { timingOfAccount } from '../campaigns/record/campaign-timing';
import { localZone } from '../campaigns/timing/send-time';
import { endOfWait, type Wait } from './calendar/wait';
import type { Person } from './record/person';

/** Moves a person on from a step that waits: to the next step, when the wait is over. */
export function beginWait(
  person: Person,
  wait: Wait,
  { contact, account, now }: { contact: Contact; account: Account; now: Date },
): Person {
  const zone = localZone(contact, timingOfAccount(account));
  const untilMs = endOfWait(wait, { zone, fromMs: now.getTime() });
  return { ...person, step: person.step + 1, dueAt: new Date(untilMs).toISOString() };
}
