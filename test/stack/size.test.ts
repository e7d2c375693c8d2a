import { SIZE_NAMES } from '../../lib/stack/size';
import { AWS } from '../simulate/aws-figures';
import { type StageOfTest, synthesizeStacks } from '../support/stack/stack-template';

interface Warm {
  WarmThroughput?: { ReadUnitsPerSecond: number; WriteUnitsPerSecond: number };
}

/** Returns the read and write units for which the table and each index of a stage are warm; absent: as new ones. */
function warmUnitsOf(stage: StageOfTest): Record<string, [number, number] | undefined> {
  const [table] = Object.values(synthesizeStacks(stage).findResources('AWS::DynamoDB::GlobalTable'));
  const properties = table?.Properties as Warm & {
    GlobalSecondaryIndexes: Array<Warm & { IndexName: string }>;
  };
  const unitsOf = ({ WarmThroughput: warm }: Warm): [number, number] | undefined =>
    warm && [warm.ReadUnitsPerSecond, warm.WriteUnitsPerSecond];
  const indexes = properties.GlobalSecondaryIndexes.map(
    (index) => [index.IndexName, unitsOf(index)] as const,
  );
  return { table: unitsOf(properties), ...Object.fromEntries(indexes) };
}

describe('the size of a stack', () => {
  it.each([
    ['small', [2, 10], '10'],
    ['standard', [6, 9, 10, 50, 100], '236'],
    ['large', [10, 60, 90, 100, 500, 1_000], '2261'],
  ] as const)('gives workers what %s needs', (size, concurrency, least) => {
    const template = synthesizeStacks({ size });
    const found = Object.values(template.findResources('AWS::Lambda::EventSourceMapping')).flatMap(
      ({ Properties }) =>
        (Properties as { ScalingConfig?: { MaximumConcurrency?: number } }).ScalingConfig
          ?.MaximumConcurrency ?? [],
    );
    expect([...new Set(found)].sort((a, b) => a - b)).toEqual(concurrency);
    template.hasOutput('LeastConcurrency', { Value: least });
  });

  const COLD = { table: undefined, due: undefined, contacts: undefined };
  it.each([
    [{ size: 'small' }, COLD],
    [{ size: 'standard' }, COLD],
    [
      { size: 'large' },
      {
        table: [40_000, 40_000],
        due: [12_000, 10_000],
        contacts: [12_000, 12_000],
        texts: [12_000, 5_000],
        messages: [12_000, 5_000],
      },
    ],
    [
      { size: 'large', tableUnitsPerSecond: 80_000 },
      {
        table: [80_000, 80_000],
        due: [20_000, 20_000],
        contacts: [24_000, 24_000],
        texts: [12_000, 10_000],
        messages: [12_000, 10_000],
      },
    ],
    [
      { tableUnitsPerSecond: 10_000 },
      {
        table: [12_000, 10_000],
        due: [12_000, 4_000],
        contacts: [12_000, 4_000],
        texts: [12_000, 4_000],
        messages: [12_000, 4_000],
      },
    ],
  ] as const)('warms the table and every index for %j: read and write units %j', (stage, expected) => {
    expect(warmUnitsOf(stage)).toEqual(expected);
  });

  it('stays within the quotas that an AWS account has by default, whatever the size', () => {
    const units = SIZE_NAMES.flatMap((size) => Object.values(warmUnitsOf({ size }))).flatMap(
      (of) => of ?? [],
    );
    expect(Math.max(...units)).toBe(AWS.quotaUnitsPerSecond.value);
  });

  it('knows the throughput of a new table and index, below which nothing can be warm', () => {
    const { tableReadsPerSecond, tableWritesPerSecond, indexReadsPerSecond, indexWritesPerSecond } = AWS;
    const [table, index] = [
      [tableReadsPerSecond.value, tableWritesPerSecond.value],
      [indexReadsPerSecond.value, indexWritesPerSecond.value],
    ];
    expect(warmUnitsOf({ tableUnitsPerSecond: 1 })).toEqual({
      table,
      ...{ due: index, contacts: index, texts: index, messages: index },
    });
  });
});
