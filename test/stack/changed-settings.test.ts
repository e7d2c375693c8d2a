import { Template } from 'aws-cdk-lib/assertions';
import { makeStacks, PROD, type StageOfTest } from '../support/stack/stack-template';

/** Changes of settings, which are deployed to the stack of the data while the other stacks are as they were. */

const CERTIFICATE = 'arn:aws:acm:us-east-1:111122223333:certificate/a';
const TABLE = {
  name: 'Restored',
  streamArn: 'arn:aws:dynamodb:us-west-2:111122223333:table/Restored/stream/2026-11-20T13:05:11.000',
};

/** Stages whose settings differ as much as they can. */
const STAGES: Record<string, StageOfTest> = {
  'with few settings': PROD,
  'with many settings': {
    ...PROD,
    domain: { name: 'api.example.com', certificateArn: CERTIFICATE },
    linkDomains: [{ name: 'go.example.com', certificateArn: CERTIFICATE, edgeCertificateArn: CERTIFICATE }],
    eventArchive: 'hash',
    canary: true,
  },
  'without alarms and console': {
    ...PROD,
    alarms: false,
    gradualDeployment: false,
    console: false,
    provider: { name: 'eum', configurationSet: 'Ours' },
  },
  'with an issuer': { ...PROD, issuer: { url: 'https://issuer.example.com', clientId: 'Console' } },
  'with a second region': { ...PROD, secondRegion: { first: 'us-west-2', region: 'us-east-1' } },
  'with a restored table': { ...PROD, adoptedTable: TABLE },
};

type Output = { Value: unknown; Export?: { Name: string } };

const made = Object.entries(STAGES).map(([name, stage]) => {
  const { data, all } = makeStacks(stage);
  const { Outputs: outputs = {} } = Template.fromStack(data).toJSON() as { Outputs?: Record<string, Output> };
  const exported = Object.values(outputs).flatMap(({ Export: as, Value: value }) =>
    as ? [[as.Name, JSON.stringify(value)] as const] : [],
  );
  return {
    name,
    imports: all.flatMap((stack) => importsIn(Template.fromStack(stack).toJSON())),
    exports: new Map(exported),
    table: JSON.stringify(Template.fromStack(data).findResources('AWS::DynamoDB::GlobalTable')),
  };
});

function importsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'Fn::ImportValue' ? [value as string] : importsIn(value),
  );
}

const changes = made.flatMap((from) => made.filter((to) => to !== from).map((to) => ({ from, to })));

it.each(changes.map(({ from, to }) => [from.name, to.name, { from, to }] as const))(
  'of a stage %s to one %s leave all exports that are still imported as they are',
  (_, __, { from, to }) => {
    const changed = from.imports.filter((name) => to.exports.get(name) !== from.exports.get(name));
    expect(from.imports.length).toBeGreaterThan(0);
    expect([...new Set(changed)]).toEqual([]);
  },
);

it('leave the stream of the table as it is, whose ARN is among them', () => {
  const streams = made.map(({ table }) => /"StreamViewType":"(\w+)"/.exec(table)?.[1]);
  expect(new Set(streams)).toEqual(new Set(['NEW_AND_OLD_IMAGES']));
});
