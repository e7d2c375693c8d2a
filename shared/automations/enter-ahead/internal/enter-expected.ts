import type { Contact } from '../../../audience/contacts/contact';
import { forEachAtOnce } from '../../../platform/at-once';
import { commit, type Part, required } from '../../../platform/store/commit';
import { automationShardOf } from '../../../platform/store/keys';
import { type EnterDeps, entryLimit, markEntry } from '../../enter';
import { CountChanges } from '../../record/counts';
import { itemOfPerson, type Person, personItem } from '../../record/person';
import type { TimedPlan, Turn } from './turns';

type Address = Pick<Person, 'accountId' | 'automationId' | 'version'>;
export interface Expected {
  contact: Contact & { id: string };
  turn: Turn;
}

/** People of a transaction, each with up to three writes. */
const PEOPLE_AT_ONCE = 25;
const TRANSACTIONS_AT_ONCE = 4;
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
  await forEachAtOnce(batchesOf(fresh), TRANSACTIONS_AT_ONCE, async (batch) => {
    if (await enterAll(deps, { ...options, people: batch })) return;
    for (const one of batch) await enterAll(deps, { ...options, people: [one] });
  });
}

function batchesOf(people: Expected[]): Expected[][] {
  const batches: Expected[][] = [];
  const open = new Map<number, Expected[]>();
  for (const expected of people) {
    const shard = automationShardOf(expected.contact.phoneNumber);
    const batch = open.get(shard);
    if (batch && batch.length < PEOPLE_AT_ONCE) batch.push(expected);
    else {
      const begun = [expected];
      open.set(shard, begun);
      batches.push(begun);
    }
  }
  return batches;
}

const isOfRun = ({ trigger }: TimedPlan) => ('every' in trigger ? true : undefined);

/** @returns false when one of them has entered as often as they may */
async function enterAll(
  deps: EnterDeps,
  { address, plan, people }: { address: Address; plan: TimedPlan; people: Expected[] },
): Promise<boolean> {
  const [first] = people;
  if (!first) return true;
  const foundAt = deps.clock.now().toISOString();
  const parts = people.flatMap(({ contact, turn }): Array<Part<'entered' | 'repeated'>> => {
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
      lastSend: undefined,
      isExpected: true,
      revision: 1,
    };
    return [
      ...entryLimit(plan, { person, now: at }),
      ...('date' in plan.trigger
        ? [markEntry({ person, now: at }, { days: YEAR_DAYS, key: turn.entry })]
        : []),
      {
        write: { Put: { Item: itemOfPerson(person), ConditionExpression: 'attribute_not_exists(pk)' } },
        onFail: 'repeated',
      },
    ];
  });
  const shard = automationShardOf(first.contact.phoneNumber);
  const counts = new CountChanges()
    .enter({ isOfRun: isOfRun(plan), entry: first.turn.entry }, people.length)
    .write({ ...address, shard });
  return (await commit(deps.table, [...parts, ...required([counts])])).committed;
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
