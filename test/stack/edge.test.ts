import { App } from 'aws-cdk-lib';
import type { Template } from 'aws-cdk-lib/assertions';
import { readFileSync } from 'node:fs';
import { MessagingStacks } from '../../lib/stack/messaging-stacks';
import { checkSecurity } from '../../lib/stack/security-checks';
import { accessOf } from '../../lib/stack/table-access';
import { makeStacks, PROD, readStage, synthesizeStacks } from '../support/stack/stack-template';
import full from './stages/full';

const GUARDED = { ...PROD, ...full };
const CERTIFICATE = full.linkDomains[0]!.edgeCertificateArn;
const edge = synthesizeStacks(GUARDED);

type Properties = Record<string, unknown>;

const resources = (type: string): Array<[string, Properties]> =>
  Object.entries(edge.findResources(type)).map(([id, { Properties: found }]) => [id, found as Properties]);

/** Returns the only resource of a type, or the only one whose id has a word. */
function theOnly(type: string, word = ''): [string, Properties] {
  const found = resources(type).filter(([id]) => id.includes(word));
  if (found.length !== 1) throw new Error(`${found.length} of ${type}`);
  return found[0] as [string, Properties];
}

const idsOf = (template: Template) =>
  Object.keys((template.toJSON() as { Resources: Record<string, unknown> }).Resources);

const [bucketId, bucket] = theOnly('AWS::S3::Bucket', 'LinkLogs');
const [distributionId, { DistributionConfig }] = theOnly('AWS::CloudFront::Distribution');
const distribution = DistributionConfig as Properties;
const STACK_UUID = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };

describe('the distribution of a link domain', () => {
  it('has the name, its certificate and the list of limits', () => {
    expect(distribution).toMatchObject({
      Aliases: ['go.example.com'],
      IPV6Enabled: true,
      ViewerCertificate: { AcmCertificateArn: CERTIFICATE, MinimumProtocolVersion: 'TLSv1.2_2021' },
      WebACLId: { 'Fn::GetAtt': [theOnly('AWS::WAFv2::WebACL')[0], 'Arn'] },
    });
  });

  it('asks the domain of the API, by a path that strangers do not know', () => {
    const domains = resources('AWS::ApiGatewayV2::DomainName');
    const [domainId] = domains.find(([, { DomainName: name }]) => name === 'go.example.com') ?? [];
    expect(distribution.Origins).toEqual([
      expect.objectContaining({
        DomainName: { 'Fn::GetAtt': [domainId, 'RegionalDomainName'] },
        OriginPath: { 'Fn::Join': ['', ['/', STACK_UUID]] },
        CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
      }),
    ]);
    const [, route] = theOnly('AWS::ApiGatewayV2::Route', 'EdgeRoute');
    expect(route.RouteKey).toEqual({ 'Fn::Join': ['', ['ANY /', STACK_UUID, '/{path+}']] });
  });

  it('has the limit of other routes, not that of what strangers try', () => {
    const [, { RouteSettings, DefaultRouteSettings }] = theOnly('AWS::ApiGatewayV2::Stage');
    const limitOf = (settings: unknown) => (settings as { ThrottlingRateLimit: number }).ThrottlingRateLimit;
    const { $default: ofStrangers } = RouteSettings as Properties;
    expect([limitOf(ofStrangers), limitOf(DefaultRouteSettings)]).toEqual([300, 1_000]);
  });

  it('keeps one answer for all tokens of a link, for as long as the API says', () => {
    const [policyId, { CachePolicyConfig }] = theOnly('AWS::CloudFront::CachePolicy');
    expect(CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 86_400,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Host'] },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
      },
    });
    expect(distribution.DefaultCacheBehavior).toMatchObject({
      CachePolicyId: { Ref: policyId },
      ViewerProtocolPolicy: 'redirect-to-https',
    });
  });

  it('tells viewers to keep nothing', () => {
    const [policyId, { ResponseHeadersPolicyConfig }] = theOnly('AWS::CloudFront::ResponseHeadersPolicy');
    expect(ResponseHeadersPolicyConfig).toMatchObject({
      CustomHeadersConfig: { Items: [{ Header: 'cache-control', Value: 'no-store', Override: true }] },
    });
    expect(distribution.DefaultCacheBehavior).toMatchObject({ ResponseHeadersPolicyId: { Ref: policyId } });
  });

  it('runs the function that is tested, before its cache', () => {
    const [functionId, { FunctionCode, FunctionConfig }] = theOnly('AWS::CloudFront::Function');
    expect(FunctionCode).toBe(readFileSync('functions/edge/judge-request.js', 'utf8'));
    expect(FunctionConfig).toMatchObject({ Runtime: 'cloudfront-js-2.0' });
    // CloudFront takes no larger one.
    expect(Buffer.byteLength(FunctionCode as string)).toBeLessThan(10 * 1024);
    expect(distribution.DefaultCacheBehavior).toMatchObject({
      FunctionAssociations: [
        { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [functionId, 'FunctionARN'] } },
      ],
    });
  });

  it('is one for each domain that has a certificate for it', () => {
    const ofDomain = (name: string) => ({ name: `${name}.example.com`, certificateArn: CERTIFICATE });
    const template = synthesizeStacks({
      linkDomains: [
        ofDomain('go'),
        { ...ofDomain('to'), edgeCertificateArn: CERTIFICATE },
        { ...ofDomain('at'), edgeCertificateArn: CERTIFICATE },
      ],
    });
    const found = Object.values(template.findResources('AWS::CloudFront::Distribution'));
    const originsOf = ({ Properties: properties }: (typeof found)[number]) => {
      const { Aliases, Origins } = (properties as { DistributionConfig: Properties }).DistributionConfig;
      return [Aliases, (Origins as Array<{ DomainName: object }>).map(({ DomainName }) => DomainName)];
    };
    const targetOf = (name: string) => {
      const domains = Object.entries(template.findResources('AWS::ApiGatewayV2::DomainName'));
      const [id] =
        domains.find(([, { Properties: { DomainName } = {} as never }]) => DomainName === name) ?? [];
      return [{ 'Fn::GetAtt': [id, 'RegionalDomainName'] }];
    };
    expect(found.map(originsOf)).toEqual([
      [['to.example.com'], targetOf('to.example.com')],
      [['at.example.com'], targetOf('at.example.com')],
    ]);
    const deliveries = Object.values(template.findResources('AWS::Logs::Delivery'));
    expect(deliveries).toHaveLength(2);
    expect(Object.keys(template.findResources('AWS::WAFv2::WebACL'))).toHaveLength(1);
  });
});

