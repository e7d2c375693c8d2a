import {
  AttributeType,
  Billing,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { CONTACT_INDEX, DUE_INDEX, MESSAGE_INDEX, TEXT_INDEX } from '../../shared/platform/store/keys';
import { throughputOf } from './size';
import type { Stage } from './stage';

/** Indexes, in the order of the numbers in their keys: `gsi1pk` and on. */
const INDEXES = [DUE_INDEX, CONTACT_INDEX, TEXT_INDEX, MESSAGE_INDEX] as const;

/**
 * The one table: state, outbox and timers. Its indexes are sparse: only items with a due time are in `due`, only
 * contacts and conversations in `contacts`, only messages in `texts` and `messages`. All but `contacts` have only the keys
 * of their items, so that a change of anything else in an item does not write to the index. A deployment to an existing table can only add one index, a limit of CloudFormation.
 *
 * It is an `AWS::DynamoDB::GlobalTable` with one replica: CloudFormation can add another region to it, and cannot make
 * one of an `AWS::DynamoDB::Table` that has data.
 */
export class DataTable extends Construct {
  readonly table: ITableV2;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const { tableUnitsPerSecond, region } = stage;
    const warm = tableUnitsPerSecond === undefined ? undefined : throughputOf(tableUnitsPerSecond);
    const table = new TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryptionV2.awsManagedKey(),
      timeToLiveAttribute: 'expiresAtEpochSeconds',
      // As the stream of a table with replicas must be, so that a second region needs no new one: other stacks import its
      // ARN, which CloudFormation lets no deployment change.
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      ...(region && { replicas: [{ region: region.settings.region }] }),
      removalPolicy: stage.removalPolicy,
      deletionProtection: stage.deletionProtection,
      ...(warm && { warmThroughput: warm.table }),
    });
    for (const [index, indexName] of INDEXES.entries()) {
      table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: `gsi${index + 1}pk`, type: AttributeType.STRING },
        sortKey: { name: `gsi${index + 1}sk`, type: AttributeType.STRING },
        projectionType: indexName === CONTACT_INDEX ? ProjectionType.ALL : ProjectionType.KEYS_ONLY,
        ...(warm && { warmThroughput: warm[indexName] }),
      });
    }
    this.table = table as ITableV2;
  }

  /**
   * Keeps the exports that the other stacks of the last deployment import: CloudFormation takes none away before they
   * have moved on to another table.
   */
  export(): void {
    const { tableArn, tableName, tableStreamArn } = this.table;
    for (const value of [tableArn, tableName, tableStreamArn]) Stack.of(this).exportValue(value);
  }
}

/** Takes an existing table of the same shape in place of one of the stack, which neither changes nor deletes it. */
export function adoptTable(
  scope: Construct,
  id: string,
  { name, streamArn }: { name: string; streamArn: string },
): ITableV2 {
  return TableV2.fromTableAttributes(scope, id, {
    tableName: name,
    tableStreamArn: streamArn,
    globalIndexes: [...INDEXES],
  });
}
