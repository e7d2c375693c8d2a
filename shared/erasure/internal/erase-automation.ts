import { readAccount } from '../../accounts/account';
import type { AutomationPlan, StoredStep } from '../../automations/record/automation';
import { CountChanges } from '../../automations/record/counts';
import { enteredItem, erasedPerson, personItem, retainedItemOfPerson } from '../../automations/record/person';
import { commit, required } from '../../platform/store/commit';
import { accountKey, automationShardOf, PARTITIONS } from '../../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import { eraseTexts } from './erase-texts';
import type { Eraser } from './eraser';

/**
 * Erases people from the names and filters of an automation that mention them, and from the texts of a draft. A text that
 * was started is one to others, as that of a campaign that was launched: it stays as it was approved, and as it is sent.
 */
export const eraseAutomation = eraseTexts({
  accountOf: ({ pk }) => pk.slice(PARTITIONS.automation.length).split('#')[0] ?? '',
  kept: () => ['from', 'startedBy', 'decidedBy'],
  keepParts: ({ status }, name, { before, cleaned }) => {
    if (cleaned === before || status === 'draft') return cleaned;
    if (name === 'steps') return withTextsOf(before as StoredStep[], cleaned as StoredStep[]);
    if (name !== 'plan') return cleaned;
    // The plan of a version.
    const [was, plan] = [before as AutomationPlan, cleaned as AutomationPlan];
    const steps = withTextsOf(was.steps, plan.steps);
    const isSame = Object.entries({ ...plan, steps }).every(
      ([part, value]) => value === was[part as keyof AutomationPlan],
    );
    return isSame ? was : { ...plan, steps };
  },
  // The number of a version names its plan, and those who are on their way by it.
  countOfWrites: 'revision',
});

/** Puts the texts back. @returns `before` when nothing else was changed */
function withTextsOf(before: StoredStep[], cleaned: StoredStep[]): StoredStep[] {
  const kept = cleaned.map((step, index) => {
    const was = before[index];
    return was && 'send' in was ? was : step;
  });
  return kept.every((step, index) => step === before[index]) ? before : kept;
}

/** Removes everything about a person from their way through an automation. Who was on the way counts as `exited`. */
export const erasePerson: Eraser = async ({ table, people, clock, ids }, { pk, sk, ...found }) => {
  const first = personItem.read({ pk, sk, ...found });
  if (!people.has({ ...first, at: first.enteredAt })) return 'done';
  await retryOnConflict(table.waits, async () => {
    const [item, accountItem] = await table.batchGet([{ pk, sk }, accountKey(first.accountId)]);
    const person = personItem.readIfAny(item);
    if (!person || !accountItem) return 'gone';
    const shard = automationShardOf(person.phoneNumber);
    const erased = erasedPerson(person, { erasedId: ids.next('ers'), now: clock.now() });
    const exit = new CountChanges().end(erased, 'exited').write({ ...person, shard });
    const result = await commit(table, [
      {
        write: {
          Delete: {
            Key: { pk, sk },
            ConditionExpression: 'revision = :read',
            ExpressionAttributeValues: { ':read': person.revision },
          },
        },
        onFail: 'moved',
      },
      ...required([
        { Put: { Item: retainedItemOfPerson(erased, readAccount(accountItem)) } },
        ...(person.status === 'waiting' ? [exit] : []),
      ]),
    ]);
    return result.committed ? 'gone' : CONFLICT;
  });
  return 'done';
};

/** Removes the mark that a person has entered. */
export const eraseEntered: Eraser = async ({ table, people }, item) => {
  const { pk, sk } = item;
  const accountId = pk.slice(PARTITIONS.automation.length).split('#')[0] ?? '';
  const { at } = enteredItem.read(item);
  if (people.has({ accountId, phoneNumber: sk.split('#')[1] ?? '', at }))
    await table.batchDelete([{ pk, sk }]);
  return 'done';
};
