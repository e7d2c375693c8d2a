import { Match, type Template } from 'aws-cdk-lib/assertions';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import { describeDeadLetter } from '../../shared/operations/internal/describe-dead-letter';
import { handlerOf } from '../../functions/console/plane';
import { CONSOLE_ROUTES } from '../../functions/console/routes';
import { DEFAULT_ROUTE_HANDLER, ROUTES } from '../../functions/http/routes';
import { TWILIO_GATEWAY_PATH, TWILIO_HANDLER } from '../../functions/twilio/routes';
import type { Route } from '../../shared/http/route';
import { TABLE_SHAPE } from '../support/engines/table-shape';
import {
  joinStacks,
  makeStacks,
  PROD,
  readStage,
  type StageOfTest,
  synthesizeStacks,
} from '../support/stack/stack-template';

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

interface Resource {
  Properties: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

const dev = synthesizeStacks();
const all = (template: Template, type: string) => template.findResources(type) as Record<string, Resource>;

/** Returns functions with a handler of ours; the CDK adds another, which empties buckets. */
const functionsOf = (template: Template) =>
  Object.values(all(template, 'AWS::Lambda::Function')).filter(({ Metadata }) => Metadata?.entry);

/** Returns the logical id in a Ref or a GetAtt, however deep it is. */
function referenceIn(value: unknown): string | undefined {
  return /"(?:Ref|Fn::GetAtt)":\[?"([^"]+)"/.exec(JSON.stringify(value))?.[1];
}

describe('routes', () => {
  it('has each row of the route table, with the Lambda of its handler, and $default', () => {
    const functions = all(dev, 'AWS::Lambda::Function');
    const integrations = all(dev, 'AWS::ApiGatewayV2::Integration');
    const rows = Object.values(all(dev, 'AWS::ApiGatewayV2::Route')).map(({ Properties }) => {
      const integration = referenceIn(Properties.Target) ?? '';
      const handler = referenceIn(integrations[integration]?.Properties.IntegrationUri) ?? '';
      return [Properties.RouteKey, functions[handler]?.Metadata?.entry];
    });
    const expected = (ROUTES as readonly Route[]).map(({ method, path, handler }) => [
      `${method} ${path}`,
      handler,
    ]);
    const others = [
      ['$default', DEFAULT_ROUTE_HANDLER],
      [`ANY ${TWILIO_GATEWAY_PATH}`, TWILIO_HANDLER],
      ['GET /console/api/{path+}', handlerOf('reading')],
      ['ANY /console/api/{path+}', handlerOf('account')],
      ['GET /console/api/operator/{path+}', handlerOf('operator')],
      ['ANY /console/api/operator/{path+}', handlerOf('operator')],
      ...CONSOLE_ROUTES.filter(({ handler }) =>
        [handlerOf('identity'), handlerOf('submission'), handlerOf('merge')].includes(handler),
      ).map(({ method, path, handler }) => [`${method} ${path}`, handler]),
      ['ANY /console/auth/{path+}', 'functions/console/auth.ts'],
      ['GET /console', 'functions/console/assets.ts'],
      ['GET /console/{path+}', 'functions/console/assets.ts'],
    ];
    expect(rows.sort()).toEqual([...expected, ...others].sort());
  });

  it('runs every function on Node.js 24 and arm64', () => {
    const runtimes = functionsOf(dev).map(({ Properties }) => [Properties.Runtime, Properties.Architectures]);
    expect(runtimes.length).toBeGreaterThan(ROUTES.length / 2);
    expect(runtimes).toEqual(runtimes.map(() => ['nodejs24.x', ['arm64']]));
  });
});

