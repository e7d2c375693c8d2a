import type { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { SynthesisMessageLevel } from 'aws-cdk-lib/cx-api';
import type { MessagingStacks } from '../../lib/stack/messaging-stacks';
import { secondRegionOf } from '../../lib/stack/second-region';
import { checkSecurity } from '../../lib/stack/security-checks';
import { makeStage } from '../../lib/stack/stage';
import { makeBoth, makeStacks, PROD, readStage, type StageOfTest } from '../support/stack/stack-template';

const FIRST = 'us-east-1';
const SECOND = 'us-west-2';
const TABLE = 'Messaging-prod-Data-DataTable-ABC';
const STREAM = `arn:aws:dynamodb:${SECOND}:111122223333:table/${TABLE}/stream/2026-11-20T13:05:11.000`;
const keyIn = (region: string, name: string) =>
  `arn:aws:secretsmanager:${region}:111122223333:secret:${name}-a1b2c3`;
const certificateIn = (region: string) => `arn:aws:acm:${region}:111122223333:certificate/a`;

const REPLICATED = {
  ...PROD,
  eventArchive: 'hash',
  domain: { name: 'api.example.com', certificateArn: certificateIn(FIRST) },
  secondRegion: { first: FIRST, region: SECOND },
} as const satisfies StageOfTest;
const BOTH = {
  ...REPLICATED,
  secondRegion: {
    ...REPLICATED.secondRegion,
    certificates: { 'api.example.com': certificateIn(SECOND) },
    made: {
      tableName: TABLE,
      tableStreamArn: STREAM,
      keys: {
        ...{ webhook: keyIn(FIRST, 'W'), erasure: keyIn(FIRST, 'E'), cursor: keyIn(FIRST, 'C') },
        ...{ signIn: keyIn(FIRST, 'S'), archive: keyIn(FIRST, 'A') },
      },
    },
  },
} as const satisfies StageOfTest;

interface Resource {
  Properties: Record<string, unknown>;
}
const ofType = (stack: Stack, type: string) =>
  Object.values(Template.fromStack(stack).findResources(type)) as Resource[];

const environmentsOf = (stack: Stack) =>
  ofType(stack, 'AWS::Lambda::Function').map(({ Properties }) => {
    const { Variables: variables = {} } = (Properties.Environment ?? {}) as {
      Variables?: Record<string, string>;
    };
    return variables;
  });

/** Returns the filters of the relay, which is called for new outbox items. */
const relayFilters = (stack: Stack) =>
  ofType(stack, 'AWS::Lambda::EventSourceMapping').flatMap(({ Properties }) => {
    const { Filters: filters = [] } = (Properties.FilterCriteria ?? {}) as {
      Filters?: Array<{ Pattern: string }>;
    };
    return filters
      .map(({ Pattern }) => JSON.parse(Pattern) as { dynamodb: { NewImage?: Record<string, object> } })
      .flatMap(({ dynamodb: { NewImage } }) => (NewImage ? [NewImage] : []))
      .filter(({ pk }) => JSON.stringify(pk).includes('OUTBOX#'));
  });

describe('a stage whose file names a second region', () => {
  const { data, workers, api } = makeStacks(REPLICATED);

  it('replicates the table, with its protection, indexes and recovery, and has both images in its stream', () => {
    const [table] = ofType(data, 'AWS::DynamoDB::GlobalTable');
    const { Replicas: replicas, StreamSpecification: stream } = table?.Properties as {
      Replicas: Array<Record<string, unknown>>;
      StreamSpecification: object;
    };
    expect(stream).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
    expect(replicas.map(({ Region }) => Region).sort()).toEqual([FIRST, SECOND]);
    for (const replica of replicas)
      expect(replica).toMatchObject({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
  });

  it('replicates the keys that data are sealed or hashed with', () => {
    const secrets = ofType(data, 'AWS::SecretsManager::Secret');
    expect(secrets.map(({ Properties }) => Properties.ReplicaRegions)).toEqual(
      Array.from({ length: 5 }, () => [{ Region: SECOND }]),
    );
    const output = JSON.stringify(Template.fromStack(api).findOutputs('ReplicatedKeys'));
    for (const name of ['webhook', 'erasure', 'cursor', 'signIn', 'archive']) expect(output).toContain(name);
  });

  it('goes on in one region until the file names what was made', () => {
    expect(secondRegionOf(readStage(REPLICATED))).toBeUndefined();
    for (const stack of [workers, api])
      expect(environmentsOf(stack).filter(({ REGION_SIDE: side }) => side !== undefined)).toEqual([]);
    expect(Template.fromStack(api).findOutputs('RegionSide')).toEqual({});
  });

  it('says that the next deployment must not leave it', () => {
    expect(readStage(REPLICATED).kept).toContain(`region ${SECOND}`);
  });
});

describe('a stage with stacks in both regions', () => {
  const { first, second } = makeBoth(BOTH);

  it('has them side by side, in the regions of the file', () => {
    expect(first.all.map(({ stackName, region }) => `${stackName} ${region}`)).toEqual([
      ...[`Messaging-prod-Data ${FIRST}`, `Messaging-prod-Workers ${FIRST}`, `Messaging-prod ${FIRST}`],
    ]);
    expect(second.all.map(({ stackName, region }) => `${stackName} ${region}`)).toEqual([
      `Messaging-prod-Second-Data ${SECOND}`,
      `Messaging-prod-Second-Workers ${SECOND}`,
      `Messaging-prod-Second ${SECOND}`,
    ]);
  });

  it('needs nothing of the first region to deploy the second one', () => {
    for (const stack of second.all) {
      expect(stack.dependencies.filter((one) => !(second.all as readonly Stack[]).includes(one))).toEqual([]);
      const text = JSON.stringify(Template.fromStack(stack).toJSON());
      // Only an alarm names it, as the receiver of what is replicated.
      expect(text.match(/.{20}us-east-1.{2}/g)?.filter((place) => !place.includes('Value')) ?? []).toEqual(
        [],
      );
    }
  });

  it('uses the replica, its stream, and the replicas of the keys', () => {
    expect(ofType(second.data, 'AWS::DynamoDB::GlobalTable')).toEqual([]);
    expect(ofType(second.data, 'AWS::SecretsManager::Secret')).toEqual([]);
    const environments = [second.workers, second.api].flatMap(environmentsOf);
    const valuesOf = (name: string) => [...new Set(environments.flatMap((one) => one[name] ?? []))];
    expect(valuesOf('TABLE_NAME')).toEqual([TABLE]);
    expect(valuesOf('WEBHOOK_KEY_ARN')).toEqual([keyIn(SECOND, 'W')]);
    expect(valuesOf('ERASURE_KEY_ARN')).toEqual([keyIn(SECOND, 'E')]);
    expect(valuesOf('CURSOR_KEY_ARN')).toEqual([keyIn(SECOND, 'C')]);
    expect(valuesOf('SIGN_IN_KEY_ARN')).toEqual([keyIn(SECOND, 'S')]);
    expect(valuesOf('ARCHIVE_KEY_ARN')).toEqual([keyIn(SECOND, 'A')]);
    const streams = ofType(second.workers, 'AWS::Lambda::EventSourceMapping')
      .map(({ Properties }) => Properties.EventSourceArn)
      .filter((source) => typeof source === 'string');
    expect(streams).toEqual([STREAM, STREAM]);
  });

  it('grants the functions of the second region the replica and its keys alone', () => {
    const granted = [second.workers, second.api]
      .flatMap((stack) => ofType(stack, 'AWS::IAM::Role'))
      .map(({ Properties }) => JSON.stringify(Properties.Policies ?? []))
      .join('\n');
    expect(new Set(granted.match(/:table\/[\w-]+/g))).toEqual(new Set([`:table/${TABLE}`]));
    expect(new Set(granted.match(/arn:aws:secretsmanager:[^"*]+/g))).toEqual(
      new Set(['W', 'E', 'C', 'S', 'A'].map((name) => keyIn(SECOND, name))),
    );
  });

  it('tells the functions of both regions apart, and calls each relay for its own items', () => {
    const sidesOf = ({ workers, api }: MessagingStacks) => [
      ...new Set([workers, api].flatMap(environmentsOf).map(({ REGION_SIDE: side }) => side)),
    ];
    // Functions without the table have none.
    expect(sidesOf(first).filter((side) => side !== undefined)).toEqual(['first']);
    expect(sidesOf(second).filter((side) => side !== undefined)).toEqual(['second']);
    expect(relayFilters(first.workers).map(({ side }) => side)).toEqual([{ S: [{ exists: false }] }]);
    expect(relayFilters(second.workers).map(({ side }) => side)).toEqual([{ S: [{ exists: true }] }]);
    for (const [stacks, side] of [
      [first, 'first'],
      [second, 'second'],
    ] as const)
      Template.fromStack(stacks.api).hasOutput('RegionSide', { Value: side });
  });

  it.each([
    ['first', FIRST, SECOND],
    ['second', SECOND, FIRST],
  ] as const)(
    'answers at the same domain and watches the lag to the other region: %s',
    (side, region, other) => {
      const { api, workers } = side === 'first' ? first : second;
      const domains = ofType(api, 'AWS::ApiGatewayV2::DomainName').map(({ Properties }) => Properties);
      expect(domains).toMatchObject([
        {
          DomainName: 'api.example.com',
          DomainNameConfigurations: [{ CertificateArn: certificateIn(region) }],
        },
      ]);
      const alarms = ofType(workers, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
      expect(alarms.filter(({ MetricName }) => MetricName === 'ReplicationLatency')).toMatchObject([
        { Threshold: 5_000, Dimensions: [{ Name: 'ReceivingRegion', Value: other }, { Name: 'TableName' }] },
      ]);
    },
  );

  it('finds nothing by cdk-nag in either region', () => {
    const stacks = makeBoth(BOTH);
    for (const some of [stacks.first, stacks.second]) checkSecurity(some);
    const found = stacks.app
      .synth()
      .stacks.flatMap(({ messages }) => messages)
      .filter(({ level }) => level !== SynthesisMessageLevel.INFO);
    expect(found.map(({ id, entry }) => [id, entry.data])).toEqual([]);
  });
});

it.each<[object, string]>([
  [{ secondRegion: { first: FIRST, region: FIRST } }, 'region: expected another region than the first'],
  [{ secondRegion: { first: 'Virginia', region: SECOND } }, 'first: expected the name of a region'],
  [{ ...REPLICATED, adoptedTable: { name: TABLE, streamArn: STREAM } }, 'a restored table has no replica'],
  [
    { ...BOTH, secondRegion: { ...BOTH.secondRegion, certificates: {} } },
    'certificates: the one of api.example.com is missing',
  ],
  [
    {
      ...BOTH,
      secondRegion: {
        ...BOTH.secondRegion,
        made: { ...BOTH.secondRegion.made, keys: { ...BOTH.secondRegion.made.keys, signIn: undefined } },
      },
    },
    'made.keys.signIn: is missing',
  ],
])('refuses a file that is wrong: %#', (settings, message) => {
  const { name: _, ...rest } = { name: 'prod', ...settings };
  expect(() => makeStage({ name: 'prod', file: 'stages/prod.ts', settings: rest })).toThrow(
    new RegExp(`^stages/prod\\.ts: secondRegion[.:] ?.*${message}`),
  );
});
