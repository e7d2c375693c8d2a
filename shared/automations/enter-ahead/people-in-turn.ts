import type { Account } from '../../accounts/account';
import type { Contact } from '../../audience/contacts/contact';
import type { BookContact } from '../../audience/book/read-shard';
import { epochMs } from '../../platform/clock';
import type { EnterDeps } from '../enter';
import type { Conditions } from '../record/asked';
import { walkPeople } from './internal/walk-people';
import { audiencesOf, type TimedPlan, turnsOf } from './internal/turns';

export { isTimed } from './internal/turns';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Walks over the people of an automation whose turn is now: the moment of their date is within a day, or they are in
 * the audience of a trigger that repeats.
 */
export async function* peopleInTurn(
  deps: Pick<EnterDeps, 'table' | 'clock'>,
  { account, plan, conditions }: { account: Account; plan: TimedPlan; conditions: Conditions },
): AsyncGenerator<{ contacts: BookContact[]; isLast: boolean }> {
  const found = await audiencesOf(plan, conditions);
  if (!found) return;
  const nowMs = epochMs(deps.clock);
  const turnOf = turnsOf(plan, { account, date: found.date });
  const isInTurn = (contact: BookContact) => {
    const turn = turnOf(contact, nowMs);
    return turn !== undefined && turn.atMs < nowMs + DAY_MS;
  };
  for await (const { contacts, position } of walkPeople(deps, { audiences: found.all, conditions }))
    yield {
      contacts: found.date ? contacts.filter(isInTurn) : contacts,
      isLast: position.every((shard) => shard === 'end'),
    };
}

/** Returns the first moment of a contact from one on, by a date; `undefined` without the date. */
export async function firstTurn(
  { account, plan, conditions }: { account: Account; plan: TimedPlan; conditions: Conditions },
  contact: Contact,
  fromMs: number,
): Promise<number | undefined> {
  const found = await audiencesOf(plan, conditions);
  return found && turnsOf(plan, { account, date: found.date })(contact, fromMs)?.atMs;
}