describe('queues', () => {
  const queues = all(dev, 'AWS::SQS::Queue');
  const mappings = Object.values(all(dev, 'AWS::Lambda::EventSourceMapping'));
  const fromQueues = mappings.filter(
    ({ Properties }) => (referenceIn(Properties.EventSourceArn) ?? '') in queues,
  );

  it('gives every queue that is consumed a dead-letter queue', () => {
    expect(fromQueues.length).toBeGreaterThan(0);
    const withoutDeadLetters = fromQueues
      .map(({ Properties }) => referenceIn(Properties.EventSourceArn) ?? '')
      .filter((id) => !(referenceIn(queues[id]?.Properties.RedrivePolicy) ?? '').includes('DeadLetters'));
    expect(withoutDeadLetters).toEqual([]);
  });

  it('gives the operator CLI every queue, and each dead-letter queue with its queue or with none', () => {
    const outputs = dev.findOutputs('*') as Record<string, { Value: unknown }>;
    /** Reads an output: JSON whose texts are the logical ids that it refers to. */
    const readOutput = (name: string): unknown => {
      const value = outputs[name]?.Value as { 'Fn::Join': [string, unknown[]] };
      const [, parts] = value['Fn::Join'];
      return JSON.parse(parts.map((part) => (typeof part === 'string' ? part : referenceIn(part))).join(''));
    };
    const pairs = readOutput('Queues') as Record<string, [string, string]>;
    const others = readOutput('DeadLetterQueues') as Record<string, string>;

    expect([...Object.values(pairs).flat(), ...Object.values(others)].sort()).toEqual(
      Object.keys(queues).sort(),
    );
    const sources = Object.values(pairs).map(([id]) => referenceIn(queues[id]?.Properties.RedrivePolicy));
    expect(sources).toEqual(Object.values(pairs).map(([, id]) => id));
    const descriptions = [...Object.keys(pairs), ...Object.keys(others)].map((name) =>
      describeDeadLetter(name, {}),
    );
    expect(descriptions).not.toContain('a message');
    const timer = referenceIn(outputs.TimerFunctionName?.Value) ?? '';
    expect(all(dev, 'AWS::Lambda::Function')[timer]?.Metadata?.entry).toBe('functions/workers/sweep.ts');
  });

  it('hides a message for at least six times as long as its consumer may run', () => {
    const functions = all(dev, 'AWS::Lambda::Function');
    const tooShort = fromQueues.filter(({ Properties }) => {
      const queue = queues[referenceIn(Properties.EventSourceArn) ?? '']?.Properties;
      const consumer = functions[referenceIn(Properties.FunctionName) ?? '']?.Properties;
      return Number(queue?.VisibilityTimeout) < 6 * Number(consumer?.Timeout);
    });
    expect(tooShort).toEqual([]);
  });

  it('lets each consumer say when its messages are shown again', () => {
    const roles = all(dev, 'AWS::IAM::Role');
    const statementsOf = (role = '') =>
      (roles[role]?.Properties.Policies as Array<{ PolicyDocument: { Statement: Statement[] } }>).flatMap(
        ({ PolicyDocument: { Statement: statements } }) => statements,
      );
    const without = fromQueues.filter(({ Properties }) => {
      const consumer = all(dev, 'AWS::Lambda::Function')[referenceIn(Properties.FunctionName) ?? ''];
      const queue = referenceIn(Properties.EventSourceArn);
      return !statementsOf(referenceIn(consumer?.Properties.Role)).some(
        ({ Action: actions, Resource: resource }) =>
          [actions].flat().includes('sqs:ChangeMessageVisibility') && referenceIn(resource) === queue,
      );
    });
    expect(without).toEqual([]);
  });

  it('reports partial failures on every mapping', () => {
    const types = mappings.map(({ Properties }) => Properties.FunctionResponseTypes);
    expect(types).toEqual(types.map(() => ['ReportBatchItemFailures']));
  });

  it('shows the relay new outbox items only', () => {
    dev.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FilterCriteria: {
        Filters: [
          {
            Pattern:
              '{"eventName":["INSERT"],"dynamodb":{"NewImage":{"pk":{"S":[{"prefix":"OUTBOX#"}]},"sk":{"S":["OUTBOX"]}}}}',
          },
        ],
      },
    });
  });
});

describe('table', () => {
  it('has the keys and indexes that tests use, a stream of both images, expiry and point-in-time recovery', () => {
    dev.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      ...TABLE_SHAPE,
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'expiresAtEpochSeconds', Enabled: true },
      Replicas: [
        Match.objectLike({
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          Tags: [
            { Key: 'service', Value: 'messaging-service' },
            { Key: 'stage', Value: 'dev' },
          ],
        }),
      ],
    });
  });
});

