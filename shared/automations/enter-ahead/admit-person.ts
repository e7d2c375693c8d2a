import type { Contact } from '../../audience/contacts/contact';
import { commit, omittable, required } from '../../platform/store/commit';
import { automationShardOf } from '../../platform/store/keys';
import type { EnterDeps } from '../enter';
import { CountChanges } from '../record/counts';
import { enteredItem, type Person, personItem } from '../record/person';
import { changed } from './internal/enter-expected';
import { LOOKS_AHEAD_MS } from './internal/look';
import { audiencesOf, isTimed, turnsOf } from './internal/turns';
import type { LookWorld } from './look-ahead';

/**
 * Decides at the moment of a person who was found ahead of it whether they enter: with the date as it is now, and in
 * the audience. Who does not is taken back, as if they had not been found; whose moment is later now waits for it.
 *
 * @returns the person as they enter, or `undefined`
 *
 * **Source:** rules E10.7.
 */
export async function admitPerson(
  deps: EnterDeps,
  world: LookWorld,
  { person, contact, now }: { person: Person; contact: Contact | undefined; now: Date },
): Promise<Person | undefined> {
  if (!person.isExpected) return person;
  const plan = world.plans.get(person.version);
  // People who may not be sent to leave at their first step, with the reason.
  const isErased = contact?.id !== person.contactId || (contact.erasedAt ?? '') > person.enteredAt;
  if (!contact || isErased || contact.hardOptOut) return { ...person, isExpected: undefined };
  const { activeVersion } = world.automation;
  const found = isTimed(plan) ? await audiencesOf(plan, world.conditions) : undefined;
  if (!isTimed(plan) || !found) return takeBack(deps, person);
  // A run that has begun ends on its version; people of a date are found anew by the next one.
  if ('date' in plan.trigger && person.version !== activeVersion) return takeBack(deps, person);
  const turnOf = turnsOf(plan, { ...world, date: found.date, run: person.entry });
  const dueMs = Date.parse(person.dueAt ?? person.enteredAt);
  const turn = turnOf(contact, dueMs - LOOKS_AHEAD_MS);
  const { id } = contact;
  const isIn =
    id !== undefined && (await world.conditions.membersOf(found.all, [{ ...contact, id }])).length > 0;
  const { exit } = plan;
  if (!isIn || turn?.entry !== person.entry || turn.atMs > dueMs + LOOKS_AHEAD_MS)
    return takeBack(deps, person);
  if (exit && (await world.conditions.isMet(exit, contact))) return takeBack(deps, person);
  if (turn.atMs <= now.getTime()) return { ...person, enteredAt: now.toISOString(), isExpected: undefined };
  const at = new Date(turn.atMs).toISOString();
  await commit(deps.table, [{ write: changed(person, { ...person, dueAt: at }), onFail: 'moved' }]);
  return undefined;
}

/** Removes a person who has not entered yet, with the marks of the entry. */
async function takeBack(deps: EnterDeps, person: Person): Promise<undefined> {
  const { entry } = person;
  const shard = automationShardOf(person.phoneNumber);
  const marks = [enteredItem.key(person), enteredItem.key({ ...person, key: entry })];
  await commit(deps.table, [
    {
      write: {
        Delete: {
          Key: personItem.key(person),
          ConditionExpression: 'revision = :read',
          ExpressionAttributeValues: { ':read': person.revision },
        },
      },
      onFail: 'moved',
    },
    ...omittable(
      marks.map((Key) => ({
        Delete: {
          Key,
          ConditionExpression: '#entry = :entry',
          ExpressionAttributeNames: { '#entry': 'entry' },
          ExpressionAttributeValues: { ':entry': entry },
        },
      })),
    ),
    ...required([new CountChanges().enter(person, -1).write({ ...person, shard })]),
  ]);
  return undefined;
}
