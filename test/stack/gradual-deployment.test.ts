import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Template } from 'aws-cdk-lib/assertions';
import { ROUTES } from '../../functions/http/routes';
import type { Route } from '../../shared/http/route';
import { PROD, readStage, synthesizeStack } from '../support/stack/stack-template';
import full from './stages/full';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
  UpdatePolicy?: unknown;
  DependsOn?: string[];
}

const ALL = { ...PROD, ...full, routeMetrics: true, size: 'large', reservedConcurrency: true } as const;
const atOnce = synthesizeStack({ ...ALL, gradualDeployment: false });
const gradual = synthesizeStack(ALL);

const SHIFTED = [
  'functions/http/send-batch.ts',
  'functions/http/send-broadcast.ts',
  'functions/http/send-message.ts',
  'functions/workers/outbox-relay.ts',
  'functions/workers/receive-inbound.ts',
  'functions/workers/send-chunk.ts',
  'functions/workers/send-paced-chunks.ts',
  'functions/workers/send-queued-message.ts',
];

const resourcesOf = (template: Template) =>
  (template.toJSON() as { Resources: Record<string, Resource> }).Resources;
const all = (type: string) => gradual.findResources(type) as Record<string, Resource>;
const referenceIn = (value: unknown) => /"(?:Ref|Fn::GetAtt)":\[?"([^"]+)"/.exec(JSON.stringify(value))?.[1];
const functions = all('AWS::Lambda::Function');
const aliases = all('AWS::Lambda::Alias');
/** Returns the handler's file, for a function or an alias of one. */
const entryOf = (value: unknown): unknown => {
  const id = referenceIn(value) ?? '';
  const alias = aliases[id];
  return alias ? entryOf(alias.Properties.FunctionName) : functions[id]?.Metadata?.entry;
};
const isAlias = (value: unknown) => (referenceIn(value) ?? '') in aliases;

it.each([
  [{}, true],
  [{ gradualDeployment: false }, false],
  [{ deletion: 'keepsData' }, false],
  [{ deletion: 'deletesData' }, false],
  [{ deletion: 'deletesData', gradualDeployment: true }, true],
] as const)('is how a guarded stage is deployed unless it says otherwise: %j', (settings, expected) => {
  expect(readStage({ ...PROD, ...settings }).gradualDeployment).toBe(expected);
});

it('is nothing in the template when it is off', () => {
  const types = ['AWS::Lambda::Version', 'AWS::Lambda::Alias', 'AWS::CodeDeploy::DeploymentGroup'];
  expect(types.flatMap((type) => Object.keys(atOnce.findResources(type)))).toEqual([]);
});

it('is for what texts and STOPs go through, each with the version of its newest code', () => {
  const versions = all('AWS::Lambda::Version');
  const shifted = Object.values(aliases).map(({ Properties }) => {
    const version = versions[referenceIn(Properties.FunctionVersion) ?? ''];
    return [entryOf(Properties.FunctionName), entryOf(version?.Properties.FunctionName)];
  });
  expect(shifted.sort()).toEqual(SHIFTED.map((entry) => [entry, entry]));
});

it('fits into one stack with all settings', () => {
  // A route with a Lambda of its own takes six, one that shares a Lambda takes one: see "Add a route" in the README.
  expect(Object.keys(resourcesOf(gradual)).length).toBeLessThanOrEqual(500);
});

