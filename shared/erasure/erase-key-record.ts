import { readKeyRecord } from '../sending/idempotency/key-record';
import { PARTITIONS } from '../platform/store/keys';
import type { Eraser } from './eraser';

/**
 * What a repeat of a send is answered no longer names the person. A key that has the number in itself is deleted: to
 * the person nothing can be sent under it.
 */
export const eraseKeyRecord: Eraser = async (deps, item) => {
  const [accountId = '', scope, ...rest] = item.pk.slice(PARTITIONS.idempotency.length).split('#');
  if (scope !== 'message' || !deps.people.isOfAccount(accountId)) return 'done';
  const record = readKeyRecord(item);
  const condition = {
    ConditionExpression: '#revision = :revision',
    ExpressionAttributeNames: { '#revision': 'revision' },
    ExpressionAttributeValues: { ':revision': record.revision },
  };
  const Key = { pk: item.pk, sk: item.sk };
  if (deps.people.isNamedIn(accountId, rest.join('#'))) {
    if (record.state === 'inProgress') return 'later';
    const deleted = await deps.table.delete({ Key, ...condition });
    return deleted.written || !deleted.found ? 'done' : 'later';
  }
  const body = record.answer?.body as { to?: string | null; createdAt?: string } | undefined;
  const { to, createdAt: at } = body ?? {};
  if (!record.answer || typeof to !== 'string' || at === undefined) return 'done';
  if (!deps.people.has({ accountId, phoneNumber: to, at })) return 'done';
  const answer = { ...record.answer, body: eraseAnswer(body ?? {}) };
  const updated = await deps.table.update({
    Key,
    UpdateExpression: 'SET answer = :answer',
    ...condition,
    ExpressionAttributeValues: { ...condition.ExpressionAttributeValues, ':answer': JSON.stringify(answer) },
  });
  return updated.written || !updated.found ? 'done' : 'later';
};

/** In the place of the text stands what `presentMessage` says of an erased one. */
function eraseAnswer(body: object): object {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
      if (name === 'to') return [[name, null]];
      return name === 'body'
        ? [
            [name, null],
            ['erased', true],
          ]
        : [[name, value]];
    }),
  );
}
