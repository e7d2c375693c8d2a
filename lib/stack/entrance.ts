import { CfnOutput } from 'aws-cdk-lib';
import {
  ApiMapping,
  type CfnStage,
  DomainName,
  type HttpApi,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { LOG_RETENTION, type Stage } from './stage';

/** Burst limit of a route, as a multiple of its requests per second. */
const BURST = 2;
/**
 * Limits of each route without credentials, in requests per second, independent of all other routes. Links of a text to
 * many recipients lead to `$default`, and so do all paths that strangers try.
 */
export const PUBLIC_ROUTE_REQUESTS = 20;
export const DEFAULT_ROUTE_REQUESTS = 300;

/** Routes that strangers may call, by key. */
export type PublicRoutes = ReadonlyMap<string, { route: HttpRoute; requestsPerSecond: number }>;

/**
 * Format of the access log, without path and address of the caller: a path can hold a phone number, and the address
 * identifies a person who follows a short link. The request id leads to the function's own log.
 */
const ACCESS_LOG = {
  time: '$context.requestTimeEpoch',
  requestId: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  bytes: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  functionLatencyMs: '$context.integrationLatency',
  error: '$context.error.message',
  functionError: '$context.integrationErrorMessage',
};

type StageDomain = { name: string; certificateArn: string; edgeCertificateArn?: string | undefined };

/** Stage of the HTTP API, through which its routes are reached, and its domains. */
export class Entrance extends Construct {
  private readonly api: HttpApi;
  private readonly stage: HttpStage;
  private readonly routeMetrics: boolean;
  /** Addresses under which the API answers domains, by domain. */
  readonly targets = new Map<string, string>();

  constructor(scope: Construct, id: string, { stage, api }: { stage: Stage; api: HttpApi }) {
    super(scope, id);
    this.api = api;
    this.routeMetrics = stage.routeMetrics;
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: LOG_RETENTION,
      removalPolicy: stage.removalPolicy,
    });
    this.stage = new HttpStage(this, 'Default', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: {
        rateLimit: stage.requestsPerSecond,
        burstLimit: BURST * stage.requestsPerSecond,
      },
      detailedMetricsEnabled: stage.routeMetrics,
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    const domains: StageDomain[] = [...(stage.domain ? [stage.domain] : []), ...stage.linkDomains];
    for (const [index, domain] of domains.entries()) this.addDomain(`Domain${index}`, domain);
  }

  /**
   * Limits each of the routes that strangers may call, so that senders keep their share of the requests.
   *
   * @param routes by key; the stage can only be made once they exist
   */
  limitPublicRoutes(routes: PublicRoutes): void {
    const limit = (requestsPerSecond: number) => ({
      ThrottlingRateLimit: requestsPerSecond,
      ThrottlingBurstLimit: BURST * requestsPerSecond,
      // Settings of a route replace all of the stage's settings.
      DetailedMetricsEnabled: this.routeMetrics,
    });
    (this.stage.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(
      [...routes].map(([key, { requestsPerSecond }]) => [key, limit(requestsPerSecond)]),
    );
    for (const { route } of routes.values()) this.stage.node.addDependency(route);
  }

  /**
   * Adds a domain. The operator makes its DNS record: an alias for the target in the outputs, or for that of a
   * distribution, whose origin this is.
   */
  private addDomain(id: string, domain: StageDomain): void {
    const domainName = new DomainName(this, id, {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, `${id}Certificate`, domain.certificateArn),
    });
    domainName.node.addDependency(this.stage);
    new ApiMapping(this, `${id}Mapping`, { api: this.api, stage: this.stage, domainName });
    this.targets.set(domain.name, domainName.regionalDomainName);
    const until = domain.edgeCertificateArn === undefined ? '' : ', until its distribution is';
    new CfnOutput(this, `${id}Target`, {
      description: `What the DNS record of ${domain.name} is an alias for${until}`,
      value: domainName.regionalDomainName,
    });
    new CfnOutput(this, `${id}HostedZone`, {
      description: `Hosted zone of what the DNS record of ${domain.name} is an alias for`,
      value: domainName.regionalHostedZoneId,
    });
  }
}
