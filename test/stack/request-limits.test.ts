import { PROD, readStage, type StageOfTest, synthesizeStacks } from '../support/stack/stack-template';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  Metadata?: { entry?: string };
  DependsOn?: string[];
}
type Throttle = { ThrottlingRateLimit: number; ThrottlingBurstLimit: number };

const CERTIFICATE = 'arn:aws:acm:us-east-1:111111111111:certificate';
const OWN_DOMAIN = { domain: { name: 'api.example.com', certificateArn: `${CERTIFICATE}/a` } };
const LINK_DOMAIN = { linkDomains: [{ name: 'go.example.com', certificateArn: `${CERTIFICATE}/b` }] };

function resourcesOf(stage: StageOfTest = {}): Array<[string, Resource]> {
  const { Resources } = synthesizeStacks(stage).toJSON() as { Resources: Record<string, Resource> };
  return Object.entries(Resources);
}

const ofType = (resources: Array<[string, Resource]>, type: string) =>
  resources.filter(([, { Type }]) => Type === type);
const theOnly = (resources: Array<[string, Resource]>, type: string) => {
  const found = ofType(resources, type);
  expect(found).toHaveLength(1);
  return found[0]?.[1] as Resource;
};
const apiOf = (stage: StageOfTest) => theOnly(resourcesOf(stage), 'AWS::ApiGatewayV2::Api');
const stageOf = (stage: StageOfTest = {}) => theOnly(resourcesOf(stage), 'AWS::ApiGatewayV2::Stage');

describe("the API's default address", () => {
  it('is closed where the API has a domain of its own', () => {
    expect(apiOf(OWN_DOMAIN).Properties.DisableExecuteApiEndpoint).toBe(true);
    expect(apiOf({ ...OWN_DOMAIN, ...LINK_DOMAIN }).Properties.DisableExecuteApiEndpoint).toBe(true);
  });

  it('is open where there is no other one', () => {
    expect(apiOf({}).Properties.DisableExecuteApiEndpoint).not.toBe(true);
    expect(apiOf(LINK_DOMAIN).Properties.DisableExecuteApiEndpoint).not.toBe(true);
  });
});

describe('what all callers together may ask for', () => {
  it('is 1,000 requests a second for each route, and what the deployment says', () => {
    expect(stageOf().Properties.DefaultRouteSettings).toEqual({
      ThrottlingRateLimit: 1_000,
      ThrottlingBurstLimit: 2_000,
      DetailedMetricsEnabled: false,
    });
    expect(stageOf({ requestsPerSecond: 4_000 }).Properties.DefaultRouteSettings).toMatchObject({
      ThrottlingRateLimit: 4_000,
      ThrottlingBurstLimit: 8_000,
    });
  });

  it('has each route counted by itself where the deployment says so', () => {
    const { DefaultRouteSettings, RouteSettings } = stageOf({ routeMetrics: true }).Properties;
    const settings = [
      DefaultRouteSettings,
      ...Object.values(RouteSettings as Record<string, object>),
    ] as object[];
    expect(settings).toEqual(
      settings.map(() => expect.objectContaining({ DetailedMetricsEnabled: true }) as unknown),
    );
    expect(settings).toHaveLength(13);
  });

  it.each([0, -1, 1.5, 100_001])('cannot be %s', (requestsPerSecond) => {
    expect(() => readStage({ requestsPerSecond })).toThrow(
      `stages/dev.ts: requestsPerSecond: expected a whole number from 1 to 100000, not ${requestsPerSecond}`,
    );
  });

  it('is less on what strangers may call, so that they do not take the place of senders', () => {
    const settings = stageOf().Properties.RouteSettings as Record<string, Throttle>;
    expect(settings).toEqual({
      $default: { ThrottlingRateLimit: 300, ThrottlingBurstLimit: 600, DetailedMetricsEnabled: false },
      'GET /docs': { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40, DetailedMetricsEnabled: false },
      'GET /docs/openapi.json': {
        ThrottlingRateLimit: 20,
        ThrottlingBurstLimit: 40,
        DetailedMetricsEnabled: false,
      },
      'GET /docs/console-openapi.json': {
        ThrottlingRateLimit: 20,
        ThrottlingBurstLimit: 40,
        DetailedMetricsEnabled: false,
      },
      'GET /docs/errors': {
        ThrottlingRateLimit: 20,
        ThrottlingBurstLimit: 40,
        DetailedMetricsEnabled: false,
      },
      'GET /docs/{page}': {
        ThrottlingRateLimit: 20,
        ThrottlingBurstLimit: 40,
        DetailedMetricsEnabled: false,
      },
      'GET /join/{formId}': {
        ThrottlingRateLimit: 20,
        ThrottlingBurstLimit: 40,
        DetailedMetricsEnabled: false,
      },
      'HEAD /join/{formId}': {
        ThrottlingRateLimit: 20,
        ThrottlingBurstLimit: 40,
        DetailedMetricsEnabled: false,
      },
      'POST /join/{formId}': {
        ThrottlingRateLimit: 20,
        ThrottlingBurstLimit: 40,
        DetailedMetricsEnabled: false,
      },
      'ANY /console/auth/{path+}': {
        ThrottlingRateLimit: 20,
        ThrottlingBurstLimit: 40,
        DetailedMetricsEnabled: false,
      },
      'GET /console': { ThrottlingRateLimit: 300, ThrottlingBurstLimit: 600, DetailedMetricsEnabled: false },
      'GET /console/{path+}': {
        ThrottlingRateLimit: 300,
        ThrottlingBurstLimit: 600,
        DetailedMetricsEnabled: false,
      },
    });
  });

  it('is said of routes that are there already: the stage comes after them', () => {
    const resources = resourcesOf();
    const stage = theOnly(resources, 'AWS::ApiGatewayV2::Stage');
    const limited = ofType(resources, 'AWS::ApiGatewayV2::Route').filter(
      ([, { Properties }]) => (Properties.RouteKey as string) in (stage.Properties.RouteSettings as object),
    );
    expect(limited).toHaveLength(12);
    expect(stage.DependsOn).toEqual(expect.arrayContaining(limited.map(([id]) => id)));
  });
});

