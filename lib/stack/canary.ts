import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { type AlarmSpec, LESS_THAN } from './alarm-spec';
import { CANARY } from './function-settings';
import { ServiceFunction } from './service-function';
import { PERIOD, serviceMetric } from './service-metrics';
import type { Stage } from './stage';

interface CanaryProps {
  stage: Stage;
  table: ITableV2;
  environment: Record<string, string>;
}

/** Text that is sent through the API every five minutes, as a customer sends it, and waited for. */
export class Canary extends Construct {
  /** Secret into which an operator puts the canary's API key, and whom it texts from which number. */
  readonly settings: Secret;

  constructor(scope: Construct, id: string, props: CanaryProps) {
    super(scope, id);
    this.settings = new Secret(this, 'Settings', {
      description: 'API key and numbers of the canary, as JSON: key, from, to',
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const handler = new ServiceFunction(this, 'Run', { ...props, entry: CANARY });
    this.settings.grantRead(handler);
    handler.addEnvironment('CANARY_KEY_ARN', this.settings.secretArn);
    handler.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    new Schedule(this, 'EveryFiveMinutes', {
      schedule: ScheduleExpression.rate(PERIOD),
      // No retry, since the next text is five minutes later.
      target: new LambdaInvoke(handler, { retryAttempts: 0, maxEventAge: Duration.minutes(1) }),
    });
  }
}

/** Returns the alarm on texts of the canary that do not arrive. */
export function canaryAlarms(stage: Stage): AlarmSpec[] {
  if (!stage.canary) return [];
  return [
    {
      id: 'Canary',
      heading: 'Canary',
      meaning: 'For a quarter of an hour no text of the canary went through the API and was delivered.',
      metric: serviceMetric(stage, 'CanaryDelivered', 'Sum'),
      comparison: LESS_THAN,
      threshold: 1,
      periods: 3,
      isMissingBad: true,
    },
  ];
}
