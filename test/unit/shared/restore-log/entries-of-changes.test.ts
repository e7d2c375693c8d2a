import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { type IdempotencyScope } from '../../../../shared/platform/store/keys';
import { entriesOfChanges } from '../../../../shared/restore-log/entries-of-changes';
import { logFile } from '../../../../shared/restore-log/entry';
import type { KeyState } from '../../../../shared/sending/idempotency/key-record';
import { keyItem } from '../../../../shared/sending/idempotency/key-writes';

const AT = '2026-03-01T12:00:00.000Z';
const IN_A_MINUTE = '2026-03-01T12:01:00.000Z';

const record = (
  scope: IdempotencyScope,
  state: KeyState,
  times: { leaseUntil?: string; expiresAt?: string },
) => {
  const subjectId = 'msg_1';
  const item = keyItem(
    { accountId: 'acc_1', scope, key: 'k' },
    { state, revision: 'r', subjectId, ...times },
  );
  return { pk: item.pk, sk: item.sk, item };
};

const changeOf = (
  { pk, sk, item }: ReturnType<typeof record>,
  changes: Partial<DynamoDBRecord> = {},
): DynamoDBRecord => ({
  eventName: 'MODIFY',
  dynamodb: {
    Keys: marshall({ pk, sk }) as never,
    NewImage: marshall(item, { removeUndefinedValues: true }) as never,
    SequenceNumber: '7',
    ApproximateCreationDateTime: Date.parse(AT) / 1000,
  },
  ...changes,
});

/** Returns the change as it is when its item is deleted. */
function removalOf(key: ReturnType<typeof record>, changes: Partial<DynamoDBRecord> = {}): DynamoDBRecord {
  const { NewImage: _, ...dynamodb } = changeOf(key).dynamodb ?? {};
  return { eventName: 'REMOVE', dynamodb, ...changes };
}

describe('the restore log of an idempotency key', () => {
  const claimed = record('message', 'inProgress', { leaseUntil: IN_A_MINUTE });
  const place = { kind: 'key', at: AT, sequence: '7', pk: claimed.pk };

  it('has the claim of a text, which counts for 48 hours from the end of its lease', async () => {
    expect(await entriesOfChanges([changeOf(claimed)])).toEqual([
      { ...place, state: 'claimed', expiresAt: '2026-03-03T12:01:00.000Z' },
    ]);
  });

  it.each([
    ['completed', '2026-03-03T12:00:00.000Z'],
    ['outcomeUnknown', '2026-03-03T12:00:00.000Z'],
    ['completed', undefined],
  ] as const)('has what it became: %s until %s', async (state, expiresAt) => {
    const times = expiresAt === undefined ? {} : { expiresAt };
    expect(await entriesOfChanges([changeOf(record('message', state, times))])).toEqual([
      { ...place, state: 'used', ...times },
    ]);
  });

  it('has that it was freed, but not that DynamoDB deleted it by its time to live', async () => {
    const expired = { type: 'Service', principalId: 'dynamodb.amazonaws.com' } as never;
    expect(
      await entriesOfChanges([removalOf(claimed), removalOf(claimed, { userIdentity: expired })]),
    ).toEqual([{ ...place, state: 'freed' }]);
  });

  it('has no claim of a job, which the transaction that accepts it completes', async () => {
    const job = record('broadcast', 'inProgress', { leaseUntil: IN_A_MINUTE });
    expect(await entriesOfChanges([changeOf(job)])).toEqual([]);
  });

  it('has no removal of another item', async () => {
    const other = { ...claimed, pk: 'CREDIT_SHARD#acc_1#07' };
    expect(await entriesOfChanges([removalOf(other)])).toEqual([]);
  });
});

it('has the changes of an item in files whose names are in their order, also within a second', () => {
  const fileOf = (at: string, sequence: string) =>
    logFile({ first: { kind: 'key', at, sequence, pk: 'k', state: 'freed' }, eventId: `event ${sequence}` });
  const inOrder = [
    fileOf(AT, '9'.repeat(21)),
    fileOf(AT, `1${'0'.repeat(21)}`),
    fileOf('2026-03-01T12:00:01.000Z', '2'),
    fileOf('2026-03-02T00:00:00.000Z', '1'),
  ];
  expect([...inOrder].sort()).toEqual(inOrder);
  expect(inOrder[0]).toMatch(/^2026-03-01\//);
});
