import { ITEM_KINDS } from '../../../../shared/erasure/personal-data';
import { isUnderWay, ITEM_RULES, ruleOf } from '../../../../shared/operations/account-data/item-rules';
import { type Partition, PARTITIONS } from '../../../../shared/platform/store/keys';

const partitions = Object.keys(PARTITIONS) as Partition[];

it.each(partitions)('says of every kind of item in %s whose it is', (partition) => {
  for (const { sk = 'ANY' } of ITEM_KINDS[partition]) {
    expect(ruleOf({ pk: `${PARTITIONS[partition]}x`, sk })).toBeDefined();
  }
});

it('waits for the erasure of a person, and not for a retention that is yet to be applied', () => {
  const erasure = { pk: 'ERASURE#ers_1', sk: 'ERASURE', accountId: 'acc_1', gsi1pk: 'DUE#ERASURE#0' };
  const underWay = (item: typeof erasure & { kind: string }) => {
    const rule = ruleOf(item);
    return rule && isUnderWay(rule, item);
  };
  expect(underWay({ ...erasure, kind: 'person' })).toBe(true);
  expect(underWay({ ...erasure, kind: 'retention' })).toBe(false);
});

it('knows no item of an unknown partition', () => {
  expect(ruleOf({ pk: 'PARCEL#1', sk: 'PARCEL' })).toBeUndefined();
});

it('lets no export have secrets, keys and users', () => {
  const leftOut = [
    { pk: 'KEY#key_1', sk: 'KEY' },
    { pk: 'ACCOUNT#acc_1', sk: 'APIKEY#key_1' },
    { pk: 'MEMBERS#acc_1', sk: 'usr_1' },
    { pk: 'USER#usr_1', sk: 'ACCOUNT#acc_1' },
    { pk: 'OUTBOX#out_1', sk: 'OUTBOX' },
  ];
  expect(leftOut.map((key) => ruleOf(key)?.leftOut)).not.toContain(undefined);
  const endpoint = {
    pk: 'ACCOUNT#acc_1',
    sk: 'ENDPOINT#end_1',
    status: 'enabled',
    secrets: [{ sealed: 'v1.sealed', createdAt: '2026-01-01T00:00:00.000Z' }],
  };
  const [exported] = ruleOf(endpoint)?.exported?.(endpoint, new Date('2026-03-01T12:00:00.000Z')) ?? [];
  expect(exported).toEqual({
    ...endpoint,
    status: 'disabled',
    disabledReason: 'operator',
    disabledAt: '2026-03-01T12:00:00.000Z',
    secrets: [],
  });
});

it('exports no number that was removed, and no earlier account of one', () => {
  const owner = { pk: 'NUMBER#+12065550100', sk: 'OWNER', accountId: 'acc_1' };
  const exported = (item: Parameters<typeof ruleOf>[0] & Record<string, unknown>) =>
    ruleOf(item)?.exported?.(item, new Date());

  expect(exported({ ...owner, previous: { accountId: 'acc_0', until: '2026-01-01' } })).toEqual([owner]);
  expect(exported({ ...owner, removedAt: '2026-01-01T00:00:00.000Z' })).toEqual([]);
});

it('keeps nothing of a deleted account but its books', () => {
  const kept = partitions.filter((partition) =>
    ITEM_RULES[partition].some(({ keptAfterDeletion }) => keptAfterDeletion !== undefined),
  );
  expect(kept).toEqual(['account', 'accountList', 'audit', 'purse', 'statistics']);
});
