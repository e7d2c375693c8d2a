import { CfnOutput, Duration, Fn, Names, type Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  CacheHeaderBehavior,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { ACCESS_LOG_FIELDS } from '../../shared/sending/links/read-access-line';
import { EDGE_REGION, LINK_LOGS_OUTPUT, LINK_PATH_OUTPUT, linkOriginOutput } from './naming';
import type { EdgeDomain, Stage } from './stage';
import { StageStack } from './stage-stack';

/**
 * Requests in five minutes of one address, after which it is refused. A person makes one or two; behind an address of a
 * carrier there are hundreds of phones, most of which have an IPv6 address of their own. An address that makes as many has
 * 7 a second of the 1,000 that the API answers.
 */
const REQUESTS_OF_AN_ADDRESS = 2_000;
const COUNTED_FOR = Duration.minutes(5);

/** CloudFront's limit for what it keeps; how long it does, the API says in each answer. */
const LONGEST_CACHED = Duration.days(1);

/** Hosted zone of every distribution. */
const CLOUDFRONT_ZONE = 'Z2FDTNDATAQYW2';

interface Origins {
  /** Stack of the API, which is deployed before this one. */
  api: Stack;
  /** Stack with the bucket of the access logs. */
  data: Stack;
  /** Region of both. */
  region: string;
}

/**
 * Stack of what answers short links before the API: a distribution of CloudFront for each link domain that has a
 * certificate for it. It is in the one region in which AWS takes the parts of CloudFront.
 *
 * **Source:** docs/decisions/links-are-answered-by-cloudfront.md.
 */
export class EdgeStack extends StageStack {
  private readonly origins: Origins;
  private readonly behavior: ReturnType<EdgeStack['makeBehavior']>;
  private readonly accessList: CfnWebACL;
  private readonly logs: CfnDeliveryDestination;

  constructor(scope: Construct, stage: Stage, origins: Origins) {
    super(scope, stage, {
      part: 'Edge',
      description: 'Self-hosted SMS and MMS messaging service: short links at the edge',
      region: EDGE_REGION,
    });
    this.origins = origins;
    this.addStackDependency(origins.api);
    this.behavior = this.makeBehavior();
    this.accessList = this.makeAccessList();
    this.logs = new CfnDeliveryDestination(this, 'LogDestination', {
      name: `${this.stackName}-links`,
      outputFormat: 'json',
      destinationResourceArn: `arn:${this.partition}:s3:::${this.read(origins.data, LINK_LOGS_OUTPUT)}`,
    });
    let last: CfnDelivery | undefined;
    for (const domain of stage.edgeDomains) {
      const delivery = this.addDomain(domain);
      // CloudWatch refuses two changes of one destination at once.
      if (last) delivery.addResourceDependency(last);
      last = delivery;
    }
  }

  private read({ stackName }: Stack, output: string): string {
    return Fn.getStackOutput(stackName, output, this.origins.region);
  }

  private makeBehavior() {
    return {
      // The cache does not tell apart the tokens of a link: one answer serves all of them. The API finds a link by its host.
      cachePolicy: new CachePolicy(this, 'Links', {
        headerBehavior: CacheHeaderBehavior.allowList('Host'),
        minTtl: Duration.seconds(0),
        defaultTtl: Duration.seconds(0),
        maxTtl: LONGEST_CACHED,
      }),
      // A browser must ask for each click: what the API says about caching is for CloudFront alone.
      responseHeadersPolicy: new ResponseHeadersPolicy(this, 'ForViewers', {
        customHeadersBehavior: {
          customHeaders: [{ header: 'cache-control', value: 'no-store', override: true }],
        },
      }),
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: new EdgeFunction(this, 'JudgeRequest', {
            code: FunctionCode.fromFile({ filePath: 'functions/edge/judge-request.js' }),
            runtime: FunctionRuntime.JS_2_0,
          }),
        },
      ],
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    };
  }

  /** Makes the limit that keeps one scanner from taking all that the API answers. No request is kept as a sample. */
  private makeAccessList(): CfnWebACL {
    const visibility = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
    });
    return new CfnWebACL(this, 'AccessList', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('Links'),
      rules: [
        {
          name: 'RequestsOfAnAddress',
          priority: 0,
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: REQUESTS_OF_AN_ADDRESS,
              evaluationWindowSec: COUNTED_FOR.toSeconds(),
            },
          },
          action: {
            block: {
              customResponse: {
                responseCode: 429,
                responseHeaders: [
                  { name: 'cache-control', value: 'no-store' },
                  { name: 'retry-after', value: String(COUNTED_FOR.toSeconds()) },
                ],
              },
            },
          },
          visibilityConfig: visibility('RequestsOfAnAddress'),
        },
      ],
    });
  }

  /** Adds the distribution of a domain. The operator makes its DNS record: an alias for the target in the outputs. */
  private addDomain({ name, edgeCertificateArn, index }: EdgeDomain): CfnDelivery {
    const { api } = this.origins;
    const distribution = new Distribution(this, name, {
      comment: `Short links of ${name}, stage ${this.stage.name}`,
      domainNames: [name],
      certificate: Certificate.fromCertificateArn(this, `${name}Certificate`, edgeCertificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      webAclId: this.accessList.attrArn,
      defaultBehavior: {
        ...this.behavior,
        origin: new HttpOrigin(this.read(api, linkOriginOutput(index)), {
          originPath: `/${this.read(api, LINK_PATH_OUTPUT)}`,
          protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
          originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        }),
      },
    });
    new CfnOutput(this, `${name}Target`, {
      description: `What the DNS record of ${name} is an alias for, A and AAAA`,
      value: distribution.distributionDomainName,
    });
    new CfnOutput(this, `${name}HostedZone`, {
      description: `Hosted zone of what the DNS record of ${name} is an alias for`,
      value: CLOUDFRONT_ZONE,
    });
    return this.addLog(name, distribution);
  }

  /** Delivers the access log of a distribution. It has no field with which a person could be found. */
  private addLog(name: string, distribution: Distribution): CfnDelivery {
    const source = new CfnDeliverySource(this, `${name}LogSource`, {
      name: Names.uniqueResourceName(distribution, { maxLength: 60 }),
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    });
    const delivery = new CfnDelivery(this, `${name}Log`, {
      deliverySourceName: source.name,
      deliveryDestinationArn: this.logs.attrArn,
      recordFields: [...ACCESS_LOG_FIELDS],
    });
    delivery.addResourceDependency(source);
    return delivery;
  }
}
