import type { Template, TemplateResource } from './template';

/** Queue attributes that have a meaning without encryption at rest and without tags. */
const QUEUE_ATTRIBUTES = [
  'ContentBasedDeduplication',
  'DelaySeconds',
  'FifoQueue',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'RedrivePolicy',
  'VisibilityTimeout',
];

const SUBSCRIPTION_ATTRIBUTES = ['FilterPolicy', 'FilterPolicyScope', 'RawMessageDelivery'];

interface SubscriptionRequest {
  TopicArn: string;
  Protocol: string;
  Endpoint: string;
  Attributes: Record<string, string>;
}

/** Returns the attributes, all of them texts, that CloudFormation passes to CreateQueue for a queue of the template. */
export function queueAttributes(template: Template, queue: TemplateResource): Record<string, string> {
  return pickTexts(template.resolve(queue.properties) as Record<string, unknown>, QUEUE_ATTRIBUTES);
}

/**
 * Returns the subscriptions of queues to topics, as SNS takes them. Those of e-mail are left out.
 *
 * @throws Error for a protocol other than sqs or e-mail, which nothing local would deliver
 */
export function subscriptionRequests(template: Template): SubscriptionRequest[] {
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