it('refuses an address that asks 2,000 times in five minutes, and keeps no sample of what it asks for', () => {
  const [, { Scope, DefaultAction, Rules, VisibilityConfig }] = theOnly('AWS::WAFv2::WebACL');
  expect([Scope, DefaultAction]).toEqual(['CLOUDFRONT', { Allow: {} }]);
  expect(VisibilityConfig).toMatchObject({ SampledRequestsEnabled: false });
  expect(Rules).toEqual([
    expect.objectContaining({
      Statement: {
        RateBasedStatement: { AggregateKeyType: 'IP', Limit: 2_000, EvaluationWindowSec: 300 },
      },
      Action: { Block: { CustomResponse: expect.objectContaining({ ResponseCode: 429 }) as object } },
      VisibilityConfig: expect.objectContaining({ SampledRequestsEnabled: false }) as object,
    }),
  ]);
});

describe('the access log', () => {
  it('has the fields that clicks are counted from: no address, cookie or referrer', () => {
    const [, source] = theOnly('AWS::Logs::DeliverySource');
    expect(source).toMatchObject({
      LogType: 'ACCESS_LOGS',
      ResourceArn: { 'Fn::Join': ['', expect.arrayContaining([{ Ref: distributionId }])] },
    });
    expect(theOnly('AWS::Logs::Delivery')[1]).toMatchObject({
      DeliverySourceName: source.Name,
      RecordFields: [
        ...['date', 'time', 'x-host-header', 'cs-uri-stem', 'cs-uri-query', 'cs-method', 'sc-status'],
        'cs(User-Agent)',
      ],
    });
  });

  it('is delivered to a private bucket, which drops after a day what no worker has read', () => {
    const [, destination] = theOnly('AWS::Logs::DeliveryDestination');
    expect(destination).toMatchObject({
      OutputFormat: 'json',
      DestinationResourceArn: {
        'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::', { Ref: bucketId }]],
      },
    });
    expect(bucket).toMatchObject({
      LifecycleConfiguration: { Rules: [expect.objectContaining({ ExpirationInDays: 1 })] },
      PublicAccessBlockConfiguration: { BlockPublicPolicy: true, RestrictPublicBuckets: true },
    });
  });

  it('is put there by CloudFront for this AWS account, and nothing else', () => {
    const [, { PolicyDocument }] = theOnly('AWS::S3::BucketPolicy', 'LinkLogs');
    const allowed = (PolicyDocument as { Statement: Properties[] }).Statement.filter(
      ({ Effect }) => Effect === 'Allow',
    );
    expect(allowed).toEqual([
      expect.objectContaining({
        Principal: { Service: 'delivery.logs.amazonaws.com' },
        Action: 's3:PutObject',
        Condition: expect.objectContaining({
          StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
        }) as object,
      }),
    ]);
  });

  it('is told to the queue of the worker, which S3 may send to before there is a bucket', () => {
    const [queueId] = theOnly('AWS::SQS::Queue', 'LinkLogsFilesQueue');
    expect(bucket.NotificationConfiguration).toEqual({
      QueueConfigurations: [{ Event: 's3:ObjectCreated:*', Queue: { 'Fn::GetAtt': [queueId, 'Arn'] } }],
    });
    const [policyId] = theOnly('AWS::SQS::QueuePolicy', 'LinkLogsFilesQueue');
    const { DependsOn } = edge.findResources('AWS::S3::Bucket')[bucketId] as { DependsOn?: string[] };
    expect(DependsOn).toContain(policyId);
  });
});

