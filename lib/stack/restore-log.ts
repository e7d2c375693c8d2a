import { Duration } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { CONSENT_LOG_PREFIX, PARTITIONS } from '../../shared/platform/store/keys';
import { LOG_KEPT_FOR_DAYS } from '../../shared/restore-log/entry';
import { type AlarmSpec, AT_LEAST } from './alarm-spec';
import { DeadLetterQueue } from './dead-letter-queue';
import { makeOptionalBucket } from './private-bucket';
import { ServiceFunction } from './service-function';
import { PERIOD } from './service-metrics';
import type { Stage } from './stage';

const LOG_CHANGES = 'functions/workers/log-changes.ts';

/** Longest that changes are gathered for a file. */
const GATHERED_FOR = Duration.seconds(60);
/** Most records of a file: a batch of larger ones ends at the 6 MB that Lambda passes to a function. */
const RECORDS_A_FILE = 1_000;

const begins = (...prefixes: string[]) => ({
  S: prefixes.flatMap((prefix) => FilterRule.beginsWith(prefix)),
});
const is = (value: string) => ({ S: FilterRule.isEqual(value) as string[] });
const changeOf = (image: object) => FilterCriteria.filter({ dynamodb: { NewImage: image } });
const insertOf = (image: object) =>
  FilterCriteria.filter({
    eventName: FilterRule.isEqual('INSERT') as string[],
    dynamodb: { NewImage: image },
  });

/**
 * Changes that a restore of the table must not undo. Those of a key show that it was freed by its removal, which has no
 * image.
 *
 * **Source:** Lambda Developer Guide, "Control which events Lambda sends to your function": five filters at most.
 */
const LOGGED_CHANGES = [
  insertOf({ pk: begins(PARTITIONS.contact), sk: begins(CONSENT_LOG_PREFIX) }),
  insertOf({ pk: begins(PARTITIONS.erasure), sk: is('ERASURE') }),
  FilterCriteria.filter({
    dynamodb: { Keys: { pk: begins(PARTITIONS.idempotency, PARTITIONS.creditShard) } },
  }),
  changeOf({ pk: begins(PARTITIONS.account), sk: is('ACCOUNT') }),
  changeOf({ pk: begins(PARTITIONS.apiKey), revokedAt: { S: FilterRule.exists() } }),
];

/** Makes the bucket of the restore log. It outlives the stack as the table does. */
export function makeRestoreLogBucket(scope: Construct, id: string, stage: Stage): Bucket {
  return makeOptionalBucket(scope, id, {
    stage,
    lifecycleRules: [
      {
        expiration: Duration.days(LOG_KEPT_FOR_DAYS),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
      },
    ],
  });
}

interface RestoreLogProps {
  stage: Stage;
  table: ITableV2;
  environment: Record<string, string>;
  bucket: Bucket;
}

/** Path of changes from the table's stream into the restore log, which is read when the table is restored. */
export class RestoreLog extends Construct {
  private readonly writer: ServiceFunction;
  /** Queue for descriptions of stream batches that the function failed at for a day. */
  private readonly deadLetters: DeadLetterQueue;

  constructor(scope: Construct, id: string, { bucket, ...props }: RestoreLogProps) {
    super(scope, id);
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters');
    this.writer = new ServiceFunction(this, 'LogChanges', { ...props, entry: LOG_CHANGES });
    this.writer.addEnvironment('RESTORE_LOG_BUCKET', bucket.bucketName);
    this.writer.addToRolePolicy(
      new PolicyStatement({ actions: ['s3:PutObject'], resources: [bucket.arnForObjects('*')] }),
    );
    this.writer.addEventSource(
      new DynamoEventSource(props.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: RECORDS_A_FILE,
        maxBatchingWindow: GATHERED_FOR,
        bisectBatchOnError: true,
        // A record is tried again until the stream drops it, a day after the change.
        onFailure: new SqsDlq(this.deadLetters),
        filters: LOGGED_CHANGES,
      }),
    );
  }

  /** Returns the alarms on changes that are not, or not yet, in the log. */
  alarms(): AlarmSpec[] {
    const heading = 'Restore log';
    return [
      {
        id: 'ErrorsRestoreLog',
        heading,
        meaning:
          'The function that writes the restore log fails: a restore would undo what it does not write.',
        metric: this.writer.metricErrors({ period: PERIOD, statistic: 'Sum' }),
        comparison: AT_LEAST,
        threshold: 3,
        periods: 2,
      },
      {
        id: 'DeadLettersRestoreLog',
        heading,
        meaning: 'Changes are missing from the restore log: they could not be written for a day.',
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
