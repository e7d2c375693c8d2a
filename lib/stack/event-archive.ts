import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type EventBus, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnDeliveryStream } from 'aws-cdk-lib/aws-kinesisfirehose';
import { FilterPattern, LogGroup, LogStream, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { NOT_ARCHIVED } from '../../shared/events/archived-event';
import { EVENT_TYPES } from '../../shared/events/event-types';
import { EVENT_SOURCE } from '../../shared/platform/queues/event-bus';
import { type AlarmSpec, AT_LEAST, MORE_THAN } from './alarm-spec';
import { DeadLetterQueue } from './dead-letter-queue';
import { total } from './metric-math';
import { METRICS_NAMESPACE, metricsService } from './naming';
import { makeOptionalBucket } from './private-bucket';
import type { SealingKeys } from './sealing-keys';
import { ServiceFunction } from './service-function';
import { PERIOD } from './service-metrics';
import { LOG_RETENTION, type Stage } from './stage';

/** Handler that makes lines of events. */
const ARCHIVE_EVENTS = 'functions/workers/archive-events.ts';

/** Prefix of the archive's files, in folders by day. */
const EVENTS_PREFIX = 'events/';
/** Prefix of records that could not be archived; they are as they came, with numbers and texts. */
const FAILED_PREFIX = 'failed/';

/** Thirteen months: each day can be compared with the one a year before. */
const EVENTS_KEPT_FOR = Duration.days(400);
/** As long as dead letters. */
const FAILED_KEPT_FOR = Duration.days(14);

/** Longest that Firehose gathers a file: small files make queries slow. */
const GATHERED_FOR = Duration.minutes(15);
/** Least that Firehose takes for files by day. */
const GATHERED_MB = 64;
/** Age of a record that is not in S3 at which an alarm goes off. */
const OLDEST_RECORD = Duration.hours(1);

/** Makes the bucket of the archive. It leaves the stack as the data do. */
export function makeArchiveBucket(scope: Construct, id: string, stage: Stage): Bucket {
  return makeOptionalBucket(scope, id, {
    stage,
    lifecycleRules: [
      { prefix: EVENTS_PREFIX, expiration: EVENTS_KEPT_FOR },
      { prefix: FAILED_PREFIX, expiration: FAILED_KEPT_FOR },
      { abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
  });
}

interface EventArchiveProps {
  stage: Stage;
  table: ITableV2;
  environment: Record<string, string>;
  bus: EventBus;
  bucket: Bucket;
  keys: SealingKeys;
}

/** Path of events from the bus into the archive: rule, delivery stream, and the function that makes lines of them. */
export class EventArchive extends Construct {
  private readonly transform: ServiceFunction;
  private readonly stream: CfnDeliveryStream;
  /** Queue for events that the stream has refused for a day. */
  private readonly deadLetters: DeadLetterQueue;

  constructor(scope: Construct, id: string, props: EventArchiveProps) {
    super(scope, id);
    const { stage, bus, bucket, keys, ...parts } = props;
    this.transform = new ServiceFunction(this, 'Transform', { ...parts, stage, entry: ARCHIVE_EVENTS });
    this.transform.addEnvironment('EVENT_ARCHIVE', stage.eventArchive);
    keys.letHashForArchive(this.transform);
    this.countRefused();
    this.stream = this.makeStream(bucket);
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters');
    this.addRule(bus);
  }

  private makeStream(bucket: Bucket): CfnDeliveryStream {
    const logGroup = new LogGroup(this, 'DeliveryLogs', {
      retention: LOG_RETENTION,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const logStream = new LogStream(this, 'DeliveryLog', {
      logGroup,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const transform = `${this.transform.functionArn}:$LATEST`;
    /** **Source:** Amazon Data Firehose Developer Guide, "Grant Firehose access to an Amazon S3 destination". */
    const role = roleOf(this, 'DeliveryRole', 'firehose.amazonaws.com', [
      new PolicyStatement({
        actions: ['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads'],
        resources: [bucket.bucketArn],
      }),
      new PolicyStatement({
        actions: ['s3:AbortMultipartUpload', 's3:GetObject', 's3:PutObject'],
        resources: [EVENTS_PREFIX, FAILED_PREFIX].map((prefix) => bucket.arnForObjects(`${prefix}*`)),
      }),
      new PolicyStatement({
        actions: ['lambda:InvokeFunction', 'lambda:GetFunctionConfiguration'],
        resources: [transform],
      }),
      new PolicyStatement({ actions: ['logs:PutLogEvents'], resources: [logGroup.logGroupArn] }),
    ]);
    return new CfnDeliveryStream(this, 'Stream', {
      deliveryStreamType: 'DirectPut',
      deliveryStreamEncryptionConfigurationInput: { keyType: 'AWS_OWNED_CMK' },
      extendedS3DestinationConfiguration: {
        bucketArn: bucket.bucketArn,
        roleArn: role.roleArn,
        compressionFormat: 'GZIP',
        fileExtension: '.json.gz',
        bufferingHints: { intervalInSeconds: GATHERED_FOR.toSeconds(), sizeInMBs: GATHERED_MB },
        // By the event's own day, which the function tells: repetitions of an event are in the same folder.
        prefix: `${EVENTS_PREFIX}day=!{partitionKeyFromLambda:day}/`,
        errorOutputPrefix: `${FAILED_PREFIX}!{firehose:error-output-type}/`,
        dynamicPartitioningConfiguration: { enabled: true, retryOptions: { durationInSeconds: 300 } },
        processingConfiguration: {
          enabled: true,
          processors: [
            { type: 'Lambda', parameters: [{ parameterName: 'LambdaArn', parameterValue: transform }] },
          ],
        },
        cloudWatchLoggingOptions: {
          enabled: true,
          logGroupName: logGroup.logGroupName,
          logStreamName: logStream.logStreamName,
        },
      },
    });
  }

  private addRule(bus: EventBus): void {
    const { deadLetters } = this;
    const role = roleOf(this, 'PutRole', 'events.amazonaws.com', [
      new PolicyStatement({
        actions: ['firehose:PutRecord', 'firehose:PutRecordBatch'],
        resources: [this.stream.attrArn],
      }),
    ]);
    const rule = new Rule(this, 'ToArchive', {
      description: 'Events of the service, for its archive',
      eventBus: bus,
      eventPattern: { source: [EVENT_SOURCE], detailType: [...EVENT_TYPES] },
      targets: [
        {
          bind: () => ({
            arn: this.stream.attrArn,
            role,
            input: RuleTargetInput.fromEventPath('$.detail'),
            deadLetterConfig: { arn: deadLetters.queueArn },
          }),
        },
      ],
    });
    deadLetters.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [deadLetters.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': rule.ruleArn } },
      }),
    );
  }

  /** Counts records that are no events: Firehose has no metric of them. */
  private countRefused(): void {
    new MetricFilter(this, 'Refused', {
      logGroup: this.transform.logGroup,
      filterPattern: FilterPattern.stringValue('$.message', '=', NOT_ARCHIVED),
      metricNamespace: METRICS_NAMESPACE,
      metricName: 'EventsNotArchived',
      metricValue: '$.count',
      dimensions: { service: '$.service' },
    });
  }

  /** Returns the alarms on events that are not, or not yet, in the archive. */
  alarms(stage: Stage): AlarmSpec[] {
    const heading = 'Event archive';
    return [
      {
        id: 'EventArchiveFailed',
        heading,
        meaning: `Events are not in the archive: they lie under ${FAILED_PREFIX} in its bucket.`,
        metric: total('Not archived', [
          new Metric({
            namespace: METRICS_NAMESPACE,
            metricName: 'EventsNotArchived',
            dimensionsMap: { service: metricsService(stage) },
            statistic: 'Sum',
            period: PERIOD,
          }),
          this.transform.metricErrors({ period: PERIOD, statistic: 'Sum' }),
        ]),
        comparison: AT_LEAST,
        threshold: 1,
        periods: 1,
      },
      {
        id: 'EventArchiveWaits',
        heading,
        meaning: 'An event has waited for more than an hour to be in the archive.',
        metric: new Metric({
          namespace: 'AWS/Firehose',
          metricName: 'DeliveryToS3.DataFreshness',
          dimensionsMap: { DeliveryStreamName: this.stream.ref },
          statistic: 'Maximum',
          period: PERIOD,
        }),
        comparison: MORE_THAN,
        threshold: OLDEST_RECORD.toSeconds(),
        periods: 2,
      },
      {
        id: 'DeadLettersArchive',
        heading,
        meaning: 'The delivery stream of the archive has refused events for a day.',
        metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({
          period: PERIOD,
          statistic: 'Maximum',
        }),
        comparison: AT_LEAST,
        threshold: 1,
        periods: 1,
      },
    ];
  }
}

/** Makes the role of a service of AWS. What it grants lies within the role, so that it is there as soon as the role is. */
function roleOf(scope: Construct, id: string, service: string, statements: PolicyStatement[]): Role {
  return new Role(scope, id, {
    assumedBy: new ServicePrincipal(service),
    inlinePolicies: { granted: new PolicyDocument({ statements }) },
  });
}
