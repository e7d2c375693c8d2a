import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { CfnConfigurationSet } from 'aws-cdk-lib/aws-smsvoice';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { MEDIA_KEPT_FOR_DAYS } from '../../shared/sending/media/media-record';
import type { ServiceFunction } from './service-function';
import { privateBucket } from './private-bucket';
import type { Stage } from './stage';

interface EndUserMessagingProps {
  provider: Extract<Stage['provider'], { name: 'eum' }>;
  /** Topic for the events of messages; the provider may publish to it already. */
  receiptTopic: Topic;
  media: Bucket;
}

/** Makes the bucket for the files of MMS, which are kept while the provider may still read them. */
export function makeMediaBucket(scope: Construct, id: string, stage: Stage): Bucket {
  const rules = [
    {
      expiration: Duration.days(MEDIA_KEPT_FOR_DAYS),
      abortIncompleteMultipartUploadAfter: Duration.days(1),
    },
  ];
  return new Bucket(scope, id, privateBucket(stage, rules));
}

/** AWS End User Messaging as the provider: a configuration set with its event destination, and permissions. */
export class EndUserMessaging extends Construct {
  readonly configurationSetName: string;
  private readonly props: EndUserMessagingProps;

  constructor(scope: Construct, id: string, props: EndUserMessagingProps) {
    super(scope, id);
    this.props = props;
    this.configurationSetName =
      props.provider.configurationSet ?? this.makeConfigurationSet(props.receiptTopic).ref;
  }

  /** Lets a function send. The provider reads a media file with the permissions of the function that sends it. */
  letSend(sender: ServiceFunction): void {
    const { provider, media } = this.props;
    const origins = Stack.of(this).formatArn({
      service: 'sms-voice',
      resource: '*',
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    });
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

  /** Lets a function tell that a person got a message. */
  letGiveFeedback(handler: ServiceFunction): void {
    const messages = Stack.of(this).formatArn({
      service: 'sms-voice',
      resource: 'message',
      resourceName: '*',
    });
    handler.addToRolePolicy(
      new PolicyStatement({ actions: ['sms-voice:PutMessageFeedback'], resources: [messages] }),
    );
  }

  /** Lets a function ask for the line type of numbers, which are no resources of the AWS account. */
  letLookUp(handler: ServiceFunction): void {
    handler.addToRolePolicy(new PolicyStatement({ actions: ['sms-voice:CarrierLookup'], resources: ['*'] }));
  }

  /** Lets a function read the spend limit, which is about the whole AWS account. */
  letReadSpendLimit(handler: ServiceFunction): void {
    handler.addToRolePolicy(
      new PolicyStatement({ actions: ['sms-voice:DescribeSpendLimits'], resources: ['*'] }),
    );
  }

  private makeConfigurationSet(receiptTopic: Topic): CfnConfigurationSet {
    return new CfnConfigurationSet(this, 'ConfigurationSet', {
      eventDestinations: [
        {
          eventDestinationName: 'receipts',
          enabled: true,
          matchingEventTypes: ['TEXT_ALL', 'MEDIA_ALL', 'RCS_ALL'],
          snsDestination: { topicArn: receiptTopic.topicArn },
        },
      ],
    });
  }
}
