import { CountChanges } from '../../automations/record/counts';
import { enteredItem, personItem } from '../../automations/record/person';
import { commit, required } from '../../platform/store/commit';
import { automationShardOf, PARTITIONS } from '../../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import { eraseTexts } from './erase-texts';
import type { Eraser } from './eraser';

/** Erases people from the names, filters and texts of an automation that mention them. */
export const eraseAutomation = eraseTexts({
  accountOf: ({ pk }) => pk.slice(PARTITIONS.automation.length).split('#')[0] ?? '',
  kept: () => ['from', 'startedBy', 'decidedBy'],
});

/** Removes a person from an automation. Who was on the way counts as `exited`. */
export const erasePerson: Eraser = async ({ table, people }, { pk, sk, ...found }) => {
  const first = personItem.read({ pk, sk, ...found });
  if (!people.has({ ...first, at: first.enteredAt })) return 'done';
  await retryOnConflict(table.waits, async () => {
    const person = personItem.readIfAny(await table.get({ pk, sk }));
    if (!person) return 'gone';
    const shard = automationShardOf(person.phoneNumber);
    const exit = new CountChanges()
      .end({ ...person, reason: 'erased' }, 'exited')
      .write({ ...person, shard });
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
      ...required(person.status === 'waiting' ? [exit] : []),
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
