import { ArnFormat, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { CfnConfigurationSet } from 'aws-cdk-lib/aws-smsvoice';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { MEDIA_KEPT_FOR_DAYS } from '../../shared/sending/media/media-record';
import type { ServiceFunction } from './service-function';
import type { Stage } from './stage';

interface EndUserMessagingProps {
  stage: Stage;
  provider: Extract<Stage['provider'], { name: 'eum' }>;
  /** Topic for the events of messages. */
  receiptTopic: Topic;
  /** The only functions that may send. */
  senders: ServiceFunction[];
  /** Function that records how much texts may cost in a month. */
  timer: ServiceFunction;
}

/** Resources for AWS End User Messaging: a configuration set with its event destination, and a media bucket. */
export class EndUserMessaging extends Construct {
  readonly configurationSetName: string;

  constructor(scope: Construct, id: string, props: EndUserMessagingProps) {
    super(scope, id);
    const { stage, provider, receiptTopic } = props;
    const stack = Stack.of(this);

    // 1. A bucket for the files of MMS, which are kept while the provider may still read them.
    const isThrownAway = stage.removalPolicy === RemovalPolicy.DESTROY;
    const media = new Bucket(this, 'Media', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: stage.removalPolicy,
      autoDeleteObjects: isThrownAway,
      lifecycleRules: [
        {
          expiration: Duration.days(MEDIA_KEPT_FOR_DAYS),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
    });

    // 2. Events of messages, published to the receipt topic.
    const published = receiptTopic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('sms-voice.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [receiptTopic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
      }),
    );
    const configurationSet = provider.configurationSet ?? this.makeConfigurationSet(receiptTopic);
    if (typeof configurationSet !== 'string' && published.policyDependable) {
      configurationSet.node.addDependency(published.policyDependable);
    }
    this.configurationSetName =
      typeof configurationSet === 'string' ? configurationSet : configurationSet.ref;

    // 3. Permissions to send. The provider reads a media file with the permissions of the function that sends it.
    const origins = stack.formatArn({
      service: 'sms-voice',
      resource: '*',
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    });
    for (const sender of props.senders) {
      sender.addToRolePolicy(
        new PolicyStatement({
          actions: ['sms-voice:SendTextMessage', 'sms-voice:SendMediaMessage'],
          resources: [origins],
        }),
      );
      sender.addToRolePolicy(
        new PolicyStatement({
          actions: ['s3:GetObject', 's3:PutObject'],
          resources: [media.arnForObjects('*')],
        }),
      );
      sender.addEnvironment('EUM_CONFIGURATION_SET', this.configurationSetName);
      sender.addEnvironment('MEDIA_BUCKET', media.bucketName);
      if (provider.messageType) sender.addEnvironment('EUM_MESSAGE_TYPE', provider.messageType);
    }

    // 4. Permission to read the spend limit, which is about the whole AWS account.
    props.timer.addToRolePolicy(
      new PolicyStatement({ actions: ['sms-voice:DescribeSpendLimits'], resources: ['*'] }),
    );

    new CfnOutput(stack, 'ConfigurationSetName', { value: this.configurationSetName });
    new CfnOutput(stack, 'ReceiptTopicArn', { value: receiptTopic.topicArn });
  }

  private makeConfigurationSet(receiptTopic: Topic): CfnConfigurationSet {
    return new CfnConfigurationSet(this, 'ConfigurationSet', {
      eventDestinations: [
        {
          eventDestinationName: 'receipts',
          enabled: true,
          matchingEventTypes: ['TEXT_ALL', 'MEDIA_ALL'],
          snsDestination: { topicArn: receiptTopic.topicArn },
        },
      ],
    });
  }
}