describe('what calls these functions', () => {
  it('goes to the alias, and what calls others to the function', () => {
    const routes = Object.values(all('AWS::ApiGatewayV2::Route')).map(({ Properties }) => {
      const integration = all('AWS::ApiGatewayV2::Integration')[referenceIn(Properties.Target) ?? ''];
      const uri = integration?.Properties.IntegrationUri;
      return [Properties.RouteKey, entryOf(uri), isAlias(uri)];
    });
    const expected = (ROUTES as readonly Route[]).map(({ method, path, handler }) => [
      `${method} ${path}`,
      handler,
      SHIFTED.includes(handler),
    ]);
    expect(routes).toEqual(expect.arrayContaining(expected));
    const mappings = Object.values(all('AWS::Lambda::EventSourceMapping')).map(
      ({ Properties: { FunctionName } }) => [entryOf(FunctionName), isAlias(FunctionName)],
    );
    expect(mappings).toEqual(mappings.map(([entry]) => [entry, SHIFTED.includes(entry as string)]));
    expect(mappings.filter(([, isShifted]) => isShifted)).toHaveLength(5);
  });

  it('may call the alias, and does not before it may', () => {
    const permissions = all('AWS::Lambda::Permission');
    const integrations = Object.entries(all('AWS::ApiGatewayV2::Integration')).filter(([, { Properties }]) =>
      isAlias(Properties.IntegrationUri),
    );
    expect(integrations).toHaveLength(3);
    for (const [, { Properties, DependsOn = [] }] of integrations) {
      const granted = DependsOn.map((id) => permissions[id]?.Properties.FunctionName);
      expect(granted).toEqual([Properties.IntegrationUri]);
    }
  });

  it('is the same resource as without the setting: no mapping reads the stream from its beginning again', () => {
    const after = resourcesOf(gradual);
    const changed = Object.entries(resourcesOf(atOnce)).filter(
      ([id, resource]) => !isDeepStrictEqual(after[id], resource),
    );
    const withoutTarget = ({ Properties, ...others }: Resource) => ({
      ...others,
      Properties: { ...Properties, FunctionName: undefined, IntegrationUri: undefined },
    });
    for (const [id, before] of changed) {
      expect(after[id] && withoutTarget(after[id])).toEqual(withoutTarget(before));
    }
    const types = changed.map(([, { Type }]) => Type);
    expect(
      Object.fromEntries(
        [...new Set(types)].map((type) => [type, types.filter((one) => one === type).length]),
      ),
    ).toEqual({
      'AWS::ApiGatewayV2::Integration': 3,
      'AWS::Lambda::Permission': 3,
      'AWS::Lambda::EventSourceMapping': 5,
    });
  });
});

describe('a shift', () => {
  const groups = all('AWS::CodeDeploy::DeploymentGroup');
  const alarms = Object.entries(all('AWS::CloudWatch::Alarm')).filter(([id]) =>
    id.startsWith('GradualDeployment'),
  );

  it('of each alias goes by a group of its own, in tenths, and back on errors', () => {
    const groupOf = ({ UpdatePolicy }: Resource) => {
      const { CodeDeployLambdaAliasUpdate: policy } = UpdatePolicy as Record<string, Record<string, unknown>>;
      return referenceIn(policy?.DeploymentGroupName) ?? '';
    };
    expect(Object.values(aliases).map(groupOf).sort()).toEqual(Object.keys(groups).sort());
    for (const { Properties } of Object.values(groups)) {
      expect(Properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute',
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']) as string[],
        },
        AlarmConfiguration: { Enabled: true, Alarms: alarms.map(([id]) => ({ Name: { Ref: id } })) },
      });
    }
  });

  it('counts the errors of each new version, by the minute', () => {
    const metrics = alarms.find(([id]) => id.startsWith('GradualDeploymentErrors'))?.[1].Properties
      .Metrics as Array<{
      MetricStat?: {
        Period: number;
        Metric: { MetricName: string; Dimensions: Array<{ Name: string; Value: unknown }> };
      };
    }>;
    const counted = metrics.flatMap(({ MetricStat: stat }) => {
      if (!stat) return [];
      const dimensions = Object.fromEntries(stat.Metric.Dimensions.map(({ Name, Value }) => [Name, Value]));
      expect([stat.Period, stat.Metric.MetricName, Object.keys(dimensions)]).toEqual([
        60,
        'Errors',
        ['ExecutedVersion', 'FunctionName', 'Resource'],
      ]);
      expect(JSON.stringify(dimensions.Resource)).toContain(':live"');
      const version = all('AWS::Lambda::Version')[referenceIn(dimensions.ExecutedVersion) ?? ''];
      expect(version?.Properties.FunctionName).toEqual(dimensions.FunctionName);
      return [entryOf(dimensions.FunctionName)];
    });
    expect(counted.sort()).toEqual(SHIFTED);
    // CloudWatch's limit in the expression of an alarm.
    expect(metrics.length).toBeLessThanOrEqual(10);
  });

  it('is explained in the operations guide, with each of its alarms', () => {
    const guide = readFileSync('docs/operations.md', 'utf8');
    const [, section = ''] = guide.split('\n### Gradual deployments\n');
    for (const [id, { Properties }] of alarms) {
      expect(section).toContain(`\`${id.replace(/[0-9A-F]{8}$/, '')}\``);
      expect(Properties.AlarmDescription).toContain('docs/operations.md, "Gradual deployments"');
    }
    expect(alarms).toHaveLength(3);
  });
});
