import { decodeTime } from 'ulid';
import { type KeyRecord, readKeyRecord, type StoredAnswer } from '../../sending/idempotency/key-record';
import { propertiesOf } from '../../platform/is-record';
import { PARTITIONS } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';
import type { Erased, Eraser, EraserDeps } from './eraser';

/**
 * Removes people from a stored idempotent response. The key itself stays for its 48 hours: a repeat must not send
 * again, and the table holds the key only as a hash.
 */
export const eraseKeyRecord: Eraser = async (deps, item) => {
  const [accountId = '', scope] = item.pk.slice(PARTITIONS.idempotency.length).split('#');
  if (!deps.people.isOfAccount(accountId)) return 'done';
  const record = readKeyRecord(item);
  switch (scope) {
    case 'message':
      return eraseMessageAnswer(deps, { item, record, accountId });
    case 'campaign':
      return eraseCampaignAnswer(deps, { item, record, accountId });
    default:
      // The text of a broadcast is addressed to others, and the response of a batch has no texts.
      return 'done';
  }
};

interface Place {
  item: Item;
  record: KeyRecord;
  accountId: string;
}

async function eraseMessageAnswer(deps: EraserDeps, place: Place): Promise<Erased> {
  const { record, accountId } = place;
  const body = (record.answer?.body ?? {}) as { to?: string | null; createdAt?: string };
  const { to, createdAt: at } = body;
  if (!record.answer || typeof to !== 'string' || at === undefined) return 'done';
  if (!deps.people.has({ accountId, phoneNumber: to, at })) return 'done';
  return writeAnswer(deps, place, { ...record.answer, body: withoutMessage(body) });
}

/** Erases the stored response of a campaign's creation. The body of the campaign is erased only if it was a draft. */
async function eraseCampaignAnswer(deps: EraserDeps, place: Place): Promise<Erased> {
  const { record, accountId } = place;
  if (!record.answer) return 'done';
  const at = new Date(decodeTime(record.subjectId.slice('cmp_'.length))).toISOString();
  const answered = propertiesOf(record.answer.body);
  const kept = answered.status === 'draft' ? ['from'] : ['from', 'body', 'mediaUrl'];
  const searched = Object.fromEntries(Object.entries(answered).filter(([name]) => !kept.includes(name)));
  const isUndecided = deps.people.isUndecided(searched, { accountId, at });
  const cleaned = deps.people.withoutPeople(searched, { accountId, at });
  const erased =
    cleaned === searched
      ? 'done'
      : await writeAnswer(deps, place, { ...record.answer, body: { ...answered, ...cleaned } });
  return isUndecided ? 'later' : erased;
}

async function writeAnswer(
  { table }: EraserDeps,
  { item, record }: Place,
  answer: StoredAnswer,
): Promise<Erased> {
  const updated = await table.update({
    Key: { pk: item.pk, sk: item.sk },
    UpdateExpression: 'SET answer = :answer',
    ConditionExpression: '#revision = :revision',
    ExpressionAttributeNames: { '#revision': 'revision' },
    ExpressionAttributeValues: { ':revision': record.revision, ':answer': JSON.stringify(answer) },
  });
  return updated.written || !updated.found ? 'done' : 'later';
}

/** Removes recipient and text, as `presentMessage` does for an erased message. */
function withoutMessage(body: object): object {
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
