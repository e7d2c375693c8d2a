import { Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { share, total } from './metric-math';
import { serviceMetric } from './service-metrics';
import { ServiceFunction } from './service-function';
import type { Stage } from './stage';

/** Lambda's own interval of metrics: a shift takes ten minutes. */
const PERIOD = Duration.minutes(1);

interface GradualDeploymentProps {
  stage: Stage;
  /** Signs of a bad version, beside the errors of the functions themselves. */
  watches: { requestsOf: HttpApi } | 'records';
}

/**
 * Shifts a tenth of the calls each minute to the new versions of those functions of a stack that messages pass through.
 * When one of the alarms goes off meanwhile, all of them return to the version before, and the deployment fails.
 *
 * **Source:** docs/decisions/new-versions-take-over-gradually.md.
 */
export class GradualDeployment extends Construct {
  constructor(scope: Construct, id: string, { stage, watches }: GradualDeploymentProps) {
    super(scope, id);
    const functions = Stack.of(this)
      .node.findAll()
      .filter((construct) => construct instanceof ServiceFunction);
    const shifted = functions.flatMap((handler) => (handler.live ? [{ handler, alias: handler.live }] : []));
    const alarms = [
      this.addAlarm('Errors', {
        meaning: 'A new version threw, or ran out of time or memory, three times in a minute.',
        metric: total(
          'Errors of new versions',
          shifted.map((one) => errorsOfNewVersion(one)),
          PERIOD,
        ),
        atLeast: 3,
      }),
      watches === 'records'
        ? this.addAlarm('RecordsFailed', {
            meaning: 'Workers could not work on at least five messages of their queues in a minute.',
            metric: serviceMetric(stage, 'RecordsFailed', 'Sum').with({ period: PERIOD }),
            atLeast: 5,
          })
        : this.addAlarm('RequestsFailed', {
            meaning:
              'A hundredth of the requests of a minute or more, and at least three, were answered with 5xx.',
            metric: share({
              part: watches.requestsOf.metricServerError({ statistic: 'Sum' }),
              of: [watches.requestsOf.metricCount({ statistic: 'Sum' })],
              atLeast: { part: 3 },
              label: 'Answered with 5xx, in percent',
              period: PERIOD,
            }),
            atLeast: 1,
          }),
    ];
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    for (const { handler, alias } of shifted) {
      new LambdaDeploymentGroup(handler, 'Shift', {
        ...{ application, role, alias, alarms },
        deploymentConfig: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    }
  }

  /** Adds an alarm without notifications: CodeDeploy reads it. */
  private addAlarm(id: string, options: { meaning: string; metric: IMetric; atLeast: number }): Alarm {
    return new Alarm(this, id, {
      alarmDescription: `${options.meaning} What to do: docs/operations.md, "Gradual deployments".`,
      metric: options.metric,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      threshold: options.atLeast,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}

/**
 * Returns the errors of the new version. Lambda counts by version only while an alias has two: once all calls go to one
 * version there are no data.
 *
 * **Source:** AWS Lambda Developer Guide, "Types of metrics for Lambda functions", dimension `ExecutedVersion`.
 */
function errorsOfNewVersion({ handler, alias }: { handler: ServiceFunction; alias: Alias }): IMetric {
  return handler.metricErrors({
    statistic: 'Sum',
    period: PERIOD,
    dimensionsMap: {
      FunctionName: handler.functionName,
      Resource: `${handler.functionName}:${alias.aliasName}`,
      ExecutedVersion: handler.currentVersion.version,
    },
  });
}
