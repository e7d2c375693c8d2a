import type { Contact } from '../../../audience/contacts/contact';
import { commit, required } from '../../../platform/store/commit';
import { automationShardOf } from '../../../platform/store/keys';
import type { EnterDeps } from '../../enter';
import { type DecidedEntry, entryLimit, markEntry, storeEntries } from '../../store-entries';
import { CountChanges } from '../../record/counts';
import { itemOfPerson, type Person, personItem } from '../../record/person';
import type { TimedPlan, Turn } from './turns';

type Address = Pick<Person, 'accountId' | 'automationId' | 'version'>;
export interface Expected {
  contact: Contact & { id: string };
  turn: Turn;
}

/** Time for which the year of a date is known: until after the same day of the next year. */
const YEAR_DAYS = 2 * 366;

/**
 * Has people wait for their moment, each once for a year or run. Idempotent. Who waits already by an earlier version or
 * for another moment waits by this version for this moment.
 */
export async function enterExpected(
  deps: EnterDeps,
  options: { address: Address; plan: TimedPlan; people: Expected[] },
): Promise<void> {
  const { address, people } = options;
  const keys = people.map(({ contact, turn }) =>
    personItem.key({ ...address, phoneNumber: contact.phoneNumber, entry: turn.entry }),
  );
  const stored = keys.length === 0 ? [] : await deps.table.batchGet(keys);
  const fresh: Expected[] = [];
  for (const [index, expected] of people.entries()) {
    const before = personItem.readIfAny(stored[index]);
    if (!before) fresh.push(expected);
    else await moveExpected(deps, { address, before, expected });
  }
  const foundAt = deps.clock.now().toISOString();
  const entries = fresh.map((expected) => decideExpected(expected, { ...options, foundAt }));
  const [failed] = (await storeEntries(deps.table, entries)).failed;
  if (failed) throw failed.error;
}

const isOfRun = ({ trigger }: TimedPlan) => ('every' in trigger ? true : undefined);

/** Decides the entry of a person at the moment that was found for them. */
function decideExpected(
  { contact, turn }: Expected,
  { address, plan, foundAt }: { address: Address; plan: TimedPlan; foundAt: string },
): DecidedEntry {
  const at = new Date(turn.atMs);
  const person: Person = {
    ...address,
    phoneNumber: contact.phoneNumber,
    entry: turn.entry,
    isOfRun: isOfRun(plan),
    contactId: contact.id,
    status: 'waiting',
    step: 0,
    dueAt: at.toISOString(),
    // Until they enter, the time at which they were found: an erasure takes what was stored before it.
    enteredAt: foundAt,
    endedAt: undefined,
    reason: undefined,
    eventData: undefined,
    sends: [],
    isExpected: true,
    revision: 1,
  };
  return {
    person,
    item: itemOfPerson(person),
    marks: [
      ...entryLimit(plan, { person, now: at }),
      ...('date' in plan.trigger
        ? [markEntry({ person, now: at }, { days: YEAR_DAYS, key: turn.entry })]
        : []),
    ],
    count: (counts) => counts.enter(person),
  };
}

async function moveExpected(
  deps: EnterDeps,
  { address, before, expected }: { address: Address; before: Person; expected: Expected },
): Promise<void> {
  const { contact, turn } = expected;
  const at = new Date(turn.atMs).toISOString();
  if (!before.isExpected || before.status !== 'waiting' || before.contactId !== contact.id) return;
  if (before.version === address.version && before.dueAt === at) return;
  const shard = automationShardOf(before.phoneNumber);
  await commit(deps.table, [
    {
      write: changed(before, { ...before, version: address.version, dueAt: at }),
      onFail: 'moved',
    },
    ...(before.version === address.version
      ? []
      : required([
          new CountChanges().enter(before, -1).write({ ...before, shard }),
          new CountChanges().enter(before).write({ ...address, shard }),
        ])),
  ]);
}

/** Builds the write of a person, which fails when they have gone on meanwhile. */
export const changed = (before: Person, after: Person) => ({
  Put: {
    Item: itemOfPerson({ ...after, revision: before.revision + 1 }),
    ConditionExpression: 'revision = :read',
    ExpressionAttributeValues: { ':read': before.revision },
  },
});
