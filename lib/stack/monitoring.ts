import { Stack } from 'aws-cdk-lib';
import { Alarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { AlarmSpec } from './alarm-spec';
import { alarmSpecs } from './alarms';
import { makeDashboard } from './dashboard';
import type { Monitored } from './monitored';

/** Alarms, the topic that they notify, and a dashboard. */
export class Monitoring extends Construct {
  /** Topic that is told of each alarm. */
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: Monitored) {
    super(scope, id);
    // A notification only names the alarm, so the topic needs no key of its own; CloudWatch could not use AWS's key for
    // SNS.
    const topic = (this.topic = new Topic(this, 'Alarms', {
      enforceSSL: true,
      displayName: `Messaging ${props.stage.name}`,
    }));
    // This policy replaces the default one, by which everything in the AWS account may publish to the topic.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (props.stage.alarmEmail) topic.addSubscription(new EmailSubscription(props.stage.alarmEmail));
    const action = new SnsAction(topic);
    const specs = alarmSpecs(props);
    for (const spec of specs) {
      const alarm = this.makeAlarm(spec);
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    makeDashboard(this, props);
  }

  private makeAlarm(spec: AlarmSpec): Alarm {
    return new Alarm(this, spec.id, {
      metric: spec.metric,
      alarmDescription: `${spec.meaning} What to do: docs/operations.md, "${spec.heading}".`,
      threshold: spec.threshold,
      comparisonOperator: spec.comparison,
      evaluationPeriods: spec.within ?? spec.periods,
      datapointsToAlarm: spec.periods,
      treatMissingData: spec.isMissingBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
  }
}