describe('stages', () => {
  /**
   * Returns the protection of the stack and its table: if each can be deleted, and the fate of the table's data then.
   */
  const guardOf = (stage: StageOfTest) => {
    const { data } = makeStacks(stage);
    const table = data.node.findAll().find((construct) => construct instanceof CfnGlobalTable);
    const [replica] = data.resolve(table?.replicas) as Array<{ deletionProtectionEnabled: boolean }>;
    return {
      stack: data.terminationProtection,
      table: replica?.deletionProtectionEnabled,
      data: table?.cfnOptions.deletionPolicy,
    };
  };
  const GUARDED = { stack: true, table: true, data: 'Retain' };
  const DELETABLE = { stack: false, table: false, data: 'Delete' };

  it.each([
    [{ deletion: undefined }, GUARDED],
    [{ deletion: 'protected' }, GUARDED],
    [{ deletion: 'deletesData' }, DELETABLE],
    [{ deletion: 'keepsData' }, { ...GUARDED, stack: false }],
  ])('guards the stack and its data against deletion by %j: %j', (stage: object, expected) => {
    expect(guardOf(stage)).toEqual(expected);
  });

  it('says so in the template', () => {
    const guards = [synthesizeStacks(PROD), dev]
      .flatMap((template) => Object.values(all(template, 'AWS::DynamoDB::GlobalTable')))
      .map((table) => [table.DeletionPolicy, table.Properties.Replicas]);
    expect(guards).toMatchObject([
      ['Retain', [{ DeletionProtectionEnabled: true }]],
      ['Delete', [{ DeletionProtectionEnabled: false }]],
    ]);
  });

  /** Resources of a template by their fate when they leave the stack: as many of each type. */
  const typesBy = (template: Template, policy: string) => {
    const { Resources } = template.toJSON() as { Resources: Record<string, Resource & { Type: string }> };
    const found = Object.values(Resources).filter(
      ({ DeletionPolicy, UpdateReplacePolicy }) =>
        DeletionPolicy === policy && UpdateReplacePolicy === policy,
    );
    const types = found.map(({ Type }) => Type).filter((type) => type !== 'AWS::Logs::LogGroup');
    return Object.fromEntries(types.sort().map((type) => [type, types.filter((one) => one === type).length]));
  };
  const ONLY_COPIES = {
    'AWS::Cognito::UserPool': 1,
    'AWS::DynamoDB::GlobalTable': 1,
    'AWS::S3::Bucket': 2,
    'AWS::SQS::Queue': 4,
    'AWS::SecretsManager::Secret': 4,
  };

  it.each(['protected', 'keepsData'] as const)('keeps what has no other copy by %s', (deletion) => {
    expect(typesBy(synthesizeStacks({ deletion }), 'Retain')).toEqual({
      ...ONLY_COPIES,
      // With the restore log.
      'AWS::S3::Bucket': 3,
    });
  });

  it('deletes all of it together with the data, and the queues that the table can fill again in any stage', () => {
    const queues = Object.keys(all(dev, 'AWS::SQS::Queue')).length;
    expect(typesBy(dev, 'Retain')).toEqual({});
    expect(typesBy(dev, 'Delete')).toMatchObject({ ...ONLY_COPIES, 'AWS::SQS::Queue': queues });
    expect(typesBy(synthesizeStacks(PROD), 'Delete')).toEqual({
      // Without four that are kept, and with the dead letters of the restore log.
      'AWS::SQS::Queue': queues - 4 + 1,
    });
  });

  it('keeps the queues of receipts and of texts from phones, with their dead letters', () => {
    const kept = Object.entries(all(synthesizeStacks(PROD), 'AWS::SQS::Queue')).filter(
      ([, { DeletionPolicy }]) => DeletionPolicy === 'Retain',
    );
    expect(kept.map(([id]) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'InboundIntakeDeadLetters',
      'InboundIntakeQueue',
      'ReceiptsIntakeDeadLetters',
      'ReceiptsIntakeQueue',
    ]);
  });

  it('gives nothing that it keeps a name of its own, so that the stage can be deployed anew beside it', () => {
    const { Resources } = synthesizeStacks(PROD).toJSON() as { Resources: Record<string, Resource> };
    const named = Object.entries(Resources).filter(
      ([, { DeletionPolicy, Properties }]) =>
        DeletionPolicy === 'Retain' &&
        ['BucketName', 'LogGroupName', 'Name', 'QueueName', 'TableName', 'UserPoolName'].some(
          (name) => name in Properties,
        ),
    );
    expect(named).toEqual([]);
  });

  it.each([
    [{ deletion: 'maybe' }, 'deletion: expected ("protected" | "keepsData" | "deletesData"), not "maybe"'],
    [{ size: 'huge' }, 'size: expected ("small" | "standard" | "large"), not "huge"'],
    [{ tracng: true }, 'tracng: there is no such setting; docs/deploy.md has all'],
    [{ drops: ['users'] }, 'drops: the stage has users, so it is not dropped'],
    [{ size: 'huge', tracing: 1 }, 'tracing: expected boolean, not 1'],
  ])('refuses %j', (settings: object, message) => {
    expect(() => readStage(settings)).toThrow(`stages/dev.ts: ${message}`);
  });

  it.each([
    [{ size: 'small' }, 50],
    [{ size: 'small', requestsPerSecond: 70 }, 70],
    [{}, 1_000],
    [{ size: 'large' }, 5_000],
  ])('takes the throttle of routes from %j', (stage: object, requestsPerSecond) => {
    expect(readStage(stage)).toMatchObject({ requestsPerSecond });
  });

  it.each([
    [{}, undefined],
    [{ tracing: true }, { Mode: 'Active' }],
  ])('has functions report to X-Ray only when it is told to: %j', (stage: StageOfTest, expected) => {
    const template = synthesizeStacks(stage);
    const functions = functionsOf(template).map(({ Properties }) => Properties.TracingConfig);
    expect(functions).toEqual(functions.map(() => expected));
    const switches = functionsOf(template).map(
      ({ Properties }) => (Properties.Environment as { Variables: { TRACING?: string } }).Variables.TRACING,
    );
    expect(switches).toEqual(functions.map(() => expected && 'on'));
    const mayReport = JSON.stringify(all(template, 'AWS::IAM::Role')).includes('xray:PutTraceSegments');
    expect(mayReport).toBe(expected !== undefined);
  });

  it('reserves no concurrency in a small prod', () => {
    expect(readStage({ ...PROD, size: 'small' }).reservedConcurrency).toBe(false);
  });

  it('names nothing that two stages could both want', () => {
    const named = Object.entries(
      synthesizeStacks({ alarms: true, name: 'blue' }).toJSON().Resources as Record<
        string,
        Resource & { Type: string }
      >,
    )
      .flatMap(([id, { Properties = {}, Type }]) =>
        ['FunctionName', 'TableName', 'QueueName', 'TopicName', 'RoleName', 'BucketName', 'Name']
          .filter(
            (name) =>
              typeof Properties[name] === 'string' &&
              Type !== 'AWS::ApiGatewayV2::Stage' &&
              Type !== 'AWS::Lambda::EventSourceMapping',
          )
          .map((name) => [id, Properties[name] as string] as const),
      )
      .filter(([, name]) => !name.toLowerCase().includes('blue'));
    expect(named.filter(([id]) => !id.includes('Api'))).toEqual([]);
  });
});

