import { readAccount } from '../../accounts/account';
import { CountChanges } from '../../automations/record/counts';
import { enteredItem, erasedPerson, personItem, retainedItemOfPerson } from '../../automations/record/person';
import { commit, required } from '../../platform/store/commit';
import { accountKey, automationShardOf, PARTITIONS } from '../../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import { eraseTexts } from './erase-texts';
import type { Eraser } from './eraser';

/** Erases people from the names, filters and texts of an automation that mention them. */
export const eraseAutomation = eraseTexts({
  accountOf: ({ pk }) => pk.slice(PARTITIONS.automation.length).split('#')[0] ?? '',
  kept: () => ['from', 'startedBy', 'decidedBy'],
});

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