describe('what the functions may do', () => {
  it('lets the one that answers CloudFront see links, and write nothing', () => {
    expect(accessOf('functions/edge/answer-link.ts')).toEqual({ read: ['link', 'linkDomain'] });
  });

  it('lets the one that counts clicks do what the answer to unknown routes may, and read and delete logs', () => {
    const { read, ...others } = accessOf('functions/http/answer-unknown-route.ts');
    expect(accessOf('functions/workers/count-clicks.ts')).toMatchObject({
      ...others,
      read: [...(read ?? []), 'click', 'region'],
    });
    const [, { Policies }] = theOnly('AWS::IAM::Role', 'CountClicksRole');
    const statements = (Policies as Array<{ PolicyDocument: { Statement: Properties[] } }>).flatMap(
      ({ PolicyDocument }) => PolicyDocument.Statement,
    );
    const ofFiles = statements.filter(({ Action }) => JSON.stringify(Action).includes('s3:'));
    const arn = { 'Fn::GetAtt': [bucketId, 'Arn'] };
    expect(ofFiles.map(({ Action, Resource }) => [Action, Resource])).toEqual([
      [['s3:GetObject', 's3:DeleteObject'], { 'Fn::Join': ['', [arn, '/*']] }],
      ['s3:ListBucket', arn],
    ]);
  });
});

describe('a stage without a distribution', () => {
  it('has nothing of all this, and the rest as with one', () => {
    const linkDomains = full.linkDomains.map(({ name, certificateArn }) => ({ name, certificateArn }));
    const without = synthesizeStacks({ ...GUARDED, linkDomains });
    const added = idsOf(edge).filter((id) => !idsOf(without).includes(id));
    expect(
      added.filter(
        (id) =>
          !/Link|CountClicks|^goexamplecom|EdgeRoute|^ForViewers|^JudgeRequest|^AccessList|^LogDestination/.test(
            id,
          ),
      ),
    ).toEqual([]);
    expect(idsOf(without).filter((id) => !idsOf(edge).includes(id))).toEqual([]);
  });

  it('has three stacks; with one, the fourth is in the region of CloudFront and reads from the others', () => {
    const app = new App({ treeMetadata: false, context: { 'aws:cdk:bundling-stacks': [] } });
    const { all } = new MessagingStacks(app, readStage(GUARDED), { region: 'us-west-2' });
    expect(all.map(({ stackName, region }) => [stackName, region === 'us-east-1'])).toEqual([
      ['Messaging-prod-Data', false],
      ['Messaging-prod-Workers', false],
      ['Messaging-prod', false],
      ['Messaging-prod-Edge', true],
    ]);
    const [, , , last] = app.synth({ skipValidation: true }).stacks;
    const text = JSON.stringify(last?.template);
    const read = [...text.matchAll(/\{"Fn::GetStackOutput":(\{[^}]*\})\}/g)].map(
      ([, of]) => JSON.parse(of ?? '') as object,
    );
    const ofApi = { StackName: 'Messaging-prod', Region: 'us-west-2' };
    expect(read).toEqual(
      expect.arrayContaining([
        { ...ofApi, OutputName: 'LinkOrigin0' },
        { ...ofApi, OutputName: 'LinkPath' },
        { ...ofApi, StackName: 'Messaging-prod-Data', OutputName: 'LinkLogsBucket' },
      ]),
    );
  });

  it('cannot be made without the region of the stage', () => {
    const app = new App({ treeMetadata: false, context: { 'aws:cdk:bundling-stacks': [] } });
    expect(() => new MessagingStacks(app, readStage(GUARDED), { region: undefined })).toThrow(
      'The region of the stage is not known',
    );
  });

  it('is refused a certificate of another region', () => {
    const [domain] = full.linkDomains;
    const edgeCertificateArn = 'arn:aws:acm:us-west-2:111122223333:certificate/1';
    expect(() => readStage({ linkDomains: [{ ...domain!, edgeCertificateArn }] })).toThrow(
      'linkDomains.0.edgeCertificateArn: expected the ARN of a certificate in us-east-1',
    );
  });
});

it('holds to the rules of cdk-nag, but for what is accepted with a reason', () => {
  const stacks = makeStacks(GUARDED);
  checkSecurity(stacks);
  // All stacks at once: in a second synthesis references to other stacks read differently.
  const { stacks: synthesized } = (stacks.api.node.root as App).synth({ skipValidation: true });
  const findings = synthesized
    .flatMap(({ messages }) => messages)
    .filter(({ entry }) => entry.type === 'aws:cdk:error')
    .map(({ id, entry }) => `${id} ${JSON.stringify(entry.data)}`);
  expect(findings).toEqual([]);
});

it('keeps a distribution that a later deployment would take away', () => {
  expect(readStage(GUARDED).kept).toContain('edge go.example.com');
});