it('synthesises to the same template every time, so that a second deployment changes nothing', () => {
  expect(joinStacks(makeStacks())).toEqual(dev.toJSON());
});

describe('domains', () => {
  const CERTIFICATE = 'arn:aws:acm:us-east-1:111111111111:certificate';

  it('answers at its own and at those of short links, and says its own in answers', () => {
    const template = synthesizeStacks({
      domain: { name: 'api.example.com', certificateArn: `${CERTIFICATE}/a` },
      linkDomains: [
        { name: 'go.example.com', certificateArn: `${CERTIFICATE}/b` },
        { name: 'to.example.com', certificateArn: `${CERTIFICATE}/c` },
      ],
    });
    const names = Object.values(all(template, 'AWS::ApiGatewayV2::DomainName')).map(
      ({ Properties }) => Properties.DomainName,
    );
    expect(names).toEqual(['api.example.com', 'go.example.com', 'to.example.com']);
    expect(Object.keys(all(template, 'AWS::ApiGatewayV2::ApiMapping'))).toHaveLength(3);
    const baseUrls = functionsOf(template).map(
      ({ Properties }) =>
        (Properties.Environment as { Variables: Record<string, unknown> }).Variables.BASE_URL,
    );
    expect(new Set(baseUrls)).toEqual(new Set(['https://api.example.com']));
  });

  it('says of each what its DNS record leads to, by name', () => {
    const template = synthesizeStacks({
      linkDomains: [{ name: 'go.example.com', certificateArn: `${CERTIFICATE}/b` }],
    });
    const [domain] = Object.keys(all(template, 'AWS::ApiGatewayV2::DomainName'));
    const outputs = Object.values(
      template.findOutputs('*') as Record<string, { Description?: string; Value: unknown }>,
    ).filter(({ Description }) => Description?.includes('go.example.com'));
    expect(outputs).toEqual([
      {
        Description: 'What the DNS record of go.example.com is an alias for',
        Value: { 'Fn::GetAtt': [domain, 'RegionalDomainName'] },
      },
      {
        Description: 'Hosted zone of what the DNS record of go.example.com is an alias for',
        Value: { 'Fn::GetAtt': [domain, 'RegionalHostedZoneId'] },
      },
    ]);
  });

  it.each([
    [{ domain: { name: 'api.example.com' } }, 'domain.certificateArn: is missing'],
    [
      { domain: { name: 'https://api.example.com', certificateArn: CERTIFICATE } },
      'domain.name: expected a name',
    ],
    [{ linkDomains: [{ name: 'go.example.com' }] }, 'linkDomains.0.certificateArn: is missing'],
    [{ alarms: 'maybe' }, 'alarms: expected boolean, not "maybe"'],
    [{ alarmEmail: 'ops@example.com' }, 'alarmEmail: the stage has no alarms; it needs alarms: true'],
  ])('refuses %j', (settings: object, message) => {
    expect(() => readStage(settings)).toThrow(`stages/dev.ts: ${message}`);
  });
});

it('has neither alarms nor a dashboard, which cost, in a stage that does not ask for them', () => {
  const watching = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard'];
  expect(watching.flatMap((type) => Object.keys(all(dev, type)))).toEqual([]);
});
