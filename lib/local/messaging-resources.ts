import {
  CreateTopicCommand,
  type SNSClient,
  SubscribeCommand,
  type SubscribeCommandInput,
} from '@aws-sdk/client-sns';
import { CreateQueueCommand, PurgeQueueCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { physicalName, type Template, type TemplateResource } from './template';

/** Creates the queues, topics and subscriptions of the template, whose references must be set. */
export async function createMessagingResources(options: {
  template: Template;
  sqs: SQSClient;
  sns: SNSClient;
}): Promise<void> {
  const { template } = options;
  const queues = template.resources('AWS::SQS::Queue');
  // Redrive policies name dead-letter queues by ARN, so the queues can be created in any order.
  await Promise.all(
    queues.map((queue) =>
      options.sqs.send(
        new CreateQueueCommand({
          QueueName: physicalName(queue),
          Attributes: queueAttributes(template, queue),
        }),
      ),
    ),
  );
  await Promise.all(
    template
      .resources('AWS::SNS::Topic')
      .map((topic) => options.sns.send(new CreateTopicCommand({ Name: physicalName(topic) }))),
  );
  await Promise.all(
    subscriptionRequests(template).map((input) => options.sns.send(new SubscribeCommand(input))),
  );
}

/** Deletes every message from every queue. */
export async function purgeQueues(template: Template, sqs: SQSClient): Promise<void> {
  await Promise.all(
    template
      .resources('AWS::SQS::Queue')
      .map(({ logicalId }) =>
        sqs.send(new PurgeQueueCommand({ QueueUrl: String(template.resolve({ Ref: logicalId })) })),
      ),
  );
}

/** Queue attributes that have a meaning without encryption at rest and without tags. */
const QUEUE_ATTRIBUTES = [
  'DelaySeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'RedrivePolicy',
  'VisibilityTimeout',
];

const SUBSCRIPTION_ATTRIBUTES = ['FilterPolicy', 'FilterPolicyScope', 'RawMessageDelivery'];

/** Returns the attributes, all of them texts, that CloudFormation passes to CreateQueue for a queue of the template. */
export function queueAttributes(template: Template, queue: TemplateResource): Record<string, string> {
  return pickTexts(template.resolve(queue.properties) as Record<string, unknown>, QUEUE_ATTRIBUTES);
}

/**
 * Returns the subscriptions of queues to topics, as SNS takes them. Those of e-mail are left out.
 *
 * @throws Error for a protocol other than sqs or e-mail, which nothing local would deliver
 */
export function subscriptionRequests(template: Template): SubscribeCommandInput[] {
  return template.resources('AWS::SNS::Subscription').flatMap(({ logicalId, properties }) => {
    const resolved = template.resolve(properties) as Record<string, unknown>;
    if (resolved.Protocol === 'email') return [];
    if (resolved.Protocol !== 'sqs') {
      throw new Error(
        `${logicalId}: the local service delivers to queues only, not by ${String(resolved.Protocol)}.`,
      );
    }
    return [
      {
        TopicArn: String(resolved.TopicArn),
        Protocol: 'sqs',
        Endpoint: String(resolved.Endpoint),
        Attributes: pickTexts(resolved, SUBSCRIPTION_ATTRIBUTES),
      },
    ];
  });
}

function pickTexts(properties: Record<string, unknown>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names
      .filter((name) => properties[name] !== undefined)
      .map((name) => {
        const value = properties[name];
        return [name, typeof value === 'string' ? value : JSON.stringify(value)];
      }),
  );
}