describe('reserved concurrency', () => {
  const reserved = (stage: StageOfTest): Record<string, unknown> =>
    Object.fromEntries(
      ofType(resourcesOf(stage), 'AWS::Lambda::Function')
        .filter(([, { Properties }]) => Properties.ReservedConcurrentExecutions !== undefined)
        .map(([, { Properties, Metadata }]) => [
          Metadata?.entry ?? '',
          Properties.ReservedConcurrentExecutions,
        ]),
    );
  const EXPECTED = {
    'functions/workers/receive-inbound.ts': 10,
    'functions/workers/outbox-relay.ts': 20,
    'functions/workers/sweep.ts': 5,
  };

  it('is kept in prod for what takes in a STOP, for the relay and for the timer', () => {
    expect(reserved(PROD)).toEqual(EXPECTED);
  });

  it('is kept for the relay of each shard of the table in a large stack', () => {
    expect(reserved({ ...PROD, size: 'large' })).toEqual({
      ...EXPECTED,
      // 40,000 write units are 40 partitions, with a shard each, for which two may run.
      'functions/workers/outbox-relay.ts': 80,
    });
  });

  it('is kept nowhere else, and as the deployment says', () => {
    expect(reserved({})).toEqual({});
    expect(reserved({ reservedConcurrency: true })).toEqual(EXPECTED);
    expect(reserved({ ...PROD, reservedConcurrency: false })).toEqual({});
  });

  it('is enough for what a queue starts at once', () => {
    const resources = resourcesOf(PROD);
    const functions = new Map(ofType(resources, 'AWS::Lambda::Function'));
    const aliases = new Map(ofType(resources, 'AWS::Lambda::Alias'));
    const idIn = ({ FunctionName: called }: Record<string, unknown> = {}) => (called as { Ref: string }).Ref;
    const mappings = ofType(resources, 'AWS::Lambda::EventSourceMapping').flatMap(([, { Properties }]) => {
      const alias = aliases.get(idIn(Properties));
      const called = functions.get(idIn(alias?.Properties ?? Properties));
      const limit = called?.Properties.ReservedConcurrentExecutions as number | undefined;
      const scaling = Properties.ScalingConfig as { MaximumConcurrency: number } | undefined;
      return limit === undefined || !scaling ? [] : [{ limit, most: scaling.MaximumConcurrency }];
    });
    expect(mappings).toEqual([{ limit: 10, most: 10 }]);
  });
});
