import { approvalTopicOf } from '../../accounts/approval-topics';
import { subscribeEmail } from '../../platform/aws/topics';
import type { Platform } from '../../platform/platform';

/** Name of the sender of the e-mails. */
const DISPLAY_NAME = 'Message approvals';

/**
 * Returns the ARN of the topic of an address of an account.
 *
 * @param topic the address's `approvalTopicOf`
 */
export const topicArnOf = (
  { config }: Pick<Platform, 'config'>,
  { accountId, topic }: { accountId: string; topic: string },
): string => `${config.approvalTopics()}${accountId}-${topic}`;

/** Makes the topic of an address, which AWS asks to confirm. An address that SNS does not take is logged, without itself. */
export async function openTopic(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  { accountId, email }: { accountId: string; email: string },
): Promise<void> {
  const topicArn = topicArnOf({ config }, { accountId, topic: approvalTopicOf(email) });
  const result = await subscribeEmail({ topicArn, displayName: DISPLAY_NAME, email });
  if (result === 'refused') log.warn('SNS takes no such address for notices of approvals');
}
