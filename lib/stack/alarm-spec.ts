import { ComparisonOperator, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** Alarm that goes off when its metric meets the condition in all of its periods, five minutes each unless its metric says otherwise. */
export interface AlarmSpec {
  id: string;
  /** Section of docs/operations.md that describes what to do. */
  heading: string;
  meaning: string;
  metric: IMetric;
  comparison: ComparisonOperator;
  threshold: number;
  periods: number;
  /** Number of latest periods of which `periods` must meet the condition; absent: that many in a row. */
  within?: number;
  /** Set when missing data count as bad. */
  isMissingBad?: true;
}

export const AT_LEAST = ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD;
export const MORE_THAN = ComparisonOperator.GREATER_THAN_THRESHOLD;
export const LESS_THAN = ComparisonOperator.LESS_THAN_THRESHOLD;
